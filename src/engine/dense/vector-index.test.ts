import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocId } from '../types.ts';
import { quantise } from './quantise.ts';
import { buildVectorIndex } from './vector-index.ts';

const DIMENSIONS = 6;
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values));
/** Few directions, so that ties are common. */
const simple = fc
  .array(fc.constantFrom(-1, 0, 1), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values));
const corpus = fc.array(fc.oneof(vector, simple), { maxLength: 30 });

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, i) => sum + value * right[i]!, 0);
}

/** How far a score may be from the float product: half a step in each component of the document, and a trace of the query's. */
function tolerance(document: Float32Array, query: Float32Array): number {
  const step = quantise(document).scale / 2;
  const queryStep = Math.max(0, ...query.map(Math.abs)) / 32_767;
  const sums = query.reduce((sum, value) => sum + Math.abs(value) * step, 0);
  return sums + document.reduce((sum, value) => sum + (Math.abs(value) + step) * queryStep, 0) + 1e-6;
}

describe('a vector index', () => {
  it('scores every document as floats do, within the rounding', () => {
    fc.assert(
      fc.property(corpus, vector, (documents, query) => {
        const scores = buildVectorIndex(documents, DIMENSIONS).scores(query);
        expect(scores.length).toBe(documents.length);
        for (const [doc, document] of documents.entries()) {
          expect(Math.abs(scores[doc]! - dot(document, query))).toBeLessThanOrEqual(tolerance(document, query));
        }
      }),
    );
  });

  it('finds what sorting all scores finds, ties by document number', () => {
    fc.assert(
      fc.property(corpus, fc.oneof(vector, simple), fc.integer({ min: 1, max: 40 }), (documents, query, limit) => {
        const index = buildVectorIndex(documents, DIMENSIONS);
        const sorted = [...index.scores(query)]
          .map((score, doc) => ({ doc, score }))
          .sort((a, b) => b.score - a.score || a.doc - b.doc);
        const isZero = query.every((value) => value === 0);
        expect(index.search(query, { limit })).toEqual(isZero ? [] : sorted.slice(0, limit));
      }),
    );
  });

  it('answers with a filter as an index that never held the others', () => {
    const allowed = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(corpus, vector, allowed, (documents, query, isAllowed) => {
        const kept = documents.flatMap((_, doc) => (isAllowed[doc] ? [doc] : []));
        const part = buildVectorIndex(
          kept.map((doc) => documents[doc]!),
          DIMENSIONS,
        );
        const expected = part.search(query, { limit: 7 }).map(({ doc, score }) => ({ doc: kept[doc], score }));
        const whole = buildVectorIndex(documents, DIMENSIONS);
        expect(whole.search(query, { limit: 7, allow: (doc) => isAllowed[doc]! })).toEqual(expected);
      }),
    );
  });

  it('asks the filter about each document once, and about nothing else', () => {
    const index = buildVectorIndex([Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 1)], 2);
    const asked: number[] = [];
    index.search(Float32Array.of(1, 0), { limit: 1, allow: (doc) => asked.push(doc) > 0 });
    expect(asked).toEqual([0, 1, 2]);
  });

  it('may be searched from inside its own filter', () => {
    const index = buildVectorIndex([Float32Array.of(1, 0), Float32Array.of(0, 1)], 2);
    const inner = (): boolean => index.search(Float32Array.of(0, 1), { limit: 2 }).length === 2;
    const found = index.search(Float32Array.of(1, 0), { limit: 1, allow: inner });
    expect(found.map(({ doc }) => doc)).toEqual([0]);
  });

  it('carries nothing from one search to the next', () => {
    fc.assert(
      fc.property(corpus, vector, vector, (documents, first, second) => {
        const used = buildVectorIndex(documents, DIMENSIONS);
        used.search(first, { limit: 3 });
        const fresh = buildVectorIndex(documents, DIMENSIONS);
        expect(used.search(second, { limit: 9 })).toEqual(fresh.search(second, { limit: 9 }));
      }),
    );
  });

  it('searches by one of its own vectors, for which that document comes first', () => {
    const documents = [Float32Array.of(0.6, 0.8), Float32Array.of(1, 0), Float32Array.of(0, 1)];
    const index = buildVectorIndex(documents, 2);
    for (const doc of [0, 1, 2] as DocId[]) {
      const [best] = index.search(index.vector(doc), { limit: 1 });
      expect(best!.doc).toBe(doc);
      expect(best!.score).toBeCloseTo(1, 1);
    }
  });

  it('finds nothing for a query without direction', () => {
    const index = buildVectorIndex([Float32Array.of(1, 0)], 2);
    expect(index.search(new Float32Array(2), { limit: 5 })).toEqual([]);
    expect([...index.scores(new Float32Array(2))]).toEqual([0]);
  });

  it('gives a document without direction the score 0', () => {
    const index = buildVectorIndex([new Float32Array(2), Float32Array.of(1, 0)], 2);
    expect([...index.scores(Float32Array.of(-1, 0))]).toEqual([0, -1]);
  });

  it('takes any number of dimensions, and vectors one by one', () => {
    for (const dimensions of [1, 2, 3, 4, 5, 7, 1536]) {
      const vectors = (function* () {
        for (let doc = 0; doc < 200; doc++) yield new Float32Array(dimensions).fill(doc % 2 === 0 ? 1 : -1);
      })();
      const index = buildVectorIndex(vectors, dimensions);
      expect(index.size).toBe(200);
      const scores = index.scores(new Float32Array(dimensions).fill(1));
      for (const doc of [0, 1, 198, 199]) {
        expect(scores[doc]! / dimensions).toBeCloseTo(doc % 2 === 0 ? 1 : -1, 6);
      }
    }
  });

  it('may be empty', () => {
    const index = buildVectorIndex([], 2);
    expect(index.size).toBe(0);
    expect(index.search(Float32Array.of(1, 0), { limit: 5 })).toEqual([]);
    expect(index.scores(Float32Array.of(1, 0)).length).toBe(0);
  });

  it.each([
    ['no dimensions', () => buildVectorIndex([], 0)],
    ['a vector of another length', () => buildVectorIndex([Float32Array.of(1)], 2)],
    ['a query of another length', () => buildVectorIndex([], 2).search(Float32Array.of(1), { limit: 1 })],
    ['a limit of 0', () => buildVectorIndex([], 2).search(Float32Array.of(1, 0), { limit: 0 })],
    ['a document that it does not have', () => buildVectorIndex([], 2).vector(0 as DocId)],
  ])('refuses %s as a mistake in the program', (_, mistake) => {
    expect(mistake).toThrow(RangeError);
  });
});
