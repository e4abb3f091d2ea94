/**
 * Writes the vectors of known requests that the static table is shipped with:
 * `node training/request-landmarks.ts models/requests-45k-256.bin`, over the data folder that test/data-root.ts finds.
 * Deterministic; takes a minute.
 *
 * Every line of far-requests.jsonl, which no tool does, in the order of the file; and middles of the project's own requests,
 * every one of which some tool does. Middles part the two kinds as well as all 12,189 requests do, at a fourth of the bytes:
 * see `docs/decisions/2026-12-01-more-far-requests.md`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadStaticEmbedder } from '../src/backends/index.ts';
import { buildVectorIndex, writeRequestLandmarks } from '../src/engine/index.ts';
import { contentHash } from '../src/shared/hash.ts';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { farRequests, staticRequest } from './far-requests.ts';
import { readRequestShares } from './request-shares.ts';

const ID = 'requests-45k-256@1';
const MIDDLES = 3_000;
/** Of k-means (Lloyd); the figures no longer move after eight. */
const ROUNDS = 12;

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error(`Usage: node ${join('training', 'request-landmarks.ts')} OUT.bin`);
if (dataRoot === undefined) throw new Error(DATA_MISSING);
const embedder = await loadStaticEmbedder();
const { known } = await readRequestShares(dataRoot);
const byHash = known.map(({ text }) => text).sort((a, b) => (contentHash(a) < contentHash(b) ? -1 : 1));
const middles = middlesOf(byHash.map((text) => staticRequest(embedder, text)));
const bytes = writeRequestLandmarks(
  { id: ID, model: embedder.id, dimensions: embedder.dimensions },
  { noTool: farRequests().map((text) => staticRequest(embedder, text)), tool: middles },
);
writeFileSync(out, bytes);
console.log(
  `${out}: ${farRequests().length} requests that no tool does, ${middles.length} middles, ${bytes.length} bytes`,
);

/** Middles of the densest groups of unit vectors, of unit length: spherical k-means from the first vectors on. */
function middlesOf(vectors: readonly Float32Array[]): readonly Float32Array[] {
  let middles = vectors.slice(0, MIDDLES);
  for (let round = 0; round < ROUNDS; round++) {
    const index = buildVectorIndex(middles, embedder.dimensions);
    const sums = middles.map(() => new Float64Array(embedder.dimensions));
    for (const vector of vectors) {
      const sum = sums[placeOfLargest(index.scores(vector))]!;
      for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
    }
    middles = middles.map((middle, i) => unit(sums[i]!) ?? middle);
  }
  return middles;
}

function placeOfLargest(values: Float32Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}

/** Undefined for the zero vector, which has no direction. */
function unit(vector: Float64Array): Float32Array | undefined {
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  return length === 0 ? undefined : Float32Array.from(vector, (component) => component / length);
}
