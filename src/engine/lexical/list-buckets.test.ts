import { describe, expect, it } from 'vitest';
import { ListBuckets } from './list-buckets.ts';

/** Terms at random but the same each time. */
function termsOf(postings: number, terms: number): number[] {
  let state = 1;
  return Array.from({ length: postings }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // Few in most, many in some, as words are.
    return Math.floor((state / 2 ** 32) ** 3 * terms);
  });
}

describe('the buckets in which lists are sorted', () => {
  it.each([1, 255, 256, 257, 65_535, 65_536, 70_000])(
    'sort by term and keep the order of documents: %i terms',
    (terms) => {
      const before = 3;
      const given = termsOf(5_000, terms).map((term, i) => ({
        term,
        doc: i,
        impact: i % 256,
        pattern: (7 * i) % 65_536,
      }));
      const starts = new Uint32Array(terms + 1).fill(before);
      for (const { term } of given) starts[term + 1]!++;
      for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]! - before;
      const patterns = new Uint16Array(before + given.length).fill(9, 0, before);
      const buckets = new ListBuckets(starts, patterns);
      for (const { term, doc, impact, pattern } of given) buckets.push(term, doc, impact, pattern);
      buckets.sort();
      const sorted = [...given].sort((a, b) => a.term - b.term || a.doc - b.doc);
      expect([...buckets.documents]).toEqual(sorted.map(({ doc }) => doc));
      expect([...buckets.impacts]).toEqual(sorted.map(({ impact }) => impact));
      expect([...patterns]).toEqual([9, 9, 9, ...sorted.map(({ pattern }) => pattern)]);
    },
  );

  it('are none where no term has a list', () => {
    const buckets = new ListBuckets(Uint32Array.of(4), new Uint16Array(4));
    buckets.sort();
    expect(buckets.documents.length).toBe(0);
  });
});
