import { join } from 'node:path';
import type { Tools } from './tools.ts';

/** What is searched: words, vectors, or both. */
export type Leg = 'lex' | 'vec' | 'hybrid';

/** One that takes part, beside others, in its own process. */
export interface ContestantSpec {
  readonly name: string;
  /** Contestants that search one index name it. */
  readonly index: string;
  /** What runs it; throws where something that it needs is not there. */
  command(tools: Tools): Promise<readonly string[]>;
  /** It cannot open what it has built. */
  readonly opensNothing?: boolean;
  /** The engine itself: built anew in every run. */
  readonly isOurs?: boolean;
}

const here = import.meta.dirname;
const HEAP = '--max-old-space-size=8000';

const node =
  (script: string, ...args: readonly string[]): ContestantSpec['command'] =>
  async () => [process.execPath, HEAP, join(here, script), ...args];

const npm =
  (script: string, packages: readonly string[], ...args: readonly string[]): ContestantSpec['command'] =>
  async (tools) => [process.execPath, HEAP, join(here, 'peers', script), await tools.npm(packages), ...args];

const python =
  (script: string, ...args: readonly string[]): ContestantSpec['command'] =>
  async (tools) => [await tools.python(), join(here, 'peers', script), ...args];

const lucene =
  (mode: string): ContestantSpec['command'] =>
  async (tools) => [...(await tools.lucene(join(here, 'peers', 'LucenePeer.java'))), mode];

const faiss = (probes: number): ContestantSpec => ({
  name: `faiss-ivf-${probes}`,
  index: 'faiss-ivf',
  command: python('faiss_peer.py', String(probes)),
});

/** All that may take part, by name. */
export const CONTESTANTS: ReadonlyMap<string, ContestantSpec> = new Map(
  (
    [
      { name: 'toolscout-lex', index: 'toolscout', command: node('product.ts', 'lex'), isOurs: true },
      { name: 'toolscout-vec', index: 'toolscout', command: node('product.ts', 'vec'), isOurs: true },
      { name: 'toolscout-hybrid', index: 'toolscout', command: node('product.ts', 'hybrid'), isOurs: true },
      { name: 'toolscout-words', index: 'toolscout-words', command: node('product-words.ts'), isOurs: true },
      { name: 'limit-lex', index: 'limit', command: npm('limit.ts', ['wabt@1.0.39'], 'lex') },
      { name: 'limit-vec', index: 'limit', command: npm('limit.ts', ['wabt@1.0.39'], 'vec') },
      { name: 'limit-hybrid', index: 'limit', command: npm('limit.ts', ['wabt@1.0.39'], 'hybrid') },
      { name: 'lucene', index: 'lucene', command: lucene('text') },
      { name: 'lucene-fields', index: 'lucene-fields', command: lucene('fields') },
      { name: 'lucene-sorted', index: 'lucene-sorted', command: lucene('sorted') },
      { name: 'lucene-hybrid', index: 'lucene-hybrid', command: lucene('hybrid') },
      { name: 'tantivy', index: 'tantivy', command: python('tantivy_peer.py') },
      { name: 'bm25s', index: 'bm25s', command: python('bm25s_peer.py') },
      faiss(4),
      faiss(8),
      faiss(25),
      faiss(64),
      { name: 'minisearch', index: 'minisearch', command: npm('minisearch.ts', ['minisearch@7.2.0']) },
      { name: 'orama', index: 'orama', command: npm('orama.ts', ['@orama/orama@3.1.18']), opensNothing: true },
      { name: 'fts5', index: 'fts5', command: node('peers/fts5.ts') },
      { name: 'sqlite-vec', index: 'sqlite-vec', command: npm('sqlite-vec.ts', ['sqlite-vec@0.1.9']) },
      { name: 'brute-force', index: 'brute-force', command: node('peers/brute-force.ts'), opensNothing: true },
      { name: 'hnswlib', index: 'hnswlib', command: npm('hnswlib.ts', ['hnswlib-node@3.0.0']) },
    ] satisfies ContestantSpec[]
  ).map((spec) => [spec.name, spec]),
);
