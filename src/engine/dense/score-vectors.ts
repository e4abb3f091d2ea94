import { type QuantisedVector, quantiseQuery } from './quantise.ts';
import type { VectorQuery } from './vector-index.ts';

/**
 * Products of a query with single vectors, to the bits that an index of them gives; 0 where there is no vector. For
 * documents that are kept elsewhere.
 */
export function scoreVectors(query: VectorQuery, vectors: readonly (QuantisedVector | undefined)[]): Float32Array {
  const { values: asked, scale } = quantiseQuery(query);
  return Float32Array.from(vectors, (vector) => {
    if (vector === undefined) return 0;
    let sum = 0;
    for (let i = 0; i < asked.length; i++) sum = (sum + Math.imul(asked[i]!, vector.values[i]!)) | 0;
    return Math.fround(sum * scale * vector.scale);
  });
}
