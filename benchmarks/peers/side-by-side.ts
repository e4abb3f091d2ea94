/**
 * `node benchmarks/peers/side-by-side.ts [--set NAME]… [--all-sets] [--only NAME]… [--requests N] [--json FILE [--resume]]`:
 * the product and its peers over the same tools and requests, one after the other for quality, in turns for time. Prints
 * Markdown tables; what is being done goes to stderr. FILE is written after each set; with `--resume` sets that it holds are
 * not measured again. A peer that would take more than four minutes to answer the requests of a set is left out there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../../src/errors.ts';
import { type EvaluationQuery, evaluate } from '../../src/evaluation/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readProvenance } from '../provenance.ts';
import type { BenchmarkResult, Row, Skipped } from '../rows.ts';
import { allSets, type ContestSet, readContestSets, SETS } from './contest-sets.ts';
import type { Contestant, OpenContestant } from './contestant.ts';
import { NODE_PEERS } from './node-peers.ts';
import { PYTHON_PEERS } from './python-peers.ts';
import { sideBySideTables } from './side-by-side-table.ts';
import { toolscoutTiers } from './toolscout.ts';

/** Deep enough for what a model is shown; some peers give no more than ten. */
const DEPTHS: readonly number[] = [1, 5, 10];
const LIMIT = 10;
/** Times are compared over so many requests, asked in turns so often. */
const TIMED_REQUESTS = 20;
const ROUNDS = 5;
/** One that answers slower is told by its first round: the others would take minutes and show the same. */
const SLOW_MS = 100;
/** One whose answers to a set would take longer is left out there, which the result says: an hour of waiting shows no more. */
const MOST_SET_MS = 240_000;
/** Requests after which that can be told. */
const ENOUGH_TO_TELL = 5;

interface Entrant {
  readonly contestant: Contestant;
  readonly open: OpenContestant;
  /** Median over the requests, of each round. */
  readonly rounds: number[];
}

async function measureSet(set: ContestSet, contestants: readonly Contestant[], skipped: Skipped[]): Promise<Row[]> {
  const entrants: (Entrant & { readonly figures: Row['figures'] })[] = [];
  for (const [place, contestant] of contestants.entries()) {
    progress(`${set.name}: ${contestant.name} (${place + 1} of ${contestants.length})`);
    let open: OpenContestant | undefined;
    try {
      open = await contestant.open(set.tools);
      const figures = await judge(set, open);
      entrants.push({ contestant, open, figures, rounds: [] });
    } catch (error) {
      skipped.push({ what: `${contestant.name} on ${set.name}`, why: errorMessage(error) });
      await open?.close();
    }
  }
  const timed = set.queries.slice(0, TIMED_REQUESTS);
  for (let round = 0; round < ROUNDS; round++) {
    progress(`${set.name}: times, round ${round + 1} of ${ROUNDS}`);
    // Each begins a round once before the others do.
    for (let turn = 0; turn < entrants.length; turn++) {
      const entrant = entrants[(round + turn) % entrants.length]!;
      if ((entrant.rounds[0] ?? 0) < SLOW_MS) entrant.rounds.push(await medianTime(entrant.open, timed));
    }
  }
  for (const { open } of entrants) await open.close();
  return entrants.map(({ contestant, open, figures, rounds }) => ({
    bench: `peers/${set.name}`,
    contestant: contestant.name,
    figures: {
      version: contestant.version,
      licence: open.licence,
      note: contestant.note,
      ...figures,
      roundMedianMs: rounds,
    },
  }));
}

/** With the time of day: a set of a slow peer takes minutes, and who waits wants to know since when. */
function progress(message: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${message}`);
}

/** @throws RangeError where it would take too long */
async function judge(set: ContestSet, open: OpenContestant): Promise<Row['figures']> {
  let asked = 0;
  let spentMs = 0;
  const {
    config: _,
    bySplit: _split,
    byServer: _server,
    calibration: _calibration,
    ...figures
  } = await evaluate(
    set,
    async ({ text }) => {
      const { ids, refused, ms } = await open.search(text, LIMIT);
      asked += 1;
      spentMs += ms;
      if (asked === ENOUGH_TO_TELL && (spentMs / asked) * set.queries.length > MOST_SET_MS)
        throw new RangeError(`takes ${(spentMs / asked / 1000).toFixed(1)} s a request: left out`);
      return { verdict: refused ? 'none' : 'confident', ranked: ids.map((id) => ({ id })), callable: !refused };
    },
    { depths: DEPTHS, buildMs: open.buildMs },
  );
  return figures;
}

async function medianTime(open: OpenContestant, queries: readonly EvaluationQuery[]): Promise<number> {
  const times: number[] = [];
  for (const { text } of queries) times.push((await open.search(text, LIMIT)).ms);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)]!;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      'all-sets': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      requests: { type: 'string', default: '120' },
      'no-deep': { type: 'boolean', default: false },
      json: { type: 'string' },
      resume: { type: 'boolean', default: false },
    },
  });
  const most = Number(values.requests);
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`--requests ${values.requests} is not a whole number`);
  if (dataRoot === undefined) {
    console.log(`Skipped: ${DATA_MISSING}`);
    return;
  }
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    readonly version: string;
  };
  const contestants = [
    ...toolscoutTiers(manifest.version, values['no-deep'] ? ['words', 'static'] : ['words', 'static', 'deep']),
    ...NODE_PEERS,
    ...PYTHON_PEERS,
  ].filter(
    ({ name }) =>
      values.only.length === 0 || values.only.some((part) => name.toLowerCase().includes(part.toLowerCase())),
  );
  if (values.resume && values.json === undefined) throw new RangeError('--resume goes on with the file of --json');
  const earlier = values.resume ? await readEarlier(values.json!) : undefined;
  const rows: Row[] = [...(earlier?.rows ?? [])];
  const skipped: Skipped[] = [...(earlier?.skipped ?? [])];
  const provenance = earlier?.provenance ?? { ...readProvenance(), loadAtStart: loadavg()[0]! };
  const names = values.set ?? (values['all-sets'] ? await allSets(dataRoot) : SETS);
  const held = new Set(rows.map(({ bench }) => bench));
  const left = names.filter((name) => !held.has(`peers/${name}`));
  for (const [place, name] of left.entries()) {
    progress(`${name}: set ${names.length - left.length + place + 1} of ${names.length}`);
    for (const set of await readContestSets(dataRoot, [name], most))
      rows.push(...(await measureSet(set, contestants, skipped)));
    if (values.json !== undefined) {
      // After each set, so that a run that is cut short has something to show.
      const result: BenchmarkResult = { provenance, rows, skipped, goals: [] };
      await mkdir(dirname(values.json), { recursive: true });
      await writeFile(values.json, `${JSON.stringify(result, undefined, 1)}\n`);
    }
  }
  console.log(sideBySideTables(rows, skipped));
}

/** What a run that was cut short has left; nothing before the first. */
async function readEarlier(path: string): Promise<BenchmarkResult | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as BenchmarkResult) : undefined;
}

await main();
