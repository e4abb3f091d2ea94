import type { Progress } from '../rows.ts';
import { median } from '../statistics.ts';
import type { PeerProcess } from './peer-process.ts';
import type { Answered, FilterName } from './protocol.ts';

/** Contestants take turns after so many queries. */
const BLOCK = 20;

export interface Rounds {
  readonly queries: number;
  readonly warm: number;
  readonly measured: number;
}

export interface Runner {
  readonly name: string;
  readonly process: PeerProcess;
}

/** What one contestant's queries took, in microseconds, and what they found. */
export interface Timed {
  readonly name: string;
  /** `us[i]`: times of query i, one a round. */
  readonly us: readonly (readonly number[])[];
  /** CPU of the whole process, a query. */
  readonly cpuUs: number;
  readonly ids: readonly (readonly number[])[];
  readonly error?: string;
}

interface Collected {
  readonly runner: Runner;
  readonly us: number[][];
  ids: (readonly number[])[];
  cpuMs: number;
  error?: string;
}

/**
 * Asks all contestants the same queries, block by block in turn, the order rotating, so that whatever else the machine
 * does hits all alike.
 */
export async function interleave(
  runners: readonly Runner[],
  filter: FilterName,
  { queries, warm, measured }: Rounds,
  k: number,
  progress: Progress,
): Promise<readonly Timed[]> {
  const all = runners.map(
    (runner): Collected => ({ runner, us: Array.from({ length: queries }, () => []), ids: [], cpuMs: 0 }),
  );
  for (let round = -warm; round < measured; round++) {
    progress(`filter ${filter}, round ${round + 1} of ${measured}`);
    for (let from = 0; from < queries; from += BLOCK) {
      for (let turn = 0; turn < all.length; turn++) {
        const place = turn + from / BLOCK + round + warm;
        await askBlock(all[place % all.length]!, { from, to: Math.min(queries, from + BLOCK), filter, k }, round >= 0);
      }
    }
  }
  return all.map(({ runner: { name }, us, ids, cpuMs, error }) => ({
    name,
    us,
    ids,
    cpuUs: (cpuMs * 1000) / queries / measured,
    ...(error === undefined ? {} : { error }),
  }));
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly filter: FilterName;
  readonly k: number;
}

async function askBlock(into: Collected, block: Block, isMeasured: boolean): Promise<void> {
  if (into.error !== undefined) return;
  const { process } = into.runner;
  const before = process.cpuMs();
  const answer = await process.ask<Answered>({ op: 'query', ...block });
  if (answer.error !== undefined) into.error = answer.error;
  else if (isMeasured) {
    const { us, ids } = answer as Answered;
    into.cpuMs += process.cpuMs() - before;
    for (const [i, time] of us.entries()) into.us[block.from + i]!.push(time);
    for (const [i, found] of ids.entries()) into.ids[block.from + i] = found;
  }
}

/** Middle and late values over the queries, of each query's median and of its best. */
export function timeFigures({ us, cpuUs }: Timed): Record<string, number> {
  const medians = us.map(median);
  const bests = us.map((times) => Math.min(...times));
  return {
    p50Us: round(percentile(medians, 0.5)),
    p99Us: round(percentile(medians, 0.99)),
    best50Us: round(percentile(bests, 0.5)),
    best99Us: round(percentile(bests, 0.99)),
    cpuUs: round(cpuUs),
  };
}

/** How many times as long one takes as another: the middle over the queries. */
export function ratios(
  own: Timed,
  other: Timed,
): { readonly median: number; readonly best: number; readonly cpu: number } {
  const over = (measure: (times: readonly number[]) => number): number =>
    round(median(own.us.map((times, i) => measure(times) / measure(other.us[i]!))), 1000);
  return {
    median: over(median),
    best: over((times) => Math.min(...times)),
    cpu: round(own.cpuUs / other.cpuUs, 1000),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

function round(value: number, steps = 10): number {
  return Math.round(value * steps) / steps;
}
