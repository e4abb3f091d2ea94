import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantise, quantiseQuery } from './quantise.ts';
import { scoreRows } from './row-scores.ts';
import { scoreVectors } from './score-vectors.ts';
import { rowBytesOf } from './segment/dense-layout.ts';

/** Rows of the vectors, and what each scores alone. */
function bothWays(vectors: readonly Float32Array[], query: Float32Array): [all: number[], alone: number[]] {
  const rowBytes = rowBytesOf(query.length);
  const values = new Int8Array(vectors.length * rowBytes);
  const quantised = vectors.map(quantise);
  for (const [row, one] of quantised.entries()) values.set(one.values, row * rowBytes);
  const scales = Float64Array.from(quantised, ({ scale }) => scale);
  return [[...scoreRows(quantiseQuery(query), { values, rowBytes, scales })], [...scoreVectors(query, quantised)]];
}

/** The same numbers each time: a linear congruential generator. */
function vectorsOf(count: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next));
}

describe('the scores of rows', () => {
  it('are to the bits those of single vectors, whatever was scored before', () => {
    const dimensions = fc.integer({ min: 1, max: 150 });
    fc.assert(
      fc.property(dimensions, fc.nat(40), fc.nat(), (width, count, seed) => {
        const [query, ...vectors] = vectorsOf(count + 1, width, seed);
        const [all, alone] = bothWays(vectors, query!);
        expect(all).toEqual(alone);
      }),
    );
  });

  it.each([
    [1, 1_024],
    [64, 1_025],
    [256, 255],
    [256, 256],
    [256, 257],
    [384, 600],
    [65_537, 3],
    [5, 7],
  ])('of %i dimensions are right at the ends of blocks: %i rows', (dimensions, count) => {
    const [query, ...vectors] = vectorsOf(count + 1, dimensions, 7);
    const [all, alone] = bothWays(vectors, query!);
    expect(all.length).toBe(count);
    expect(all).toEqual(alone);
  });

  it('of no rows are none', () => {
    expect(bothWays([], Float32Array.of(1, 0))).toEqual([[], []]);
  });
});
