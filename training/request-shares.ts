import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type LargeSet, readLargeSet } from '../benchmarks/quality/large-set.ts';
import type { EvaluationQuery } from '../src/evaluation/index.ts';
import type { Catalog } from '../src/tools/index.ts';

/** The project's own requests of people, over the large catalogue of the data folder. */
export interface RequestShares {
  readonly catalog: Catalog;
  /** To learn from: what each is like. */
  readonly known: readonly EvaluationQuery[];
  /** To weigh and to choose by. */
  readonly dev: readonly EvaluationQuery[];
}

/** Servers by the CRC-32 of their name modulo ten: 0 is kept for tests, as in `embedding/split.py`; the rest are known. */
const TEST = 0;
const DEV: ReadonlySet<number> = new Set([1, 2]);

/**
 * Reads them, parted by the servers that serve them: what is chosen on a share must not have been learned from it. A
 * request for servers of several shares is of the first of test, dev, known.
 */
export async function readRequestShares(dataRoot: string): Promise<RequestShares> {
  const { catalog, queries }: LargeSet = await readLargeSet(join(dataRoot, '../requests'), {
    tools: undefined,
    held: false,
    kind: 'person',
    requests: Number.MAX_SAFE_INTEGER,
  });
  const sharesOf = ({ relevant }: EvaluationQuery): number[] =>
    [...relevant.keys()].map((id) => crc32(catalog.byId(id)?.source.name ?? '') % 10);
  const rest = queries.filter((query) => !sharesOf(query).includes(TEST));
  const isDev = (query: EvaluationQuery): boolean => sharesOf(query).some((share) => DEV.has(share));
  return { catalog, known: rest.filter((query) => !isDev(query)), dev: rest.filter(isDev) };
}
