/**
 * The physical limit: `limit.ts FOLDER lex|vec|hybrid`, where wabt is installed in the folder. A prototype that does as
 * little as can be done to answer a query: impacts of one byte, added with SIMD, and codes of 256 bits before rows of
 * int8. No product: it knows no ids, updates, explanations or errors, and takes hashes of words for the words.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../../peers/node/install.ts';
import { readQueries, readQueryVectors, type SyntheticQuery } from '../catalog.ts';
import { buildImage } from '../limit/build-image.ts';
import { type LimitSearch, openImage } from '../limit/search-image.ts';
import { serve } from '../protocol.ts';

const [folder, mode] = process.argv.slice(2);
const wabt = (await importFrom(folder!)('wabt')) as Parameters<typeof openImage>[0];
let search: LimitSearch | undefined;
let queries: readonly SyntheticQuery[] = [];
let vectors: readonly Float32Array[] = [];

await serve({
  build(data, n, dir) {
    mkdirSync(dir, { recursive: true });
    buildImage(data, n, join(dir, 'image'));
  },
  async open(data, _, dir) {
    search = await openImage(wabt, join(dir, 'image'));
    queries = readQueries(data);
    vectors = readQueryVectors(data);
  },
  query(i, filter, k) {
    if (search === undefined) throw new Error('Nothing is open.');
    if (mode === 'lex') return search.lexical(queries[i]!, filter, k);
    if (mode === 'vec') return search.vectors(queries[i]!, vectors[i]!, filter, k);
    return search.hybrid(queries[i]!, vectors[i]!, filter, k);
  },
});
