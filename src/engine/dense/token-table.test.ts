import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenTable } from './token-table.ts';

const DIMENSIONS = 3;
const row = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS });
/** Scales whose products and sums are exact, so that the order of adding does not show. */
const scale = fc.constantFrom(0.25, 0.5, 1, 2);
const rows = fc.array(fc.tuple(row, scale), { minLength: 1, maxLength: 8 });

function tableOf(content: readonly (readonly [number[], number])[]): TokenTable {
  return new TokenTable(
    DIMENSIONS,
    Int8Array.from(content.flatMap(([values]) => values)),
    Float32Array.from(content, ([, factor]) => factor),
  );
}

describe('a token table', () => {
  it('adds up the vectors of any number of pieces, each by the weight of its place', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.tuple(fc.nat(), scale), { maxLength: 14 }), (content, places) => {
        const table = tableOf(content);
        const pieces = places.map(([number]) => number % content.length);
        const weights = Float64Array.from(places, ([, weight]) => weight);
        const expected = Array.from({ length: DIMENSIONS }, (_, d) =>
          pieces.reduce((sum, piece, place) => sum + weights[place]! * table.vector(piece)[d]!, 0),
        );
        const sum = new Float64Array(DIMENSIONS).fill(7);
        table.addUp(pieces, weights, sum);
        expect([...sum].map((value) => value + 0)).toEqual(expected.map((value) => value + 0));
      }),
    );
  });

  it('knows the length of a vector and the cosine of two', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (content, left, right) => {
        const table = tableOf(content);
        const [a, b] = [left % content.length, right % content.length];
        const [va, vb] = [table.vector(a), table.vector(b)];
        expect(table.length(a)).toBeCloseTo(Math.hypot(...va), 9);
        const lengths = Math.hypot(...va) * Math.hypot(...vb);
        const dot = va.reduce((sum, value, d) => sum + value * vb[d]!, 0);
        expect(table.cosine(a, b)).toBeCloseTo(lengths === 0 ? 0 : dot / lengths, 9);
      }),
    );
  });
});
