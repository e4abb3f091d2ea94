import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../dense/deep/kernels/test-memory.ts';
import { CANDIDATE_BYTES } from './hamming.ts';
import { TestMemory } from './test-memory.ts';

const memory = new TestMemory();

/** Candidates between two addresses as pairs of document and value, which is read as `read` does. */
function candidates(start: number, end: number, read: 'getUint32' | 'getFloat32'): [number, number][] {
  const view = new DataView(memory.buffer);
  return Array.from({ length: (end - start) / CANDIDATE_BYTES }, (_, i) => {
    const at = start + i * CANDIDATE_BYTES;
    return [view.getUint32(at, true), view[read](at + 4, true)];
  });
}

const random = (seed: number, count: number, limit: number): number[] =>
  Array.from(randomNumbers(seed, count), (value) => Math.round(value * limit));
const RUNS = [0, 1, 3, 3, 5, 40, 64, 71];
const runDocs = RUNS.flatMap((start, i) =>
  i % 2 === 0 ? Array.from({ length: RUNS[i + 1]! - start }, (_, d) => start + d) : [],
);
const SIZE = 71;
const seen = random(3, SIZE, 1).map((value) => value === 0);

describe.each([1, 2, 4, 6])('distances of codes of %d words', (words) => {
  const codes = random(words, SIZE * words * 8, 127).map((value) => value & 0xff);
  const query = random(words + 9, words * 8, 127).map((value) => value & 0xff);
  const distanceOf = (doc: number): number =>
    query.reduce((sum, byte, i) => {
      const differing = byte ^ codes[doc * words * 8 + i]!;
      return sum + differing.toString(2).replaceAll('0', '').length;
    }, 0);

  it.each([false, true])('select what is near, with a bitmap: %s', (filtered) => {
    for (const most of [0, words * 30, words * 33, words * 64]) {
      memory.clear();
      const [runs, out] = [memory.words(RUNS), memory.reserve(SIZE * CANDIDATE_BYTES)];
      const bits = filtered ? memory.bits(seen) : 0;
      const runsEnd = runs + RUNS.length * 4;
      const end = memory.kernels.selectNear(
        runs,
        runsEnd,
        memory.bytes(codes),
        words,
        memory.bytes(query),
        most,
        bits,
        out,
      );
      const expected = runDocs.filter((doc) => (!filtered || seen[doc]) && distanceOf(doc) <= most);
      expect(candidates(out, end, 'getUint32')).toEqual(expected.map((doc) => [doc, distanceOf(doc)]));
    }
  });
});

describe.each([64, 128, 256, 384])('scores of vectors of %d numbers', (dimensions) => {
  const rows = random(dimensions, SIZE * dimensions, 127);
  const query = random(dimensions + 1, dimensions, 32_767);
  const scales = Float64Array.from(randomNumbers(5, SIZE), (value) => value / 90);
  const QUERY_SCALE = 1 / 30_011;
  const scoreOf = (doc: number): number => {
    const sum = query.reduce((all, value, i) => all + value * rows[doc * dimensions + i]!, 0);
    return Math.fround(sum * QUERY_SCALE * scales[doc]!);
  };
  const operands = (): [number, number, number, number, number] => {
    const scaleAddress = memory.bytes(new Uint8Array(scales.buffer));
    const queryAddress = memory.bytes(new Uint8Array(Int16Array.from(query).buffer));
    return [memory.bytes(rows), dimensions, scaleAddress, queryAddress, QUERY_SCALE];
  };

  it.each([false, true])('select what is best, with a bitmap: %s', (filtered) => {
    for (const least of [-Infinity, 0, scoreOf(6), Infinity]) {
      memory.clear();
      const [runs, out] = [memory.words(RUNS), memory.reserve(SIZE * CANDIDATE_BYTES)];
      const bits = filtered ? memory.bits(seen) : 0;
      const end = memory.kernels.selectBest(runs, runs + RUNS.length * 4, bits, least, out, ...operands());
      const expected = runDocs.filter((doc) => (!filtered || seen[doc]) && scoreOf(doc) >= least);
      expect(candidates(out, end, 'getFloat32')).toEqual(expected.map((doc) => [doc, scoreOf(doc)]));
    }
  });

  it('take the place of what a candidate had', () => {
    memory.clear();
    const docs = [70, 3, 3, 0, 12];
    const list = memory.words(docs.flatMap((doc) => [doc, 99]));
    const end = list + docs.length * CANDIDATE_BYTES;
    memory.kernels.scoreCandidates(list, end, ...operands());
    expect(candidates(list, end, 'getFloat32')).toEqual(docs.map((doc) => [doc, scoreOf(doc)]));
    memory.kernels.scoreCandidates(list, list, ...operands());
  });
});

describe('assignNearest', () => {
  it('takes the highest product among centroids whose codes are near', () => {
    const [dimensions, words, count, centroidCount] = [128, 2, 40, 9];
    const rows = random(21, count * dimensions, 127);
    const centroids = random(22, centroidCount * dimensions, 30_000);
    const scales = Float64Array.from(randomNumbers(23, centroidCount), (value) => 1 + value / 2);
    const codes = random(24, count * words * 8, 127).map((value) => value & 0xff);
    const centroidCodes = random(25, centroidCount * words * 8, 127).map((value) => value & 0xff);
    const distance = (doc: number, centroid: number): number => {
      let sum = 0;
      for (let i = 0; i < words * 8; i++) {
        const differing = codes[doc * words * 8 + i]! ^ centroidCodes[centroid * words * 8 + i]!;
        sum += differing.toString(2).replaceAll('0', '').length;
      }
      return sum;
    };
    const product = (doc: number, centroid: number): number => {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += rows[doc * dimensions + i]! * centroids[centroid * dimensions + i]!;
      return sum * scales[centroid]!;
    };
    for (const margin of [0, 10, 128]) {
      memory.clear();
      const out = memory.reserve(4 * count);
      memory.kernels.assignNearest(
        memory.bytes(rows),
        memory.bytes(codes),
        count,
        dimensions,
        words,
        memory.bytes(new Uint8Array(Int16Array.from(centroids).buffer)),
        memory.bytes(new Uint8Array(scales.buffer)),
        memory.bytes(centroidCodes),
        centroidCount,
        margin,
        memory.reserve(4 * centroidCount),
        out,
      );
      const all = Array.from({ length: centroidCount }, (_, centroid) => centroid);
      const expected = Array.from({ length: count }, (_, doc) => {
        const most = Math.min(...all.map((centroid) => distance(doc, centroid))) + margin;
        const near = all.filter((centroid) => distance(doc, centroid) <= most);
        return near.reduce((best, centroid) => (product(doc, centroid) > product(doc, best) ? centroid : best));
      });
      expect([...new Uint32Array(memory.buffer, out, count)]).toEqual(expected);
    }
  });
});
