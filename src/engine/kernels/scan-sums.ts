import { type I32, type I64, i8x16, i16x8, i32, i64, type V128, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local } from '../assembler/module.ts';
import type { Kept } from './keep-best.ts';
import { BLOCK, HELD_AT, NEAR_AT, REACH_AT, SEEN_AT, type Window } from './scan-window.ts';
import { TERM_BYTES, TERM_GREATEST, TERM_PLANE, TERM_PRESENT, TERM_WEIGHT } from './term-record.ts';

/** The bits of the first and of the last eight documents of a group, one in each lane. */
const FIRST_BITS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => 1 << i);
const LAST_BITS: readonly number[] = FIRST_BITS.map((bit) => bit << 8);

/**
 * Counts the documents of a window that hold a term, and lists those that may reach the threshold: with what lists
 * contribute, and the greatest that the planes they are in have in their group. Planes themselves lie far away.
 * @returns the end of the list at {@link NEAR_AT}: 16-bit numbers of documents, counted from `base`
 */
export function findNear(f: BodyBuilder, window: Window, least: I32, total: Local<'i64'>): Local<'i32'> {
  const { scratch, sums, base, blocks } = window;
  const near = f.let(i32.add(scratch, i32.const(NEAR_AT)));
  const sum = f.let(sums);
  const end = f.let(i32.add(sums, i32.shl(blocks, i32.const(7))));
  const [offset, doc] = [f.let(i32.const(0)), f.local('i32')];
  const word = f.let(scratch);
  const none = f.let(i16x8.splat(i32.const(0)));
  const threshold = f.let(i16x8.splat(least));
  const eights = Array.from({ length: BLOCK / 8 }, () => f.local('v128'));
  const [seen, held, reaching] = [f.local('i64'), f.local('i64'), f.local('i64')];
  const anyReaches = (): I32 => {
    const groups = [0, 1, 2, 3].map((i) => {
      const most = i16x8.maxU(eights[2 * i]!, eights[2 * i + 1]!);
      return i16x8.geU(most, v128.load16Splat(word, REACH_AT + 2 * i));
    });
    return v128.anyTrue(groups.reduce((left, right) => v128.or(left, right)));
  };
  f.repeatUntil(sum, end, 2 * BLOCK, () => {
    for (const [i, eight] of eights.entries()) f.set(eight, v128.load(sum, 16 * i));
    f.set(seen, i64.load(word, SEEN_AT));
    f.set(held, i64.load(word, HELD_AT));
    const absent = wordOf((i) => i8x16.eq(i8x16.narrowI16x8S(eights[2 * i]!, eights[2 * i + 1]!), none));
    const holding = i64.or(held, i64.xor(absent, i64.const(-1)));
    f.set(total, i64.add(total, i64.popcnt(i64.and(seen, holding))));
    f.when(anyReaches(), () => {
      addGreatest(f, window, i32.add(base, offset), eights);
      const reaches = (i: number): V128 => i16x8.geU(eights[i]!, threshold);
      f.set(
        reaching,
        i64.and(
          seen,
          wordOf((i) => i8x16.narrowI16x8S(reaches(2 * i), reaches(2 * i + 1))),
        ),
      );
      f.whileTrue(
        () => i64.ne(reaching, i64.const(0)),
        () => {
          f.set(doc, i32.wrapI64(i64.ctz(reaching)));
          f.set(reaching, i64.and(reaching, i64.sub(reaching, i64.const(1))));
          f.run(i32.store16(near, i32.add(offset, doc)));
          f.advance(near, 2);
        },
      );
    });
    f.advance(offset, BLOCK);
    f.advance(word, 8);
  });
  return near;
}

/** Adds to the sums of the block at `first` the most that planes may contribute to each of its documents. */
function addGreatest(
  f: BodyBuilder,
  { terms, lists, shift }: Window,
  first: I32,
  sums: readonly Local<'v128'>[],
): void {
  const parts = sums.map(() => f.let(i16x8.splat(i32.const(0))));
  const halves = [FIRST_BITS, LAST_BITS].map((bits) => f.let(i16x8.const(bits)));
  const byte = f.let(i32.shrU(first, i32.const(3)));
  const [term, present, greatest, weight] = [f.let(terms), f.local('i32'), f.local('i32'), f.local('i32')];
  const [bits, most] = [f.local('v128'), f.local('v128')];
  f.repeatUntil(term, lists, TERM_BYTES, () => {
    f.set(present, i32.add(i32.load(term, TERM_PRESENT), byte));
    f.set(greatest, i32.add(i32.load(term, TERM_GREATEST), i32.shrU(byte, i32.const(1))));
    f.set(weight, i32.load(term, TERM_WEIGHT));
    for (let group = 0; group < BLOCK / 16; group++) {
      f.set(bits, v128.load16Splat(present, 2 * group));
      f.set(most, i16x8.splat(i32.mul(i32.load8U(greatest, group), weight)));
      for (const [i, half] of halves.entries()) {
        const part = parts[2 * group + i]!;
        f.set(part, i16x8.add(part, v128.and(most, i16x8.eq(v128.and(bits, half), half))));
      }
    }
  });
  for (const [i, part] of parts.entries()) f.set(sums[i]!, i16x8.add(sums[i]!, i16x8.shrU(part, shift)));
}

/** Adds what planes contribute to the documents up to `nearEnd`, and keeps those that reach the threshold. */
export function keepNear(
  f: BodyBuilder,
  { terms, lists, shift, scratch, sums, base }: Window,
  kept: Kept,
  nearEnd: I32,
  giveUp: () => void,
): void {
  const near = f.let(i32.add(scratch, i32.const(NEAR_AT)));
  const [doc, value, planes, term] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
  // A loop without branches that depend on planes, so that many of them are fetched at a time.
  f.repeatUntil(near, nearEnd, 2, () => {
    f.set(doc, i32.load16U(near));
    f.set(value, i32.load16U(i32.add(sums, i32.shl(doc, i32.const(1)))));
    f.advance(doc, base);
    f.set(planes, i32.const(0));
    f.set(term, terms);
    f.repeatUntil(term, lists, TERM_BYTES, () => {
      const impact = i32.load8U(i32.add(i32.load(term, TERM_PLANE), doc));
      f.advance(planes, i32.mul(impact, i32.load(term, TERM_WEIGHT)));
    });
    f.advance(value, i32.shrU(planes, shift));
    f.when(i32.geU(value, kept.threshold), () => kept.keep(value, doc, giveUp));
  });
}

/** A word of the masks of sixteen documents each. */
function wordOf(mask: (group: number) => V128): I64 {
  const part = (i: number): I32 => i8x16.bitmask(mask(i));
  const half = (i: number): I64 => i64.extendI32U(i32.or(part(i), i32.shl(part(i + 1), i32.const(16))));
  return i64.or(half(0), i64.shl(half(2), i64.const(32)));
}
