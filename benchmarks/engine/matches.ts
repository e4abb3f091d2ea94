import type { FilterName } from './protocol.ts';

/** Who is measured beside whom, over how many tools. */
export interface Match {
  readonly size: number;
  readonly ours: string;
  readonly peers: readonly string[];
  /** Peers that take so long that a few queries are asked once. */
  readonly isSlow?: boolean;
}

/** What a goal is read off: the ratio of ours to a peer where they met. */
export interface GoalSource {
  readonly row: string;
  readonly ours: string;
  readonly peer: string;
  /** The first of these at which they met. */
  readonly sizes: readonly number[];
  readonly filters: readonly FilterName[];
  /** `time`: the worse of best times and CPU; `cpu`: CPU alone; `build`, `memory` and `open`: what they are named for. */
  readonly measure: 'time' | 'cpu' | 'build' | 'memory' | 'open';
}

const MILLION = 1_000_000;
/** Peers that take minutes at a million, where one may want to ask them at a tenth of it alone. */
const EITHER: readonly number[] = [MILLION, 100_000];
const EVERY: readonly FilterName[] = ['none', 'f01', 'f30'];

/** In each a part of the contestants, so that they fit into memory together and a round stays short. */
export const MATCHES: readonly Match[] = [
  { size: 10_000, ours: 'toolscout-lex', peers: ['lucene', 'bm25s', 'tantivy', 'minisearch', 'orama', 'fts5'] },
  { size: 10_000, ours: 'toolscout-vec', peers: ['faiss-ivf-25', 'hnswlib', 'sqlite-vec', 'brute-force'] },
  { size: 10_000, ours: 'toolscout-hybrid', peers: ['limit-hybrid', 'lucene-hybrid'] },
  { size: 100_000, ours: 'toolscout-lex', peers: ['limit-lex', 'lucene', 'bm25s', 'tantivy', 'minisearch'] },
  { size: 100_000, ours: 'toolscout-vec', peers: ['limit-vec', 'faiss-ivf-25', 'hnswlib'] },
  { size: 100_000, ours: 'toolscout-hybrid', peers: ['limit-hybrid', 'lucene-hybrid'] },
  {
    size: MILLION,
    ours: 'toolscout-lex',
    peers: ['limit-lex', 'lucene', 'lucene-fields', 'lucene-sorted', 'bm25s', 'tantivy'],
  },
  { size: MILLION, ours: 'toolscout-vec', peers: ['limit-vec', 'faiss-ivf-4', 'faiss-ivf-8', 'faiss-ivf-64'] },
  { size: MILLION, ours: 'toolscout-hybrid', peers: ['limit-hybrid'] },
  { size: 100_000, ours: 'toolscout-lex', peers: ['fts5', 'orama'], isSlow: true },
  { size: 100_000, ours: 'toolscout-vec', peers: ['sqlite-vec', 'brute-force'], isSlow: true },
  { size: MILLION, ours: 'toolscout-lex', peers: ['fts5', 'minisearch'], isSlow: true },
  { size: MILLION, ours: 'toolscout-vec', peers: ['sqlite-vec', 'brute-force'], isSlow: true },
];

const lexical = { ours: 'toolscout-lex', sizes: [MILLION], measure: 'time' } as const;
const vectors = { ours: 'toolscout-vec', sizes: [MILLION], measure: 'time' } as const;
const hybrid = { ours: 'toolscout-hybrid', sizes: [100_000], measure: 'time', peer: 'lucene-hybrid' } as const;
const hnsw = { ours: 'toolscout-vec', sizes: [100_000], measure: 'time', peer: 'hnswlib' } as const;

/** The goals that ratios fill; 6, 7 and 17 are worked out on their own. */
export const GOAL_SOURCES: readonly GoalSource[] = [
  { ...lexical, row: '1a', peer: 'lucene', filters: ['none'] },
  { ...lexical, row: '1b', peer: 'lucene-fields', filters: ['none'] },
  { ...lexical, row: '2a', peer: 'bm25s', filters: ['none'] },
  { ...lexical, row: '2b', peer: 'bm25s', filters: ['f30'] },
  { ...lexical, row: '3a', peer: 'lucene', filters: ['f01'] },
  { ...lexical, row: '3b', peer: 'lucene-sorted', filters: ['f01'] },
  { ...lexical, row: '4', peer: 'lucene', filters: ['f30'] },
  { ...lexical, row: '5a', peer: 'fts5', sizes: EITHER, filters: EVERY, measure: 'cpu' },
  { ...lexical, row: '5b', peer: 'minisearch', sizes: EITHER, filters: EVERY, measure: 'cpu' },
  { ...lexical, row: '5c', peer: 'orama', sizes: [100_000], filters: EVERY, measure: 'cpu' },
  { ...vectors, row: '8', peer: 'faiss-ivf-64', filters: ['f01'] },
  { ...vectors, row: '10a', peer: 'sqlite-vec', sizes: EITHER, filters: EVERY, measure: 'cpu' },
  { ...vectors, row: '10b', peer: 'brute-force', sizes: EITHER, filters: EVERY, measure: 'cpu' },
  { ...hnsw, row: '9a', filters: ['none'] },
  { ...hnsw, row: '9b', filters: ['f01'] },
  { ...hnsw, row: '9c', filters: ['f30'] },
  { ...hybrid, row: '11a', filters: ['none'] },
  { ...hybrid, row: '11b', filters: ['f01'] },
  { ...hybrid, row: '11c', filters: ['f30'] },
  { ...hybrid, row: '12', peer: 'limit-hybrid', sizes: [MILLION], filters: EVERY },
  { ...lexical, row: '13a', ours: 'toolscout-words', peer: 'tantivy', filters: [], measure: 'build' },
  { ...lexical, row: '13b', ours: 'toolscout-words', peer: 'lucene', filters: [], measure: 'build' },
  { ...hybrid, row: '14a', filters: [], measure: 'build' },
  { ...hnsw, row: '14b', filters: [], measure: 'build' },
  { ...lexical, row: '15a', ours: 'toolscout-hybrid', peer: 'bm25s', filters: [], measure: 'memory' },
  { ...lexical, row: '15b', ours: 'toolscout-hybrid', peer: 'minisearch', filters: [], measure: 'memory' },
  { ...lexical, row: '16', sizes: [100_000], peer: 'minisearch', filters: [], measure: 'open' },
];
