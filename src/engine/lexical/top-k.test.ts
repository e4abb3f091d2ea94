import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topK } from './top-k.ts';

describe('topK', () => {
  it('gives what sorting everything gives, ties by document number', () => {
    const scores = fc.array(fc.constantFrom(0.5, 1, 1.5, 2), { maxLength: 40 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 50 }), (values, limit) => {
        const docs = values.map((_, doc) => doc);
        const sorted = [...docs].sort((a, b) => values[b]! - values[a]! || a - b);
        expect(topK(docs, Float64Array.from(values), limit)).toEqual(sorted.slice(0, limit));
        expect(topK(docs.reverse(), Float64Array.from(values), limit)).toEqual(sorted.slice(0, limit));
      }),
    );
  });
});
