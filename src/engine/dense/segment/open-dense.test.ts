import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Section } from '../../codec/encode-image.ts';
import { documentOrder } from '../../filter/document-order.ts';
import { TestSegment } from '../../filter/test-segment.ts';
import { countRanges, EMPTY_VIEW, type View, wholeView } from '../../filter/view.ts';
import type { DensePart } from '../../segment/parts.ts';
import type { DocId } from '../../types.ts';
import { randomNumbers } from '../deep/kernels/test-memory.ts';
import { littleEndianBytes } from '../little-endian.ts';
import { quantise } from '../quantise.ts';
import { buildVectorIndex, type VectorIndex } from '../vector-index.ts';
import { LEAST_CLUSTERED } from './cluster-vectors.ts';
import { createDenseBuilder } from './dense-builder.ts';
import { openDense } from './open-dense.ts';

interface Opened {
  readonly sections: readonly Section[];
  readonly part: DensePart;
  readonly segment: TestSegment;
  /** The same documents in the same order. */
  readonly plain: VectorIndex;
}

function open(
  vectors: readonly Float32Array[],
  dimensions: number,
  ranks: Uint32Array = places(vectors.length),
): Opened {
  const builder = createDenseBuilder(dimensions);
  for (const vector of vectors) builder.add(quantise(vector));
  const clusters = builder.clusters();
  const order = documentOrder({ ranks, partitions: new Uint32Array(vectors.length), clusters });
  const ordered = Uint32Array.from(order, (added) => ranks[added]!);
  const sections = [...builder.finish(order), { name: 'keys.ranks', bytes: littleEndianBytes(ordered) }];
  const segment = new TestSegment(sections, vectors.length);
  const plain = buildVectorIndex(
    Array.from(order, (added) => vectors[added]!),
    dimensions,
  );
  return { sections, part: openDense(segment), segment, plain };
}

const places = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, i) => i);

function randomVectors(seed: number, count: number, dimensions: number): Float32Array[] {
  const numbers = Float32Array.from(randomNumbers(seed, count * dimensions));
  return Array.from({ length: count }, (_, i) => numbers.subarray(i * dimensions, (i + 1) * dimensions));
}

/** Vectors around a hundred others, as those of tools that do alike things are. */
function alikeVectors(seed: number, count: number, dimensions: number): Float32Array[] {
  const centres = randomVectors(seed, 100, dimensions);
  return randomVectors(seed + 1, count, dimensions).map((vector, i) => {
    const centre = centres[(i * 37) % centres.length]!;
    return vector.map((value, d) => 0.8 * value + centre[d]!);
  });
}

/** A view of the documents of `ranges` for which `seen` is true. */
function viewOf(segment: TestSegment, ranges: readonly number[], seen?: (doc: number) => boolean): View {
  const borders = Uint32Array.from(ranges);
  if (seen === undefined) return { ranges: borders, count: countRanges(borders) };
  const bits = segment.space.reserve(Math.ceil(segment.size / 512) * 64);
  // Outside of the ranges a bitmap may hold anything.
  segment.bytes.fill(0xff, bits, bits + Math.ceil(segment.size / 8));
  let count = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    for (let doc = ranges[i]!; doc < ranges[i + 1]!; doc++) {
      if (seen(doc)) count++;
      else segment.bytes[bits + (doc >> 3)]! &= ~(1 << (doc & 7));
    }
  }
  return { ranges: borders, bits, count };
}

const within = (ranges: readonly number[]) => (doc: number) =>
  ranges.some((start, i) => i % 2 === 0 && doc >= start && doc < ranges[i + 1]!);

describe('vectors of a segment', () => {
  it.each([1, 7, 64, 100, 256])('of %d dimensions give the documents and scores of the plain index', (dimensions) => {
    for (const size of [0, 1, 15, 16, 17, 63, 64, 65, 511, 513, dimensions === 64 ? 4_095 : 4_097]) {
      const { part, segment, plain } = open(randomVectors(size + dimensions, size, dimensions), dimensions);
      const [query] = randomVectors(3, 1, dimensions);
      const ranges = size < 15 ? [0, size] : [1, 7, 9, size - 2];
      const sees = within(ranges);
      const odd = (doc: number): boolean => doc % 3 === 1;
      const cases: [View, (doc: number) => boolean][] = [[wholeView(size), () => true]];
      if (size > 0) {
        cases.push([viewOf(segment, ranges), sees]);
        cases.push([viewOf(segment, ranges, odd), (doc) => sees(doc) && odd(doc)]);
      }
      for (const [view, allow] of cases) {
        for (const limit of [1, 600]) {
          const expected = plain.search(query!, { limit, allow });
          expect(part.search(query!, { limit, view })).toEqual(expected);
          expect(part.search(quantise(query!), { limit, view })).toEqual(
            plain.search(quantise(query!), { limit, allow }),
          );
          const floor = expected[2]?.score ?? 0;
          const above = expected.filter(({ score }) => score >= floor);
          expect(part.search(query!, { limit, view, floor })).toEqual(above);
        }
      }
      const docs = [...places(size)].reverse();
      expect(part.scores(query!, docs)).toEqual(plain.scores(query!).reverse());
      for (const doc of docs.slice(0, 5)) expect(part.vector(doc)).toEqual(plain.vector(doc as DocId));
    }
  });

  it('break ties by the rank of the key, whatever is asked for first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        (kinds, seed) => {
          const kindVectors = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 0.1)];
          const shuffled = [...places(kinds.length)].sort((a, b) => ((a * 31 + seed) % 61) - ((b * 31 + seed) % 61));
          const { part } = open(
            kinds.map((kind) => kindVectors[kind]!),
            2,
            Uint32Array.from(shuffled),
          );
          const found = part.search(Float32Array.of(1, 0), { limit: 5, view: wholeView(kinds.length) });
          // Documents lie in the order of their keys here.
          const byRank = [...found].sort((a, b) => b.score - a.score || a.doc - b.doc);
          expect(found).toEqual(byRank);
          const least = found.at(-1)!;
          const missed = part
            .scores(Float32Array.of(1, 0), [...places(kinds.length)])
            .findIndex(
              (score, doc) => score === least.score && doc < least.doc && !found.some((one) => one.doc === doc),
            );
          expect(missed).toBe(-1);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('find nothing without a direction or without documents, and refuse queries of another length', () => {
    const { part } = open([Float32Array.of(1, 2), Float32Array.of(0, 0)], 2);
    expect(part.search(new Float32Array(2), { limit: 3, view: wholeView(2) })).toEqual([]);
    expect(part.scores(new Float32Array(2), [1, 0])).toEqual(new Float32Array(2));
    expect(part.search(Float32Array.of(1, 2), { limit: 3, view: EMPTY_VIEW })).toEqual([]);
    expect(() => part.search(new Float32Array(3), { limit: 3, view: wholeView(2) })).toThrow(RangeError);
    expect(() => createDenseBuilder(3).add(quantise(new Float32Array(2)))).toThrow(RangeError);
    expect(() => createDenseBuilder(0)).toThrow(RangeError);
  });
});

