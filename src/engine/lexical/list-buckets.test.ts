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
      const planes = 2;
      const given = termsOf(5_000, terms).map((term, i) => ({
        term,
        doc: i >> 2,
        impact: i % 256,
        pattern: (7 * i) % 65_536,
      }));
      // One posting of each of two terms with planes lies before those of lists.
      const starts = new Uint32Array(planes + terms + 1).fill(planes);
      starts.set([0, 1]);
      for (const { term } of given) starts[planes + term + 1]!++;
      for (let term = 0; term < terms; term++) starts[planes + term + 1]! += starts[planes + term]! - planes;
      const patterns = new Uint16Array(planes + given.length).fill(9, 0, planes);
      const buckets = new ListBuckets(starts, planes, patterns);
      for (let doc = 0; doc < given.length / 4; doc++) {
        const postings = given.slice(4 * doc, 4 * doc + 4);
        const words = [7, 7, 0, 3, ...postings.flatMap(({ term, pattern }) => [planes + term, pattern])];
        const impacts = [0, 0, 1, 0, ...postings.flatMap(({ impact }) => [impact, 0])];
        buckets.add(doc, Uint32Array.from(words), Uint8Array.from(impacts), 2, words.length);
      }
      buckets.sort();
      const sorted = given.map((posting, i) => ({ ...posting, i })).sort((a, b) => a.term - b.term || a.i - b.i);
      expect([...buckets.documents]).toEqual(sorted.map(({ doc }) => doc));
      expect([...buckets.impacts]).toEqual(sorted.map(({ impact }) => impact));
      expect([...patterns]).toEqual([9, 9, ...sorted.map(({ pattern }) => pattern)]);
    },
  );

  it('are none where no term has a list', () => {
    const buckets = new ListBuckets(Uint32Array.of(0, 4), 1, new Uint16Array(4));
    buckets.sort();
    expect(buckets.documents.length).toBe(0);
  });
});
