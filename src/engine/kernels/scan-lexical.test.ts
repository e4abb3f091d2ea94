import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP } from './digest-planes.ts';
import { KEPT_AT, SCAN_SCRATCH_BYTES } from './scan-lexical.ts';
import {
  LIST_SHIFT,
  TERM_BYTES,
  TERM_GREATEST,
  TERM_IMPACTS,
  TERM_LIST,
  TERM_LIST_END,
  TERM_PLANE,
  TERM_PRESENT,
  TERM_WEIGHT,
} from './term-record.ts';
import { TestMemory } from './test-memory.ts';

interface Term {
  readonly impacts: readonly number[];
  readonly asPlane: boolean;
  readonly weight: number;
}

interface Scan {
  readonly size: number;
  readonly terms: readonly Term[];
  readonly shift: number;
  readonly ranges: readonly number[];
  readonly bits?: readonly boolean[];
  readonly limit: number;
  readonly slack: number;
}

const memory = new TestMemory(4 * 2 ** 20);

function layOut({ impacts, asPlane, weight }: Term): Uint32Array {
  const record = new Uint32Array(TERM_BYTES / 4);
  record[TERM_WEIGHT / 4] = weight;
  if (asPlane) {
    const length = Math.ceil(impacts.length / 64) * 64;
    const plane = memory.bytes([...impacts, ...Array<number>(length - impacts.length).fill(0)]);
    record[TERM_PLANE / 4] = plane;
    record[TERM_PRESENT / 4] = memory.reserve(length / 8);
    memory.kernels.markPresent(plane, length, record[TERM_PRESENT / 4]!);
    record[TERM_GREATEST / 4] = memory.reserve(length / GROUP);
    memory.kernels.markGreatest(plane, length, record[TERM_GREATEST / 4]!);
    return record;
  }
  const docs = [...impacts.keys()].filter((doc) => impacts[doc]! > 0);
  const list = memory.words(docs);
  record[TERM_LIST / 4] = list;
  record[TERM_LIST_END / 4] = list + 4 * docs.length;
  record[TERM_IMPACTS / 4] = memory.bytes(docs.map((doc) => impacts[doc]!)) - list / 4;
  return record;
}

function scan({ terms, shift, ranges, bits, limit, slack }: Scan) {
  memory.clear();
  const planesFirst = [...terms].sort((a, b) => Number(b.asPlane) - Number(a.asPlane));
  const records = planesFirst.flatMap((term) => [...layOut(term)]);
  const [at, rangesAt] = [memory.words(records), memory.words(ranges)];
  const bitmap = bits === undefined ? 0 : memory.bits([...bits, ...Array<boolean>(16).fill(true)]);
  const scratch = memory.reserve(SCAN_SCRATCH_BYTES);
  const count = memory.kernels.scanLexical(
    at,
    at + 4 * records.length,
    shift,
    rangesAt,
    rangesAt + 4 * ranges.length,
    bitmap,
    scratch,
    limit,
    slack,
  );
  const pairs = new Uint32Array(memory.buffer, scratch + KEPT_AT, 2 * Math.max(0, count));
  const kept = Array.from({ length: Math.max(0, count) }, (_, i) => ({ sum: pairs[2 * i]!, doc: pairs[2 * i + 1]! }));
  return { count, kept, total: new Uint32Array(memory.buffer, scratch, 1)[0]! };
}

/** All documents of the view with their sums, in document order. */
function plain({ size, terms, shift, ranges, bits }: Scan) {
  const sums = Array.from({ length: size }, (_, doc) => {
    const of = (isPlane: boolean): number[] =>
      terms.map(({ impacts, asPlane, weight }) => (asPlane === isPlane ? impacts[doc]! * weight : 0));
    const planes = of(true).reduce((sum, one) => sum + one, 0) >> shift;
    const sum = of(false).reduce((total, one) => total + (one >> LIST_SHIFT), planes);
    return { doc, sum, holds: terms.some(({ impacts }) => impacts[doc]! > 0) };
  });
  const inRanges = (doc: number): boolean =>
    ranges.some((border, i) => i % 2 === 0 && border <= doc && doc < ranges[i + 1]!);
  return sums.filter(({ doc, holds }) => holds && inRanges(doc) && bits?.[doc] !== false);
}

