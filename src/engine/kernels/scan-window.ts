import { fillMemory, type I32, type I64, i16x8, i32, i64, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder } from '../assembler/module.ts';
import { GROUP } from './digest-planes.ts';
import { TERM_BYTES, TERM_GREATEST, TERM_PRESENT, TERM_WEIGHT } from './term-record.ts';

/** Documents whose sums lie in the first cache at a time, at most. */
export const WINDOW = 4096;
/** A scan starts with so many and doubles them: little is left to look at closely once some of the best are known. */
export const FIRST_WINDOW = 512;
/** Documents that are looked at at once: bits of a word. */
export const BLOCK = 64;
/** Bitmaps are combined by so many bytes at once. */
const STEP = 16;

/**
 * Places in the scratch: sums, a bitmap of documents that are seen, one of those that hold a term with a plane, for each
 * group what lists must contribute to a document, and the documents that are looked at closely.
 */
export const SUMS_AT = 64;
export const SEEN_AT: number = SUMS_AT + 2 * WINDOW;
export const HELD_AT: number = SEEN_AT + WINDOW / 8 + STEP;
export const REACH_AT: number = HELD_AT + WINDOW / 8 + STEP;
export const NEAR_AT: number = REACH_AT + (2 * WINDOW) / GROUP + 2 * STEP;
/** Of scratch that a window takes. */
export const WINDOW_SCRATCH_BYTES: number = NEAR_AT + 2 * WINDOW;

/** What a scan looks at at a time. */
export interface Window {
  readonly terms: I32;
  /** Where the terms with lists start. */
  readonly lists: I32;
  readonly shift: I32;
  readonly bits: I32;
  readonly scratch: I32;
  readonly sums: I32;
  /** Document of the first sum. */
  readonly base: I32;
  readonly from: I32;
  readonly stop: I32;
  /** So many words have the bitmaps of the window. */
  readonly blocks: I32;
}

/** Puts the documents of the window that are seen into a bitmap. */
export function markSeen(f: BodyBuilder, { bits, scratch, base, from, stop, blocks }: Window): void {
  const seen = f.let(i32.add(scratch, i32.const(SEEN_AT)));
  const bytes = f.let(i32.shl(blocks, i32.const(3)));
  f.when(
    bits,
    () => {
      const source = f.let(i32.add(bits, i32.shrU(base, i32.const(3))));
      const at = f.let(seen);
      f.repeatUntil(at, i32.add(seen, bytes), STEP, () => {
        f.run(v128.store(at, v128.load(source)));
        f.advance(source, STEP);
      });
    },
    () => f.run(fillMemory(seen, i32.const(0xff), bytes)),
  );
  const cut = (word: I32, mask: I64): void => f.run(i64.store(word, i64.and(i64.load(word), mask)));
  f.when(i32.ltU(base, from), () => {
    cut(seen, i64.shl(i64.const(-1), i64.extendI32U(i32.sub(from, base))));
  });
  const behind = f.let(i32.and(i32.sub(i32.const(0), stop), i32.const(BLOCK - 1)));
  f.when(behind, () => {
    const last = i32.add(seen, i32.sub(bytes, i32.const(8)));
    cut(f.let(last), i64.shrU(i64.const(-1), i64.extendI32U(behind)));
  });
}

/** Puts the documents of the window that hold a term with a plane into a bitmap. */
export function markHeld(f: BodyBuilder, { terms, lists, scratch, base, blocks }: Window): void {
  const held = f.let(i32.add(scratch, i32.const(HELD_AT)));
  const end = f.let(i32.add(held, i32.shl(blocks, i32.const(3))));
  f.run(fillMemory(held, i32.const(0), i32.sub(end, held)));
  const [term, at, source] = [f.let(terms), f.local('i32'), f.local('i32')];
  f.repeatUntil(term, lists, TERM_BYTES, () => {
    f.set(source, i32.add(i32.load(term, TERM_PRESENT), i32.shrU(base, i32.const(3))));
    f.set(at, held);
    f.repeatUntil(at, end, STEP, () => {
      f.run(v128.store(at, v128.or(v128.load(at), v128.load(source))));
      f.advance(source, STEP);
    });
  });
}

/** Writes for each group of documents of the window what lists must contribute for one of them to reach the threshold. */
export function markReach(
  f: BodyBuilder,
  { terms, lists, shift, scratch, base, blocks }: Window,
  threshold: I32,
): void {
  const at = f.let(i32.add(scratch, i32.const(REACH_AT)));
  const end = f.let(i32.add(at, i32.shl(blocks, i32.const(3))));
  const group = f.let(i32.shrU(base, i32.const(4)));
  const thresholds = f.let(i16x8.splat(threshold));
  const halves = [f.local('v128'), f.local('v128')];
  const [term, greatest] = [f.local('i32'), f.local('i32')];
  const weight = f.local('v128');
  f.repeatUntil(at, end, 2 * STEP, () => {
    for (const half of halves) f.set(half, i16x8.splat(i32.const(0)));
    f.set(term, terms);
    f.repeatUntil(term, lists, TERM_BYTES, () => {
      f.set(weight, i16x8.splat(i32.load(term, TERM_WEIGHT)));
      f.set(greatest, i32.add(i32.load(term, TERM_GREATEST), group));
      for (const [i, half] of halves.entries()) {
        f.set(half, i16x8.add(half, i16x8.mul(v128.load8x8U(greatest, 8 * i), weight)));
      }
    });
    for (const [i, half] of halves.entries()) {
      f.run(v128.store(at, i16x8.subSatU(thresholds, i16x8.shrU(half, shift)), STEP * i));
    }
    f.advance(group, 16);
  });
}
