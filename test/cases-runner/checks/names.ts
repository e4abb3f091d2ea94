import { setTimeout as pause } from 'node:timers/promises';
import { shown } from '../json.ts';
import type { Outcome, SeenTool } from '../outcome.ts';
import { CHECK_STEP } from '../product/recorder.ts';
import { sampleArguments } from '../sample-arguments.ts';
import { echoedCall } from './calls.ts';
import { type CheckContext, type CheckGroup, fails, HOLDS, sameJson, unmapped, type Verdict, when } from './check.ts';
import { PROBE_TOOL, toolsOf } from './tools.ts';

/** Some test servers never answer, on purpose. */
const ROUND_TRIP_MS = 10_000;

/** Names that models see, what is in the catalog, and what is in the list. */
export const NAME_CHECKS: CheckGroup = {
  names_match: {
    fields: ['pattern'],
    needs: ['pattern'],
    run: async ({ pattern }, unit) => {
      const rule = new RegExp(String(pattern), 'u');
      const wrong = (await toolsOf(unit)).filter(({ name }) => !rule.test(name));
      return when(wrong.length === 0, () => `${shown(wrong.map(({ name }) => name))} do not match`);
    },
  },
  names_unique: {
    fields: [],
    run: async (_check, unit) => {
      const names = (await toolsOf(unit)).map(({ name }) => name);
      return when(new Set(names).size === names.length, () => `a name stands twice in ${shown(names)}`);
    },
  },
  names_stable: {
    fields: ['permute'],
    run: async ({ permute }, unit, context) => {
      const first = nameTable(await toolsOf(unit));
      const again = nameTable(await context.relist(permute !== undefined && permute !== false));
      return when(sameJson(again, first), () => `${shown(first)} became ${shown(again)}`);
    },
  },
  round_trip_all: {
    fields: [],
    run: async (_check, unit, context) => {
      for (const tool of await toolsOf(unit)) {
        if (tool.tool === PROBE_TOOL) continue;
        const verdict = await roundTrip(tool, unit, context);
        if (verdict.kind !== 'holds') return verdict;
      }
      return HOLDS;
    },
  },
};

function nameTable(tools: readonly SeenTool[]): Readonly<Record<string, string>> {
  const entries = tools.map(({ server, tool, name }) => [`${server}/${tool}`, name] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A call by the exposed name has to reach the tool behind it: a fake records it, some servers say what they got. */
async function roundTrip(tool: SeenTool, unit: Outcome, context: CheckContext): Promise<Verdict> {
  const { calls, sightings } = unit.world.recorder;
  const [callsBefore, seenBefore] = [calls.length, sightings.length];
  const args = sampleArguments(tool.inputSchema);
  const outcome = await Promise.race([
    context.perform({ op: 'gateway_call', name: tool.name, arguments: args }),
    pause(ROUND_TRIP_MS, undefined, { ref: false }),
  ]);
  if (outcome === undefined) return unmapped(`${tool.name} does not answer, so nothing says what it reached`);
  const sighting = sightings.slice(seenBefore).find(({ step }) => step.startsWith(CHECK_STEP));
  if (sighting === undefined) return fails(`${tool.name} reaches nothing: ${shown(outcome.value)}`);
  const isFake = unit.world.plan.entries.some(({ source }) => source.name === sighting.server);
  const arrived = isFake
    ? calls.slice(callsBefore).find(({ step }) => step.startsWith(CHECK_STEP))
    : echoedCall(outcome, sighting.server);
  if (arrived === undefined) return unmapped(`nothing says what ${tool.name} reached: ${shown(outcome.value)}`);
  const isOwn = arrived.server === tool.server && arrived.tool === tool.tool;
  return when(isOwn, `${tool.name} reaches ${arrived.server}/${arrived.tool} instead of ${tool.server}/${tool.tool}`);
}
