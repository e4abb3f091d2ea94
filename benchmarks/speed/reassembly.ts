import { assemble, type ToolEntry } from '../../src/index.ts';
import type { Goal, Progress, Row } from '../rows.ts';
import { median } from '../statistics.ts';

/** Milliseconds for the same frozen definitions once more, by number of tools; milliseconds per MB for equal fresh ones. */
const GOALS = { 200: 0.2, 10000: 5, fresh: 10 } as const;
const FRESH_TOOLS = 2_000;
const ROUNDS = 41;
const FRESH_ROUNDS = 15;

export interface ReassemblyResult {
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
}

/**
 * Times what a host pays for assembling a request again with tools that have not changed: the same objects, and equal
 * objects made anew. Made-up tools, with schemas of the size that servers have.
 */
export async function measureReassembly(progress: Progress): Promise<ReassemblyResult> {
  const rows: Row[] = [];
  const goals: Goal[] = [];
  for (const tools of [200, 10_000] as const) {
    progress(`re-assembly of ${tools} unchanged definitions`);
    const times = await timeUnchanged(tools);
    rows.push(toRow(`${tools} unchanged`, tools, times, 'ms'));
    goals.push(toGoal(`re-assembly of ${tools} unchanged definitions, ms`, GOALS[tools], median(times)));
  }
  progress(`re-assembly of ${FRESH_TOOLS} equal fresh definitions`);
  const times = await timeFresh();
  rows.push(toRow('equal fresh', FRESH_TOOLS, times, 'ms per MB'));
  goals.push(toGoal('re-assembly of equal fresh definitions, ms per MB', GOALS.fresh, median(times)));
  return { rows, goals };
}

async function timeUnchanged(count: number): Promise<number[]> {
  const tools = makeTools(count);
  const previous = await assemble(tools, CONTEXT);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const { changes } = await assemble(tools, { ...CONTEXT, previous });
    times.push(performance.now() - start);
    if (changes.invalidatesPromptCache) throw new Error('unchanged definitions were taken for others');
  }
  return times;
}

async function timeFresh(): Promise<number[]> {
  const text = JSON.stringify(makeTools(FRESH_TOOLS));
  const previous = await assemble(JSON.parse(text) as ToolEntry[], CONTEXT);
  const times: number[] = [];
  for (let round = 0; round < FRESH_ROUNDS; round++) {
    const tools = JSON.parse(text) as ToolEntry[];
    const start = performance.now();
    const { authorized } = await assemble(tools, { ...CONTEXT, previous });
    times.push((performance.now() - start) / (text.length / 1e6));
    if (authorized !== previous.authorized) throw new Error('equal definitions were read anew');
  }
  return times;
}

const CONTEXT = { window: 200_000, settings: { enabled: 'on' } } as const;

function makeTools(count: number): ToolEntry[] {
  return Array.from({ length: count }, (_, i): ToolEntry => {
    const names = ['path', 'recursive', 'limit', 'cursor', 'format', 'since', 'labels', 'owner'];
    const properties = Object.fromEntries(
      names.map((name, n) => [
        `${name}_${n}`,
        { type: 'string', description: `The ${name} of record ${i}, as the server lists it; left out where unknown.` },
      ]),
    );
    return {
      source: { kind: 'mcp', name: `server-${i % 40}` },
      definition: {
        name: `update_record_${i}`,
        description: `Changes record ${i} of the archive and tells everybody who follows it.`,
        inputSchema: { type: 'object', properties, required: ['path_0'], additionalProperties: false },
      },
    };
  });
}

function toRow(what: string, tools: number, times: readonly number[], unit: string): Row {
  const figures = { what, tools, rounds: times.length, unit, median: median(times), min: Math.min(...times) };
  return { bench: 'reassembly', contestant: 'toolscout', figures };
}

function toGoal(what: string, goal: number, value: number): Goal {
  return { row: 'reassembly', what, goal, value: Number(value.toFixed(3)), met: value <= goal, stretch: false };
}
