import { createInterface } from 'node:readline';
import { residentMegabytes } from './resident.ts';

/**
 * What a contestant is asked over its standard input, and answers, one JSON object a line. Contestants in other
 * languages speak it as well, so the fields are short and plain.
 */
export type Request =
  | { readonly op: 'build' | 'open'; readonly data: string; readonly n: number; readonly dir: string }
  | {
      readonly op: 'query';
      readonly from: number;
      readonly to: number;
      readonly filter: FilterName;
      readonly k: number;
    }
  | { readonly op: 'exit' };

/** No filter; one tenant of 100 (1 %); two of five regions and six of eight roles (30 %). */
export type FilterName = 'none' | 'f01' | 'f30';

/** After a build or an opening. */
export interface Ready {
  readonly ms: number;
  readonly rssMB: number;
  readonly peakMB: number;
  readonly error?: string;
}

/** Microseconds of each query, and what it found: numbers of tools, counted from 0 in the order of the catalog. */
export interface Answered {
  readonly us: readonly number[];
  readonly ids: readonly (readonly number[])[];
  readonly error?: string;
}

/** A contestant in this process. */
export interface Contestant {
  /** Reads the catalog, and persists what it made of it where it can. */
  build(data: string, n: number, dir: string): void | Promise<void>;
  /** Loads what a build persisted. */
  open?(data: string, n: number, dir: string): void | Promise<void>;
  /** Searches for query number `i`. */
  query(i: number, filter: FilterName, k: number): readonly number[] | Promise<readonly number[]>;
}

/** Answers requests until told to exit. What goes wrong is answered too. */
export async function serve(contestant: Contestant): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    if (request.op === 'exit') return;
    let answer: Ready | Answered | { error: string };
    try {
      answer = request.op === 'query' ? await answerQueries(contestant, request) : await prepare(contestant, request);
    } catch (error) {
      answer = { error: String(error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

async function prepare(
  contestant: Contestant,
  { op, data, n, dir }: Extract<Request, { op: 'build' | 'open' }>,
): Promise<Ready> {
  const start = performance.now();
  if (op === 'open' && contestant.open === undefined) throw new Error('It cannot open what it has built.');
  if (op === 'build') await contestant.build(data, n, dir);
  else await contestant.open?.(data, n, dir);
  return { ms: performance.now() - start, ...residentMegabytes() };
}

async function answerQueries(
  contestant: Contestant,
  { from, to, filter, k }: Extract<Request, { op: 'query' }>,
): Promise<Answered> {
  const us: number[] = [];
  const ids: (readonly number[])[] = [];
  for (let i = from; i < to; i++) {
    const start = performance.now();
    const answer = contestant.query(i, filter, k);
    const found = answer instanceof Promise ? await answer : answer;
    us.push((performance.now() - start) * 1000);
    ids.push(found);
  }
  return { us, ids };
}