const scans = fc
  .record({
    size: fc.constantFrom(1, 15, 16, 17, 63, 64, 65, 4095, 4097, 8191, 8192, 8193, 17_000),
    shift: fc.nat({ max: 5 }),
    seeds: fc.array(fc.record({ seed: fc.nat(), density: fc.constantFrom(1, 2, 9, 100), asPlane: fc.boolean() }), {
      maxLength: 5,
    }),
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
    whole: fc.boolean(),
    seen: fc.option(fc.integer({ min: 2, max: 7 })),
    limit: fc.integer({ min: 1, max: 30 }),
    slack: fc.constantFrom(0, 40, 3000),
  })
  .map(({ size, shift, seeds, shares, whole, seen, limit, slack }): Scan => {
    const borders = [...new Set(shares.map((share) => Math.round(share * size)))].sort((a, b) => a - b);
    const mixed = (seed: number, i: number): number => (Math.imul(seed + i, 0x9e3779b1) >>> 8) % 1021;
    return {
      size,
      terms: seeds.map(({ seed, density, asPlane }) => ({
        impacts: Array.from({ length: size }, (_, i) =>
          mixed(seed, i) % density === 0 ? 1 + (mixed(~seed, i) % 255) : 0,
        ),
        asPlane,
        // Of a plane a fifth of what 16 bits take, of a list a sixth.
        weight: asPlane ? 32 + (seed % 19) : 256 + (seed % 10_000),
      })),
      shift,
      ranges: whole ? [0, size] : borders.slice(0, borders.length & ~1),
      ...(seen !== null && { bits: Array.from({ length: size }, (_, i) => mixed(5, i) % seen > 0) }),
      limit,
      slack,
    };
  });

describe('scanLexical', () => {
  it('keeps, with their sums, all that can be among the best, and counts what matches', () => {
    fc.assert(
      fc.property(scans, (one) => {
        const { kept, total } = scan(one);
        const all = plain(one);
        expect(total).toBe(all.length);
        const limitSum = all.map(({ sum }) => sum).sort((a, b) => b - a)[one.limit - 1] ?? 1;
        const needed = all.filter(({ sum }) => sum >= limitSum - one.slack);
        const bySum = new Map(all.map(({ doc, sum }) => [doc, sum]));
        expect(kept.filter(({ doc, sum }) => bySum.get(doc) !== sum)).toEqual([]);
        const keptDocs = new Set(kept.map(({ doc }) => doc));
        expect(needed.filter(({ doc }) => !keptDocs.has(doc))).toEqual([]);
        expect(kept.map(({ doc }) => doc)).toEqual([...keptDocs].sort((a, b) => a - b));
        // And not much more: a bin is 16 wide.
        expect(kept.filter(({ sum }) => sum + 16 + one.slack <= limitSum)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('drops what has fallen behind where room gets short', () => {
    // Each document beats those before it, so that all are kept at first.
    const size = 60_000;
    const impacts = Array.from({ length: size }, (_, doc) => 1 + Math.floor((254 * doc) / size));
    const { count, kept } = scan({
      size,
      terms: [{ impacts, asPlane: false, weight: 255 * 256 }],
      shift: 0,
      ranges: [0, size],
      limit: 10,
      slack: 300,
    });
    expect(count).toBeLessThan(1000);
    expect(kept.at(-1)).toEqual({ doc: size - 1, sum: 254 * 255 });
  });

  it('says so where more can be among the best than it has room for', () => {
    const size = 40_000;
    const terms = [{ impacts: Array<number>(size).fill(9), asPlane: true, weight: 200 }];
    const shift = 1;
    expect(scan({ size, terms, shift, ranges: [0, size], limit: 10, slack: 5 }).count).toBe(-1);
    const few = scan({ size, terms, shift, ranges: [0, 20_000], limit: 10, slack: 5 });
    expect([few.count, few.total]).toEqual([20_000, 20_000]);
  });
});
