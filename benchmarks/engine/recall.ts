import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, eachTool, eachVector, passes, readQueries, readQueryVectors } from './catalog.ts';
import type { FilterName } from './protocol.ts';

/** For each filter and query the numbers of the tools with the nearest vectors, best first. */
export type Neighbours = Readonly<Record<FilterName, readonly (readonly number[])[]>>;

const FILTERS: readonly FilterName[] = ['none', 'f01', 'f30'];
/** As many as are compared. */
const KEPT = 10;

/** The nearest tools of each query, from all vectors in 32 bits; kept in a file, because it takes minutes. */
export function nearestTools(data: string, n: number): Neighbours {
  const file = join(data, `truth-vec-${n}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(searchAll(data, n)));
  return JSON.parse(readFileSync(file, 'utf8')) as Neighbours;
}

/** Share of the nearest that were found. */
export function recallOf(found: readonly (readonly number[])[], nearest: readonly (readonly number[])[]): number {
  let hits = 0;
  let wanted = 0;
  for (const [i, ids] of found.entries()) {
    const right = new Set(nearest[i]!.slice(0, KEPT));
    wanted += right.size;
    hits += ids.slice(0, KEPT).filter((id) => right.has(id)).length;
  }
  return Math.round((hits / wanted) * 10_000) / 10_000;
}

interface Scored {
  readonly number: number;
  readonly score: number;
}

function searchAll(data: string, n: number): Neighbours {
  const queries = readQueries(data);
  const vectors = readQueryVectors(data);
  const tags: { tenant: number; role: number; region: number }[] = [];
  eachTool(data, n, ({ tenant, role, region }) => tags.push({ tenant, role, region }));
  const best = new Map(FILTERS.map((filter) => [filter, queries.map((): Scored[] => [])]));
  eachVector(data, n, (vector, number) => {
    for (const [i, query] of vectors.entries()) {
      const score = dot(query, vector);
      for (const filter of FILTERS) {
        const kept = best.get(filter)![i]!;
        if (kept.length === KEPT && score <= kept[KEPT - 1]!.score) continue;
        if (passes(queries[i]!, filter, tags[number]!)) keep(kept, { number, score });
      }
    }
  });
  const numbers = (filter: FilterName) => best.get(filter)!.map((kept) => kept.map(({ number }) => number));
  return { none: numbers('none'), f01: numbers('f01'), f30: numbers('f30') };
}

function keep(kept: Scored[], found: Scored): void {
  let place = kept.length;
  while (place > 0 && kept[place - 1]!.score < found.score) place--;
  kept.splice(place, 0, found);
  if (kept.length > KEPT) kept.pop();
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += a[i]! * b[i]!;
  return sum;
}
