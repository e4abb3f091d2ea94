import { describe, expect, it } from 'vitest';
import { quantise } from './quantise.ts';
import { scoreVectors } from './score-vectors.ts';
import { buildVectorIndex } from './vector-index.ts';

describe('scores of single vectors', () => {
  it('are those of an index that holds them', () => {
    const vectors = [Float32Array.of(0.6, 0.8, 0), Float32Array.of(0, -0.28, 0.96), Float32Array.of(0, 0, 0)];
    const query = Float32Array.of(0.48, 0.6, 0.64);
    const wanted = buildVectorIndex(vectors, 3).scores(query);
    expect([...scoreVectors(query, [...vectors.map(quantise), undefined])]).toEqual([...wanted, 0]);
    expect([...scoreVectors(new Float32Array(3), vectors.map(quantise))]).toEqual([0, 0, 0]);
  });
});
