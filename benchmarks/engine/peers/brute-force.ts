/** All vectors in 32 bits compared in plain JavaScript, as most stores of vectors for JavaScript do it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, eachVector, passes, readQueries, readQueryVectors, type SyntheticQuery } from '../catalog.ts';
import { serve } from '../protocol.ts';

let queries: readonly SyntheticQuery[] = [];
let asked: readonly Float32Array[] = [];
let rows = new Float32Array();
/** Tenant, role and region of each tool. */
let tags = new Uint8Array();

await serve({
  build(data, n) {
    queries = readQueries(data);
    asked = readQueryVectors(data);
    tags = new Uint8Array(readFileSync(join(data, 'acl.bin')));
    rows = new Float32Array(n * DIMENSIONS);
    eachVector(data, n, (vector, number) => rows.set(vector, number * DIMENSIONS));
  },
  query(i, filter, k) {
    const [query, vector] = [queries[i]!, asked[i]!];
    const best: { readonly doc: number; readonly score: number }[] = [];
    for (let doc = 0, at = 0; at < rows.length; doc++, at += DIMENSIONS) {
      const tool = { tenant: tags[3 * doc]!, role: tags[3 * doc + 1]!, region: tags[3 * doc + 2]! };
      if (!passes(query, filter, tool)) continue;
      const score = dot(at, vector);
      if (best.length === k && score <= best[k - 1]!.score) continue;
      const place = best.findIndex((one) => one.score < score);
      best.splice(place < 0 ? best.length : place, 0, { doc, score });
      if (best.length > k) best.pop();
    }
    return best.map(({ doc }) => doc);
  },
});

/** Four sums at a time, which processors add side by side. */
function dot(at: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let j = 0; j < DIMENSIONS; j += 4) {
    a += rows[at + j]! * vector[j]!;
    b += rows[at + j + 1]! * vector[j + 1]!;
    c += rows[at + j + 2]! * vector[j + 2]!;
    d += rows[at + j + 3]! * vector[j + 3]!;
  }
  return a + b + c + d;
}
