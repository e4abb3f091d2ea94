import { type I32, type I64, i8x16, i16x8, i32, i64, type V128, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local } from '../assembler/module.ts';
import type { Kept } from './keep-best.ts';
import { BLOCK, HELD_AT, REACH_AT, SEEN_AT, type Window } from './scan-window.ts';
import { MAX_PLANE_SHIFT, TERM_BYTES, TERM_PLANE, TERM_WEIGHT } from './term-record.ts';

interface Found {
  readonly kept: Kept;
  readonly total: Local<'i64'>;
  readonly giveUp: () => void;
}

/** Counts the documents that hold a term, and keeps those that reach the threshold, in document order. */
export function scanSums(f: BodyBuilder, window: Window, { kept, total, giveUp }: Found): void {
  const { scratch, sums, base, blocks } = window;
  const sum = f.let(sums);
  const end = f.let(i32.add(sums, i32.shl(blocks, i32.const(7))));
  const first = f.let(base);
  const word = f.let(scratch);
  const none = f.local('v128');
  const threshold = f.let(i16x8.splat(kept.threshold));
  const eights = Array.from({ length: BLOCK / 8 }, () => f.local('v128'));
  const loadSums = (): void => {
    for (const [i, eight] of eights.entries()) f.set(eight, v128.load(sum, 16 * i));
  };
  const ofGroup = (group: number): V128 => v128.load16Splat(word, REACH_AT + 2 * group);
  const anyReaches = (): I32 => {
    const groups = [0, 1, 2, 3].map((i) => i16x8.geU(i16x8.maxU(eights[2 * i]!, eights[2 * i + 1]!), ofGroup(i)));
    return v128.anyTrue(groups.reduce((left, right) => v128.or(left, right)));
  };
  /** A word of the masks of sixteen documents each. */
  const wordOf = (mask: (low: V128, high: V128, group: number) => V128): I64 => {
    const part = (i: number): I32 => i8x16.bitmask(mask(eights[2 * i]!, eights[2 * i + 1]!, i));
    const half = (i: number): I64 => i64.extendI32U(i32.or(part(i), i32.shl(part(i + 1), i32.const(16))));
    return i64.or(half(0), i64.shl(half(2), i64.const(32)));
  };
  const atLeast = (least: (group: number) => V128): I64 =>
    wordOf((low, high, i) => i8x16.narrowI16x8S(i16x8.geU(low, least(i)), i16x8.geU(high, least(i))));
  const [seen, held, reaching] = [f.local('i64'), f.local('i64'), f.local('i64')];
  const [value, doc] = [f.local('i32'), f.local('i32')];
  const keepReaching = (): void => {
    f.whileTrue(
      () => i64.ne(reaching, i64.const(0)),
      () => {
        f.set(doc, i32.wrapI64(i64.ctz(reaching)));
        f.set(reaching, i64.and(reaching, i64.sub(reaching, i64.const(1))));
        f.set(value, i32.load16U(i32.add(sum, i32.shl(doc, i32.const(1)))));
        f.set(doc, i32.add(first, doc));
        // The threshold may have risen since they were compared.
        f.when(i32.geU(value, kept.threshold), () => kept.keep(value, doc, giveUp));
      },
    );
    f.set(threshold, i16x8.splat(kept.threshold));
  };
  f.repeatUntil(sum, end, 2 * BLOCK, () => {
    loadSums();
    f.set(seen, i64.load(word, SEEN_AT));
    f.set(held, i64.load(word, HELD_AT));
    const absent = wordOf((low, high) => i8x16.eq(i8x16.narrowI16x8S(low, high), none));
    const holding = i64.or(held, i64.xor(absent, i64.const(-1)));
    f.set(total, i64.add(total, i64.popcnt(i64.and(seen, holding))));
    f.when(anyReaches(), () => {
      // Without a plane's help a document must get there by lists alone. Planes lie far away, so it pays to be sure.
      const helped = i64.and(held, atLeast(ofGroup));
      f.set(
        reaching,
        i64.and(
          seen,
          i64.or(
            helped,
            atLeast(() => threshold),
          ),
        ),
      );
      f.when(i64.ne(reaching, i64.const(0)), () => {
        addPlanes(f, window, sum, first);
        loadSums();
        f.set(
          reaching,
          i64.and(
            reaching,
            atLeast(() => threshold),
          ),
        );
        keepReaching();
      });
    });
    f.advance(first, BLOCK);
    f.advance(word, 8);
  });
}

/** Adds what planes contribute to the documents of a block, from `first` on, to their sums. */
function addPlanes(f: BodyBuilder, { terms, lists, shift }: Window, sum: I32, first: I32): void {
  const parts = Array.from({ length: BLOCK / 8 }, () => f.local('v128'));
  const [term, impact] = [f.let(terms), f.local('i32')];
  const weight = f.local('v128');
  for (const part of parts) f.set(part, i16x8.splat(i32.const(0)));
  f.repeatUntil(term, lists, TERM_BYTES, () => {
    f.set(weight, i16x8.splat(i32.load(term, TERM_WEIGHT)));
    f.set(impact, i32.add(i32.load(term, TERM_PLANE), first));
    for (const [i, part] of parts.entries()) {
      f.set(part, i16x8.add(part, i16x8.mul(v128.load8x8U(impact, 8 * i), weight)));
    }
  });
  // A shift by a constant is one instruction, one by a variable several.
  for (let bits = 1; bits <= MAX_PLANE_SHIFT; bits++) {
    f.when(i32.eq(shift, i32.const(bits)), () => {
      for (const part of parts) f.set(part, i16x8.shrU(part, i32.const(bits)));
    });
  }
  for (const [i, part] of parts.entries()) {
    f.run(v128.store(sum, i16x8.add(v128.load(sum, 16 * i), part), 16 * i));
  }
}
