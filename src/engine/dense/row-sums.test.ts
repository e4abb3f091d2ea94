import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowSums } from './row-sums.ts';
import { TokenTable } from './token-table.ts';

const DIMENSIONS = 24;
const PIECES = 11;
const MOST = 9;

describe('RowSums', () => {
  it('adds up to the very bits of the table itself, for every number of rows', () => {
    fc.assert(
      fc.property(
        fc.int8Array({ minLength: DIMENSIONS * PIECES, maxLength: DIMENSIONS * PIECES }),
        fc.float32Array({ minLength: PIECES, maxLength: PIECES, noNaN: true, noDefaultInfinity: true }),
        fc.array(fc.array(fc.nat(PIECES - 1), { maxLength: MOST }), { minLength: 2, maxLength: 4 }),
        fc.float64Array({ minLength: MOST, maxLength: MOST, noNaN: true, noDefaultInfinity: true }),
        (rows, scales, texts, weights) => {
          const sums = new RowSums(DIMENSIONS, rows, scales, MOST);
          const table = new TokenTable(DIMENSIONS, rows, scales);
          const expected = new Float64Array(DIMENSIONS);
          for (const pieces of texts) {
            table.addUp(pieces, weights, expected);
            expect(sums.sum(pieces, weights)).toEqual(expected);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('takes what it can share among its lanes', () => {
    expect([RowSums.takes(256), RowSums.takes(24), RowSums.takes(100)]).toEqual([true, true, false]);
  });
});