describe('vectors of a large segment', () => {
  const DIMENSIONS = 64;
  const SIZE = LEAST_CLUSTERED + 1_000;
  const vectors = alikeVectors(11, SIZE, DIMENSIONS);
  const queries = alikeVectors(11, 10, DIMENSIONS).map((vector, i) => {
    const noise = randomVectors(100 + i, 1, DIMENSIONS)[0]!;
    return vector.map((value, d) => value + 0.4 * noise[d]!);
  });
  const { sections, part, segment, plain } = open(vectors, DIMENSIONS);

  /** The share of the exactly best documents that a search finds; what it finds must have its exact score. */
  function recall(view: View, allow: (doc: number) => boolean, limit: number): number {
    let found = 0;
    for (const query of queries) {
      const exact = new Set(plain.search(query, { limit, allow }).map(({ doc }) => doc));
      const scores = plain.scores(query);
      for (const { doc, score } of part.search(query, { limit, view })) {
        expect(allow(doc)).toBe(true);
        expect(score).toBe(scores[doc]);
        if (exact.has(doc as DocId)) found++;
      }
    }
    return found / (limit * queries.length);
  }

  it.each([10, 50])('are found by clusters, at least 97 of 100 where all are seen, of %d', (limit) => {
    expect(recall(wholeView(SIZE), () => true, limit)).toBeGreaterThanOrEqual(0.97);
  });

  it('are found through filters as well', () => {
    const limit = 10;
    const sees = within([5, 30_000, 30_003, SIZE - 1]);
    expect(recall(viewOf(segment, [5, 30_000, 30_003, SIZE - 1]), sees, limit)).toBeGreaterThanOrEqual(0.97);
    const third = (doc: number): boolean => doc % 3 === 0;
    expect(recall(viewOf(segment, [0, SIZE], third), third, limit)).toBeGreaterThanOrEqual(0.97);
    const tenth = (doc: number): boolean => (doc * 7) % 10 === 0;
    expect(recall(viewOf(segment, [0, SIZE], tenth), tenth, limit)).toBeGreaterThanOrEqual(0.99);
  });

  it('are scored whole in narrow views where codes are short, which is exact', () => {
    const ranges = [100, 9_000, 50_000, 54_000];
    expect(recall(viewOf(segment, ranges), within(ranges), 20)).toBe(1);
    const hundredth = (doc: number): boolean => doc % 100 === 7;
    expect(recall(viewOf(segment, [0, SIZE], hundredth), hundredth, 20)).toBe(1);
  });

  it('make the same bytes of the same documents', () => {
    const builder = createDenseBuilder(DIMENSIONS);
    for (const vector of vectors) builder.add(quantise(vector));
    const order = documentOrder({
      ranks: places(SIZE),
      partitions: new Uint32Array(SIZE),
      clusters: builder.clusters(),
    });
    for (const [i, { name, bytes }] of builder.finish(order).entries()) {
      expect(Buffer.compare(bytes, sections[i]!.bytes), name).toBe(0);
    }
  });
});

describe('vectors with long codes', () => {
  it('are scored in narrow views where their codes are near, and 99 of 100 are found', () => {
    const size = LEAST_CLUSTERED;
    const vectors = alikeVectors(5, size, 128);
    const { part, segment, plain } = open(vectors, 128);
    const ranges = [100, 9_000, 50_000, 54_000];
    const view = viewOf(segment, ranges);
    const wanted = 10;
    let found = 0;
    for (const [i, query] of alikeVectors(5, 20, 128).entries()) {
      const noise = randomVectors(200 + i, 1, 128)[0]!;
      const near = query.map((value, d) => value + 0.4 * noise[d]!);
      const exact = plain.search(near, { limit: wanted, allow: within(ranges) });
      const scores = new Map(exact.map(({ doc, score }) => [doc, score]));
      const answer = part.search(near, { limit: wanted, view });
      expect(answer).toHaveLength(wanted);
      for (const { doc, score } of answer) {
        expect(within(ranges)(doc)).toBe(true);
        if (!scores.has(doc as DocId)) continue;
        expect(score).toBe(scores.get(doc as DocId));
        found++;
      }
    }
    expect(found / (20 * wanted)).toBeGreaterThanOrEqual(0.99);
  });
});
