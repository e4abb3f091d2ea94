import type { Goal } from './rows.ts';

/** Row of the goals, what it says, the goal, and the stretch goal where there is one. */
export type Target = readonly [row: string, what: string, goal: number, stretch?: number];

/**
 * Speed targets, one entry per sub-goal. All but two are ratios to a peer that runs interleaved in the same run, so
 * that they hold on any machine; 6 is p99/p50 of our own queries, 17 is a recall, where more is better. Sizes are a
 * million tools unless the text says otherwise.
 */
export const TARGETS: readonly Target[] = [
  ['1a', 'lexical, no filter, against Lucene with one field', 0.5, 0.3],
  ['1b', 'lexical, no filter, against Lucene BM25F', 0.15, 0.08],
  ['2a', 'lexical, no filter, against bm25s with numba', 0.7, 0.45],
  ['2b', 'lexical, 30 % filter, against bm25s with numba', 0.6, 0.35],
  ['3a', 'lexical, 1 % filter, against Lucene', 0.1, 0.06],
  ['3b', 'lexical, 1 % filter, against Lucene sorted by tenant', 0.5, 0.3],
  ['4', 'lexical, 30 % filter, against Lucene', 0.25, 0.15],
  ['5a', 'lexical CPU against FTS5', 1 / 200, 1 / 400],
  ['5b', 'lexical CPU against MiniSearch', 1 / 300, 1 / 400],
  ['5c', 'lexical CPU against Orama, 100k tools', 1 / 500],
  ['6', 'lexical tail p99/p50, no filter', 3],
  ['7a', 'vectors, no filter, against faiss IVF at equal recall', 3, 1],
  ['7b', 'vectors, 30 % filter, against faiss IVF at equal recall', 2, 1],
  ['8', 'vectors, 1 % filter, recall ≥ .99, against faiss IVF', 0.8, 0.5],
  ['9a', 'vectors, no filter, 100k tools, against hnswlib-node', 1.2, 0.5],
  ['9b', 'vectors, 1 % filter, 100k tools, against hnswlib-node', 0.05, 0.01],
  ['9c', 'vectors, 30 % filter, 100k tools, against hnswlib-node', 0.6, 0.3],
  ['10a', 'vectors CPU against sqlite-vec with bit vectors', 1 / 50],
  ['10b', 'vectors CPU against brute force in JavaScript', 1 / 25],
  ['11a', 'hybrid, no filter, 100k tools, against Lucene hybrid', 1, 0.8],
  ['11b', 'hybrid, 1 % filter, 100k tools, against Lucene hybrid', 0.5, 0.3],
  ['11c', 'hybrid, 30 % filter, 100k tools, against Lucene hybrid', 0.5, 0.35],
  ['12', 'hybrid against the physical-limit prototype', 2, 1.3],
  ['13a', 'lexical build CPU against Tantivy', 0.8],
  ['13b', 'lexical build CPU against Lucene', 0.5],
  ['14a', 'hybrid build CPU, 100k tools, against Lucene hybrid', 0.05],
  ['14b', 'hybrid build CPU, 100k tools, against hnswlib-node alone', 0.07],
  ['15a', 'resident memory, hybrid index, against bm25s lexical only', 0.3],
  ['15b', 'resident memory, hybrid index, against MiniSearch lexical only', 0.5],
  ['16', 'opening a persisted index, a tool, against MiniSearch loadJSON', 1 / 15],
  ['17', 'vector recall under a 1 % filter', 0.99],
];

/** The targets that are not among those measured, as goals without a value. */
export function unmeasuredGoals(measured: readonly Goal[]): Goal[] {
  const known = new Set(measured.map(({ row }) => row));
  return TARGETS.filter(([row]) => !known.has(row)).flatMap(([row, what, goal, stretch]) => {
    const entry = { row, what, goal, value: null, met: false, stretch: false };
    return stretch === undefined ? [entry] : [entry, { ...entry, goal: stretch, stretch: true }];
  });
}

/** Where a goal is missed, what the time goes into. */
const REASONS: Readonly<Record<string, string>> = {
  '7b': 'clusters lie in pieces where a filter lets 30 % through, and their rows are fetched one by one',
  '10a':
    'worst under the 1 % filter, where a thousand codes are left to scan; few queries, so that our code is not yet compiled',
  '10b':
    'worst under the 1 % filter, where a thousand rows are left to compare; few queries, so that our code is not yet compiled',
  '13a': 'every posting is placed with its figures and fields, which is bound by memory',
  '13b': 'every posting is placed with its figures and fields, which is bound by memory',
  '14a': 'clusters are made while building, so that reading stays short',
  '14b': 'clusters are made while building, and words and filters are indexed as well',
  '16': 'opening checks every checksum',
};

/** See {@link REASONS}; empty where nothing was found out. */
export function reasonFor(row: string): string {
  return REASONS[row] ?? '';
}
