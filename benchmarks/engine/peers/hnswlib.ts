/** hnswlib-node as a contestant: `hnswlib.ts FOLDER`, in which it is installed. Filters are called back into JavaScript. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../../peers/node/install.ts';
import { DIMENSIONS, eachVector, passes, readQueries, readQueryVectors, type SyntheticQuery } from '../catalog.ts';
import { serve } from '../protocol.ts';

const LINKS = 16;
const EFFORT = 100;
const SEED = 1;

interface HnswIndex {
  initIndex(size: number, links: number, effort: number, seed: number): void;
  setEf(effort: number): void;
  addPoint(vector: readonly number[], id: number): void;
  writeIndexSync(file: string): void;
  readIndexSync(file: string): void;
  searchKnn(
    vector: readonly number[],
    k: number,
    filter?: (id: number) => boolean,
  ): { readonly neighbors: readonly number[] };
}

interface HnswModule {
  readonly default: { readonly HierarchicalNSW: new (metric: 'ip', dimensions: number) => HnswIndex };
}

const { default: hnswlib } = (await importFrom(process.argv[2]!)('hnswlib-node')) as HnswModule;
const index = new hnswlib.HierarchicalNSW('ip', DIMENSIONS);
let queries: readonly SyntheticQuery[] = [];
let vectors: readonly (readonly number[])[] = [];
/** Tenant, role and region of each tool. */
let tags = new Uint8Array();

function start(data: string): void {
  index.setEf(EFFORT);
  queries = readQueries(data);
  vectors = readQueryVectors(data).map((vector) => [...vector]);
  tags = new Uint8Array(readFileSync(join(data, 'acl.bin')));
}

await serve({
  build(data, n, dir) {
    index.initIndex(n, LINKS, EFFORT, SEED);
    eachVector(data, n, (vector, id) => index.addPoint([...vector], id));
    mkdirSync(dir, { recursive: true });
    index.writeIndexSync(join(dir, 'ix'));
    start(data);
  },
  open(data, _, dir) {
    index.readIndexSync(join(dir, 'ix'));
    start(data);
  },
  query(i, filter, k) {
    const query = queries[i]!;
    const allow = (id: number): boolean =>
      passes(query, filter, { tenant: tags[3 * id]!, role: tags[3 * id + 1]!, region: tags[3 * id + 2]! });
    return index.searchKnn(vectors[i]!, k, filter === 'none' ? undefined : allow).neighbors;
  },
});
