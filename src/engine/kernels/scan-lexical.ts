import { fillMemory, type I32, i8x16, i16x8, i32, i32x4, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';

/**
 * Adds up what terms contribute to the documents of a view and keeps those that can be among the best.
 *
 * A contribution is (impact · weight) >> shift, at least 1 for a document that holds the term. Sums stay below 2¹⁶.
 * `slack` bounds by how much a sum may be too high: with the limit-th best sum at T, documents below T − slack cannot be
 * among the best `limit`. All others are kept.
 *
 * `terms` … `termsEnd`: records of {@link TERM_BYTES}, which the scan changes; `ranges` … `rangesEnd`: pairs of start
 * and end, ascending and disjoint; `bits`: a bitmap (byte d >> 3, bit d & 7), or 0; `scratch`: {@link SCAN_SCRATCH_BYTES}.
 *
 * Gives the number of pairs (sum, document) at `scratch` + {@link KEPT_AT}, in document order, or −1 where there is no
 * room for all. At `scratch`: how many documents of the view hold one of the terms; without meaning after −1.
 */
export type ScanLexical = (
  terms: number,
  termsEnd: number,
  ranges: number,
  rangesEnd: number,
  bits: number,
  scratch: number,
  limit: number,
  slack: number,
) => number;

/**
 * A term, as 32-bit words. With a plane: its address (byte d = impact of document d, 0 = absent; zeros up to a multiple
 * of 16). With a list: plane 0; address of the first uint32 document and the end; what leads from a quarter of a
 * document's address to the address of its impact.
 */
export const TERM_BYTES = 32;
export const TERM_PLANE = 0;
export const TERM_LIST = 4;
export const TERM_LIST_END = 8;
export const TERM_IMPACTS = 12;
export const TERM_WEIGHT = 16;
export const TERM_SHIFT = 20;
export const MAX_TERM_SHIFT = 7;

/** Documents whose sums lie in the first cache at a time. A multiple of 16, which is how many are looked at at once. */
const WINDOW = 4096;
/** Sums are counted in bins of 2⁴: fine beside the slack, and few enough to stay in the first cache. */
const BIN_SHIFT = 4;
const BIN_BYTES: number = 4 * (65_536 >> BIN_SHIFT);
const MAX_KEPT = 32_768;
/** Dropping what has fallen behind must free this much, or the scan would do little else. */
const KEPT_AFTER_DROPPING = 24_576;
const PAIR_BYTES = 8;

const SUMS_AT = 64;
const BINS_AT: number = SUMS_AT + 2 * WINDOW;
export const KEPT_AT: number = BINS_AT + BIN_BYTES;
export const SCAN_SCRATCH_BYTES: number = KEPT_AT + PAIR_BYTES * MAX_KEPT;

/** Defines `scanLexical`. */
export function defineScanLexical(module: ModuleBuilder): void {
  const parameters = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'] as const;
  module.defineNumber(
    'scanLexical',
    parameters,
    (f, terms, termsEnd, ranges, rangesEnd, bits, scratch, limit, slack) => {
      const sums = f.let(i32.add(scratch, i32.const(SUMS_AT)));
      const kept = keepBest(f, scratch, limit, slack);
      const total = f.local('i32');
      const result = f.let(i32.const(-1));
      const [from, to, base, stop] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
      const [term, sumsEnd] = [f.local('i32'), f.local('i32')];
      f.block((giveUp) => {
        f.repeatUntil(ranges, rangesEnd, 8, () => {
          f.set(from, i32.load(ranges));
          f.set(to, i32.load(ranges, 4));
          f.set(term, terms);
          f.repeatUntil(term, termsEnd, TERM_BYTES, () => moveCursor(f, term, from));
          // Bitmaps are read 16 documents at a time.
          f.set(base, i32.and(from, i32.const(-16)));
          f.repeatUntil(base, to, WINDOW, () => {
            f.set(stop, lesser(f, to, i32.add(base, i32.const(WINDOW))));
            const length = i32.and(i32.add(i32.sub(stop, base), i32.const(15)), i32.const(-16));
            f.set(sumsEnd, i32.add(sums, i32.shl(length, i32.const(1))));
            f.run(fillMemory(sums, i32.const(0), i32.sub(sumsEnd, sums)));
            f.set(term, terms);
            f.repeatUntil(term, termsEnd, TERM_BYTES, () => addTerm(f, term, base, stop, sums, sumsEnd));
            // Planes have added to documents before and behind the range.
            f.when(i32.ltU(base, from), () => {
              f.run(fillMemory(sums, i32.const(0), i32.shl(i32.sub(from, base), i32.const(1))));
            });
            const behind = f.let(i32.add(sums, i32.shl(i32.sub(stop, base), i32.const(1))));
            f.run(fillMemory(behind, i32.const(0), i32.sub(sumsEnd, behind)));
            scanSums(f, { sums, sumsEnd, base, bits, total, threshold: kept.threshold }, (sum, doc) => {
              kept.keep(sum, doc, giveUp);
            });
          });
        });
        f.run(i32.store(scratch, total));
        f.set(result, kept.drop());
      });
      return result;
    },
  );
}

function lesser(f: BodyBuilder, left: I32, right: I32): Local<'i32'> {
  const least = f.let(left);
  const other = f.let(right);
  f.when(i32.ltU(other, least), () => f.set(least, other));
  return least;
}

/** Moves the cursor of a list to its first document ≥ `from`, by halving what is left of it. */
function moveCursor(f: BodyBuilder, term: I32, from: I32): void {
  f.when(i32.eqz(i32.load(term, TERM_PLANE)), () => {
    const low = f.let(i32.load(term, TERM_LIST));
    const high = f.let(i32.load(term, TERM_LIST_END));
    const middle = f.local('i32');
    f.whileTrue(
      () => i32.ltU(low, high),
      () => {
        // Half of the distance, down to a multiple of 4.
        f.set(middle, i32.add(low, i32.and(i32.shrU(i32.sub(high, low), i32.const(1)), i32.const(-4))));
        f.when(
          i32.ltU(i32.load(middle), from),
          () => f.set(low, i32.add(middle, i32.const(4))),
          () => f.set(high, middle),
        );
      },
    );
    f.run(i32.store(term, low, TERM_LIST));
  });
}

function addTerm(f: BodyBuilder, term: I32, base: I32, stop: I32, sums: I32, sumsEnd: I32): void {
  const weight = f.let(i32.load(term, TERM_WEIGHT));
  const shift = f.let(i32.load(term, TERM_SHIFT));
  const plane = f.let(i32.load(term, TERM_PLANE));
  f.when(
    plane,
    () => addPlane(f, i32.add(plane, base), weight, shift, sums, sumsEnd),
    () => addList(f, term, weight, shift, sums, base, stop),
  );
}

/** One loop for each shift: a shift by a constant is one instruction, one by a variable several. */
function addPlane(f: BodyBuilder, plane: I32, weight: I32, shift: I32, sums: I32, sumsEnd: I32): void {
  const weights = f.let(i16x8.splat(weight));
  const impact = f.let(plane);
  const sum = f.let(sums);
  const add = (offset: number, bits: number): void => {
    const products = i16x8.mul(v128.load8x8U(impact, offset / 2), weights);
    f.run(v128.store(sum, i16x8.add(v128.load(sum, offset), i16x8.shrU(products, i32.const(bits))), offset));
  };
  for (let bits = 0; bits <= MAX_TERM_SHIFT; bits++) {
    f.when(i32.eq(shift, i32.const(bits)), () => {
      f.repeatUntil(sum, sumsEnd, 32, () => {
        add(0, bits);
        add(16, bits);
        f.advance(impact, 16);
      });
    });
  }
}

function addList(f: BodyBuilder, term: I32, weight: I32, shift: I32, sums: I32, base: I32, stop: I32): void {
  const doc = f.let(i32.load(term, TERM_LIST));
  const end = f.let(i32.load(term, TERM_LIST_END));
  const toImpact = f.let(i32.load(term, TERM_IMPACTS));
  // A document's sum is at sums + 2 · (document − base).
  const origin = f.let(i32.sub(sums, i32.shl(base, i32.const(1))));
  const [number, sum] = [f.local('i32'), f.local('i32')];
  f.block((leave) => {
    f.whileTrue(
      () => i32.ltU(doc, end),
      () => {
        f.set(number, i32.load(doc));
        leave(i32.geU(number, stop));
        f.set(sum, i32.add(origin, i32.shl(number, i32.const(1))));
        const impact = i32.load8U(i32.add(i32.shrU(doc, i32.const(2)), toImpact));
        f.run(i32.store16(sum, i32.add(i32.load16U(sum), i32.shrU(i32.mul(impact, weight), shift))));
        f.advance(doc, 4);
      },
    );
  });
  f.run(i32.store(term, doc, TERM_LIST));
}

interface Window {
  readonly sums: I32;
  readonly sumsEnd: I32;
  /** Document of the first sum. */
  readonly base: I32;
  readonly bits: I32;
  readonly total: Local<'i32'>;
  readonly threshold: Local<'i32'>;
}

/** Counts the sums that are not zero, and runs `keep` for those that reach the threshold, in document order. */
function scanSums(f: BodyBuilder, window: Window, keep: (sum: Local<'i32'>, doc: Local<'i32'>) => void): void {
  const { sums, sumsEnd, base, bits, total, threshold } = window;
  const sum = f.let(sums);
  const first = f.let(base);
  const none = f.local('v128');
  const absents = f.let(none);
  const thresholds = f.let(i16x8.splat(threshold));
  const [low, high, reachLow, reachHigh] = [f.local('v128'), f.local('v128'), f.local('v128'), f.local('v128')];
  const [seen, value, doc] = [f.local('i32'), f.local('i32'), f.local('i32')];
  const keepReaching = (): void => {
    f.when(v128.anyTrue(v128.or(reachLow, reachHigh)), () => {
      f.set(seen, i32.and(i8x16.bitmask(i8x16.narrowI16x8S(reachLow, reachHigh)), seen));
      f.whileTrue(
        () => seen,
        () => {
          f.set(doc, i32.ctz(seen));
          f.set(value, i32.load16U(i32.add(sum, i32.shl(doc, i32.const(1)))));
          f.set(doc, i32.add(first, doc));
          f.set(seen, i32.and(seen, i32.sub(seen, i32.const(1))));
          // The threshold may have risen since the sixteen were compared.
          f.when(i32.geU(value, threshold), () => keep(value, doc));
        },
      );
      f.set(thresholds, i16x8.splat(threshold));
    });
  };
  const sixteen = (count: () => void): void => {
    f.repeatUntil(sum, sumsEnd, 32, () => {
      f.set(low, v128.load(sum));
      f.set(high, v128.load(sum, 16));
      f.set(reachLow, i16x8.geU(low, thresholds));
      f.set(reachHigh, i16x8.geU(high, thresholds));
      count();
      keepReaching();
      f.advance(first, 16);
    });
  };
  f.when(
    bits,
    () =>
      sixteen(() => {
        f.set(seen, i32.load16U(i32.add(bits, i32.shrU(first, i32.const(3)))));
        const absent = i8x16.bitmask(i8x16.narrowI16x8S(i16x8.eq(low, none), i16x8.eq(high, none)));
        f.advance(total, i32.popcnt(i32.and(i32.sub(i32.const(0xffff), absent), seen)));
      }),
    () => {
      sixteen(() => {
        f.set(seen, i32.const(0xffff));
        // A comparison that holds gives −1. A window has 512 sums for each of the eight counters at most.
        f.set(absents, i16x8.sub(i16x8.sub(absents, i16x8.eq(low, none)), i16x8.eq(high, none)));
      });
      f.advance(total, i32.shrU(i32.sub(sumsEnd, sums), i32.const(1)));
      f.set(absents, i32x4.extaddPairwiseI16x8U(absents));
      for (let lane = 0; lane < 4; lane++) f.set(total, i32.sub(total, i32x4.extractLane(absents, lane)));
    },
  );
}

interface Kept {
  /** The least sum that is worth keeping. */
  readonly threshold: Local<'i32'>;
  keep(sum: Local<'i32'>, doc: Local<'i32'>, giveUp: () => void): void;
  /** Drops what has fallen below the threshold and gives the number of those left. */
  drop(): Local<'i32'>;
}

/** Writes the code that keeps sums near the best ones. The limit-th best sum is known by counting sums in bins. */
function keepBest(f: BodyBuilder, scratch: I32, limit: I32, slack: I32): Kept {
  const threshold = f.let(i32.const(1));
  const bins = f.let(i32.add(scratch, i32.const(BINS_AT)));
  const start = f.let(i32.add(scratch, i32.const(KEPT_AT)));
  const end = f.let(start);
  // Of the sums so far, `above` lie in the bin at `lowest` or above it: the highest bin with `limit` of them or more.
  const lowest = f.let(bins);
  const above = f.local('i32');
  const [bin, edge, from, to] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
  f.run(fillMemory(bins, i32.const(0), i32.const(BIN_BYTES)));

  const drop = (): Local<'i32'> => {
    f.set(from, start);
    f.set(to, start);
    f.repeatUntil(from, end, PAIR_BYTES, () => {
      f.run(i32.store(to, i32.load(from)));
      f.run(i32.store(to, i32.load(from, 4), 4));
      f.when(i32.geU(i32.load(from), threshold), () => f.advance(to, PAIR_BYTES));
    });
    f.set(end, to);
    return f.let(i32.shrU(i32.sub(end, start), i32.const(3)));
  };

  const raise = (): void => {
    f.whileTrue(
      () => i32.leU(i32.add(limit, i32.load(lowest)), above),
      () => {
        f.set(above, i32.sub(above, i32.load(lowest)));
        f.advance(lowest, 4);
      },
    );
    // The lower edge of that bin: its number, which is a quarter of its offset, times the width.
    f.set(edge, i32.shl(i32.sub(lowest, bins), i32.const(BIN_SHIFT - 2)));
    f.when(i32.ltU(slack, edge), () => f.set(threshold, i32.sub(edge, slack)));
  };

  const keep = (sum: Local<'i32'>, doc: Local<'i32'>, giveUp: () => void): void => {
    f.when(i32.eq(end, i32.add(start, i32.const(PAIR_BYTES * MAX_KEPT))), () => {
      f.when(i32.ltU(i32.const(KEPT_AFTER_DROPPING), drop()), giveUp);
    });
    f.run(i32.store(end, sum));
    f.run(i32.store(end, doc, 4));
    f.advance(end, PAIR_BYTES);
    f.set(bin, i32.add(bins, i32.shl(i32.shrU(sum, i32.const(BIN_SHIFT)), i32.const(2))));
    f.when(i32.leU(lowest, bin), () => {
      f.run(i32.store(bin, i32.add(i32.load(bin), i32.const(1))));
      f.advance(above, 1);
      raise();
    });
  };

  return { threshold, keep, drop };
}
