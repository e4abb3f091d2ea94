import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarSets } from './similar-sets.ts';

/** The same by comparing all with all. */
function* allPairs(sets: readonly ReadonlySet<string>[], threshold: number): Generator<readonly [number, number]> {
  for (const [a, one] of sets.entries()) {
    for (const [b, other] of sets.entries()) {
      if (a >= b) continue;
      const common = [...one].filter((element) => other.has(element)).length;
      if (common > 0 && common / (one.size + other.size - common) >= threshold - 1e-12) yield [a, b];
    }
  }
}

describe('similarSets', () => {
  it('finds exactly the pairs that comparing all with all finds', () => {
    const set = fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 10 }).map((elements) => new Set(elements));
    const threshold = fc.constantFrom(0.3, 0.5, 0.6, 0.75, 0.9, 1);
    fc.assert(
      fc.property(fc.array(set, { maxLength: 14 }), threshold, (sets, least) => {
        const order = (pairs: Iterable<readonly [number, number]>) => [...pairs].map(String).sort();
        expect(order(similarSets(sets, least))).toEqual(order(allPairs(sets, least)));
      }),
      { numRuns: 500 },
    );
  });
});
