import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../src/errors.ts';
import type { Goal, Progress, Row, Skipped } from '../rows.ts';
import { BenchFolder } from './bench-folder.ts';
import { DIMENSIONS } from './catalog.ts';
import { generateCatalog } from './generate-catalog.ts';
import { interleave, type Rounds, type Runner, ratios, type Timed, timeFigures } from './interleave.ts';
import { MATCHES, type Match } from './matches.ts';
import type { FilterName } from './protocol.ts';
import { readGoals } from './read-goals.ts';
import { nearestTools, recallOf } from './recall.ts';

export interface EngineOptions {
  readonly sizes: readonly number[];
  /** Only these peers; all where it is left out. */
  readonly peers?: readonly string[] | undefined;
  /** Only matches of these, such as `toolscout-lex`. */
  readonly ours?: readonly string[] | undefined;
  readonly rounds: Rounds;
  /** Runs the first peer twice, to see how far two measurements of the same thing differ. */
  readonly control: boolean;
  /** Takes our own indexes as they lie there. */
  readonly reuse: boolean;
  /** Only what processes hold after building and after opening, of those that memory is a goal beside. */
  readonly memory: boolean;
}

export interface EngineResult {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  readonly goals: readonly Goal[];
}

const FILTERS: readonly FilterName[] = ['none', 'f01', 'f30'];
const RESULTS = 10;
/** Of peers that are slow. */
const FEW: Rounds = { queries: 20, warm: 2, measured: 2 };
const BUILT_FOR_WORDS = 'toolscout-words';
/** Whose memory is compared: one index with vectors, two of words alone. */
const COMPARED_FOR_MEMORY: readonly string[] = ['toolscout-hybrid', 'bm25s', 'minisearch'];

/** Measures the engine beside its peers on the synthetic catalog. */
export async function measureEngine(options: EngineOptions, progress: Progress): Promise<EngineResult> {
  const folder = new BenchFolder(progress, options.reuse);
  const largest = Math.max(...options.sizes);
  if (!existsSync(join(folder.data, 'tools.jsonl'))) {
    progress(`making a catalog of ${largest} tools`);
    await generateCatalog(folder.data, largest, DIMENSIONS);
  }
  const rows: Row[] = [];
  const skipped: Skipped[] = [];
  if (options.memory) {
    for (const size of options.sizes) await measureMemory(size, { folder, progress, rows, skipped });
    return { rows, skipped, goals: readGoals(rows) };
  }
  for (const match of MATCHES) {
    if (!options.sizes.includes(match.size) || options.ours?.includes(match.ours) === false) continue;
    const isAsked = (peer: string): boolean => options.peers?.includes(peer) ?? true;
    if (options.peers?.length !== 0 && !match.peers.some(isAsked)) continue;
    await runMatch(match, options, { folder, progress, rows, skipped });
  }
  return { rows, skipped, goals: readGoals(rows) };
}

interface Run {
  readonly folder: BenchFolder;
  readonly progress: Progress;
  readonly rows: Row[];
  readonly skipped: Skipped[];
}

/** One process at a time, each in the same states: after building, and after opening what was built. */
async function measureMemory(size: number, run: Run): Promise<void> {
  for (const name of COMPARED_FOR_MEMORY) {
    if (await buildRow(name, size, run)) (await openRow(name, name, size, run))?.process.kill();
  }
}

async function runMatch(match: Match, options: EngineOptions, run: Run): Promise<void> {
  const { size, ours } = match;
  const rounds = match.isSlow === true ? FEW : options.rounds;
  const peers = match.peers.filter((peer) => options.peers?.includes(peer) ?? true);
  const names = [ours, ...peers, ...(options.control && peers[0] !== undefined ? [peers[0]] : [])];
  run.progress(`${ours} beside ${peers.join(', ')} over ${size} tools`);
  const load = loadavg()[0]!;
  if (ours === 'toolscout-lex') await buildRow(BUILT_FOR_WORDS, size, run);
  const runners: Runner[] = [];
  try {
    for (const [i, name] of names.entries()) {
      if (!(await buildRow(name, size, run))) continue;
      const opened = await openRow(name, i > peers.length ? `${name}-again` : name, size, run);
      if (opened !== undefined) runners.push(opened);
    }
    for (const filter of FILTERS) {
      const timed = await interleave(runners, filter, rounds, RESULTS, run.progress);
      run.rows.push(...queryRows(timed, { match, filter, load, rounds, data: run.folder.data }));
    }
  } finally {
    for (const { process } of runners) process.kill();
  }
}

/** Reports what building an index costs, once. @returns whether there is an index */
async function buildRow(name: string, size: number, run: Run): Promise<boolean> {
  try {
    const { ms, cpuMs, rssMB, peakMB } = await run.folder.build(name, size);
    const isKnown = run.rows.some(
      ({ contestant, figures }) => contestant === name && figures.size === size && figures.step === 'build',
    );
    if (!isKnown) run.rows.push(engineRow(name, { size, step: 'build', ms, cpuMs, rssMB, peakMB }));
    return true;
  } catch (error) {
    run.skipped.push({ what: `${name}, ${size} tools`, why: errorMessage(error) });
    return false;
  }
}

/** Reports what opening an index costs; the process goes on with it. */
async function openRow(name: string, label: string, size: number, run: Run): Promise<Runner | undefined> {
  try {
    const { process, ready } = await run.folder.open(name, size);
    const { ms, rssMB, peakMB } = ready;
    run.rows.push(engineRow(label, { size, step: 'open', ms, rssMB, peakMB }));
    return { name: label, process };
  } catch (error) {
    run.skipped.push({ what: `${name}, ${size} tools`, why: errorMessage(error) });
    return undefined;
  }
}

interface Asked {
  readonly match: Match;
  readonly filter: FilterName;
  readonly load: number;
  readonly rounds: Rounds;
  readonly data: string;
}

function queryRows(timed: readonly Timed[], { match, filter, load, rounds, data }: Asked): Row[] {
  const { size, ours } = match;
  const own = timed.find(({ name }) => name === ours);
  const nearest = ours === 'toolscout-vec' ? nearestTools(data, size)[filter] : undefined;
  return timed.map((one) => {
    const about = { size, step: 'query', filter, k: RESULTS, load, rounds: rounds.measured, queries: rounds.queries };
    if (one.error !== undefined) return engineRow(one.name, { ...about, error: one.error });
    return engineRow(one.name, {
      ...about,
      ...timeFigures(one),
      ...(nearest === undefined ? {} : { recall: recallOf(one.ids, nearest) }),
      ...(own === undefined || own === one || own.error !== undefined
        ? {}
        : { beside: ours, ratios: ratios(own, one) }),
    });
  });
}

function engineRow(contestant: string, figures: Row['figures']): Row {
  return { bench: 'engine', contestant, figures };
}
