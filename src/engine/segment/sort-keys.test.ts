import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from './key-order.ts';
import { sortedByKey } from './sort-keys.ts';

/** Long common beginnings, ends at every unit, and characters on both sides of the surrogates. */
const key = fc
  .array(fc.constantFrom('server/', 'a', 'b', '\u0000', '\u007f', '\u0080', 'é', '\ud7ff', '😀', '\uffee', 'aaaaaaa'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

describe('sorted keys', () => {
  it.each([0, 5_000])('are in the order of keys beside %i others', (others) => {
    const rest = Array.from({ length: others }, (_, i) => `server/name-${(i * 7_919) % others}`);
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 60 }), (some) => {
        const keys = [...some, ...rest];
        const sorted = [...sortedByKey(keys)];
        expect(sorted.map((position) => keys[position])).toEqual([...keys].sort(compareKeys));
        expect(new Set(sorted).size).toBe(keys.length);
      }),
      { numRuns: others === 0 ? 300 : 30 },
    );
  });
});
