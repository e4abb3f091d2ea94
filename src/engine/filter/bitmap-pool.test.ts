import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitmapPool } from './bitmap-pool.ts';
import { bitmapBytes } from './filter-layout.ts';
import { TestSegment } from './test-segment.ts';

const SIZE = 1_500;

/** Ranges that do not touch, some within one step of the kernels and some far apart. */
const ranges = fc.uniqueArray(fc.integer({ min: 0, max: SIZE }), { maxLength: 10 }).map((borders) => {
  const sorted = [...borders].sort((a, b) => a - b);
  return Uint32Array.from(sorted.length % 2 === 0 ? sorted : sorted.slice(1));
});

function documentsOf(within: Uint32Array): number[] {
  const documents: number[] = [];
  for (let i = 0; i < within.length; i += 2)
    for (let doc = within[i]!; doc < within[i + 1]!; doc++) documents.push(doc);
  return documents;
}

/** No document takes less than a byte. */
const segmentOf = (size: number): TestSegment => new TestSegment([{ name: 'a', bytes: new Uint8Array(size) }], size);

/** Bitmaps beside each other, filled with noise that the plain sets beside them know. */
class Bitmaps {
  readonly #segment = segmentOf(SIZE);
  readonly pool = new BitmapPool(this.#segment, 5);
  /** `to` lies between two that nothing may touch. */
  readonly all: readonly number[];

  constructor(seed: number) {
    // Handed out from the last to the first.
    const taken = [this.pool.take(), this.pool.take(), this.pool.take(), this.pool.take()];
    this.all = [...taken].sort((a, b) => a - b);
    let state = seed;
    const bytes = this.#segment.bytes;
    const first = this.all[0]!;
    for (let i = 0; i < 4 * bitmapBytes(SIZE); i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[first + i] = state >>> 24;
    }
  }

  has(address: number, doc: number): boolean {
    return ((this.#segment.bytes[address + (doc >> 3)]! >> (doc & 7)) & 1) === 1;
  }

  /** As text: comparing lists of numbers takes most of the time otherwise. */
  contentOf(address: number): string {
    return this.#segment.bytes.subarray(address, address + bitmapBytes(SIZE)).join();
  }
}

describe('a pool of bitmaps', () => {
  it.each([
    ['unite', (_to: boolean, from: boolean) => from],
    ['and', (to: boolean, from: boolean) => to && from],
    ['or', (to: boolean, from: boolean) => to || from],
    ['clear', (to: boolean, from: boolean) => to && !from],
    ['invert', (to: boolean) => !to],
    ['empty', () => false],
    ['fill', () => true],
  ] as const)('can %s what lies in ranges, and touches no bitmap beside', (operation, expected) => {
    fc.assert(
      fc.property(ranges, fc.nat(), fc.boolean(), (within, seed, isBefore) => {
        const bitmaps = new Bitmaps(seed);
        const [below, one, other, above] = bitmaps.all as [number, number, number, number];
        const [to, from] = isBefore ? [one, other] : [other, one];
        const before = documentsOf(within).map((doc) => expected(bitmaps.has(to, doc), bitmaps.has(from, doc)));
        const untouched = [below, from, above].map((address) => bitmaps.contentOf(address));
        const { pool } = bitmaps;
        if (operation === 'invert' || operation === 'empty' || operation === 'fill') pool[operation](to, within);
        else if (operation === 'unite') pool.unite(to, [from], within);
        else pool[operation](to, from, within);
        expect(documentsOf(within).map((doc) => bitmaps.has(to, doc))).toEqual(before);
        expect([below, from, above].map((address) => bitmaps.contentOf(address))).toEqual(untouched);
      }),
      { numRuns: 25 },
    );
  });

  it.each([2, 63, 64, 65, 200])('unites %i bitmaps', (count) => {
    const bitmaps = new Bitmaps(count);
    const [to, left, right] = bitmaps.all as [number, number, number];
    const whole = Uint32Array.of(0, SIZE);
    const expected = documentsOf(whole).map((doc) => bitmaps.has(left, doc) || bitmaps.has(right, doc));
    bitmaps.pool.unite(to, [right, ...Array<number>(count - 1).fill(left)], whole);
    expect(documentsOf(whole).map((doc) => bitmaps.has(to, doc))).toEqual(expected);
  });

  it('touches no step of 16 bytes in which there is nothing to do', () => {
    const within = Uint32Array.of(130, 140, 1_100, 1_101);
    const isFar = (doc: number): boolean => ![1, 8].includes(Math.floor(doc / 128));
    const far = Array.from({ length: SIZE }, (_, doc) => doc).filter(isFar);
    for (const operation of ['unite', 'and', 'or', 'clear', 'invert', 'empty', 'fill', 'cutTo'] as const) {
      const bitmaps = new Bitmaps(7);
      const [to, from] = [bitmaps.all[1]!, bitmaps.all[2]!];
      const before = far.map((doc) => bitmaps.has(to, doc));
      const { pool } = bitmaps;
      if (operation === 'and' || operation === 'or' || operation === 'clear') {
        pool[operation](to, from, within);
      } else if (operation === 'unite') pool.unite(to, [from], within);
      else pool[operation](to, within);
      expect([operation, far.map((doc) => bitmaps.has(to, doc))]).toEqual([operation, before]);
    }
  });

  it('does nothing where there are no ranges', () => {
    const bitmaps = new Bitmaps(7);
    const before = bitmaps.all.map((address) => bitmaps.contentOf(address));
    const [to, from] = [bitmaps.all[1]!, bitmaps.all[2]!];
    const none = new Uint32Array(0);
    for (const operation of ['and', 'or', 'clear'] as const) bitmaps.pool[operation](to, from, none);
    for (const operation of ['invert', 'empty', 'fill', 'cutTo'] as const) bitmaps.pool[operation](to, none);
    expect(bitmaps.all.map((address) => bitmaps.contentOf(address))).toEqual(before);
    expect([bitmaps.pool.count(to, none), bitmaps.pool.toRanges(to, none)]).toEqual([0, none]);
  });

  it('changes no document outside of the ranges that it fills', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (within, seed) => {
        const bitmaps = new Bitmaps(seed);
        const to = bitmaps.all[1]!;
        const inside = new Set(documentsOf(within));
        const outside = Array.from({ length: SIZE }, (_, doc) => doc).filter((doc) => !inside.has(doc));
        const before = outside.map((doc) => bitmaps.has(to, doc));
        bitmaps.pool.fill(to, within);
        expect(outside.map((doc) => bitmaps.has(to, doc))).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('cuts a bitmap to ranges, counts it, and gives it as ranges', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (within, seed) => {
        const bitmaps = new Bitmaps(seed);
        const { pool } = bitmaps;
        const to = bitmaps.all[2]!;
        const wanted = documentsOf(within).filter((doc) => bitmaps.has(to, doc));
        const { free } = pool;
        pool.cutTo(to, within);
        expect(pool.free).toBe(free);
        expect(pool.count(to, within)).toBe(wanted.length);
        const found = pool.toRanges(to, within);
        expect(documentsOf(found)).toEqual(wanted);
        // As few as can be: none begins where another ends.
        for (let i = 2; i < found.length; i += 2) expect(found[i]!).toBeGreaterThan(found[i - 1]!);
      }),
      { numRuns: 25 },
    );
  });

  it('has so many bitmaps and no more', () => {
    const pool = new BitmapPool(segmentOf(100), 2);
    const taken = [pool.take(), pool.take()];
    expect(pool.free).toBe(0);
    expect(() => pool.take()).toThrow(RangeError);
    pool.give(taken[0]!);
    expect(pool.take()).toBe(taken[0]);
    expect(Math.abs(taken[0]! - taken[1]!)).toBe(bitmapBytes(100));
  });
});
