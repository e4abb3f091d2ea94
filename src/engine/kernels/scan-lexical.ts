import { fillMemory, type I32, i32 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';
import { addList, moveCursor } from './add-list.ts';
import { KEEP_BYTES, keepBest, PAIRS_AT } from './keep-best.ts';
import { findNear, keepNear } from './scan-sums.ts';
import {
  BLOCK,
  FIRST_WINDOW,
  markHeld,
  markReach,
  markSeen,
  SUMS_AT,
  WINDOW,
  WINDOW_SCRATCH_BYTES,
} from './scan-window.ts';
import { TERM_BYTES, TERM_PLANE } from './term-record.ts';

/**
 * Adds up what terms contribute to the documents of a view and keeps those that can be among the best. Terms with lists
 * contribute (impact · weight) >> {@link LIST_SHIFT} each, at least 1 to a document that holds them, those with planes
 * (Σ impact · weight) >> `shift` together, where a weight is 2^shift or more. Sums and what is shifted stay below 2¹⁶.
 *
 * `slack` bounds by how much a sum may be too high: with the limit-th best sum at T, documents below T − slack cannot be
 * among the best `limit`. All others are kept. Planes are read only of documents that get there with the most that the
 * planes they are in can contribute.
 *
 * `terms` … `termsEnd`: records of {@link TERM_BYTES}, which the scan changes, those with planes first; `ranges` …
 * `rangesEnd`: pairs of start and end, ascending and disjoint; `bits`: a bitmap (byte d >> 3, bit d & 7), or 0;
 * `scratch`: {@link SCAN_SCRATCH_BYTES}. Bitmaps can be read up to a multiple of 128 documents.
 *
 * Gives the number of pairs (sum, document) at `scratch` + {@link KEPT_AT}, in document order, or −1 where there is no
 * room for all. At `scratch`: how many documents of the view hold one of the terms; without meaning after −1.
 */
export type ScanLexical = (
  terms: number,
  termsEnd: number,
  shift: number,
  ranges: number,
  rangesEnd: number,
  bits: number,
  scratch: number,
  limit: number,
  slack: number,
) => number;

const KEEP_AT: number = WINDOW_SCRATCH_BYTES;
export const KEPT_AT: number = KEEP_AT + PAIRS_AT;
export const SCAN_SCRATCH_BYTES: number = KEEP_AT + KEEP_BYTES;

/** Defines `scanLexical`. */
export function defineScanLexical(module: ModuleBuilder): void {
  const parameters = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'] as const;
  module.defineNumber(
    'scanLexical',
    parameters,
    (f, terms, termsEnd, shift, ranges, rangesEnd, bits, scratch, limit, slack) => {
      const sums = f.let(i32.add(scratch, i32.const(SUMS_AT)));
      const kept = keepBest(f, i32.add(scratch, i32.const(KEEP_AT)), limit, slack);
      const total = f.local('i64');
      const result = f.let(i32.const(-1));
      const [from, to, base, stop] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
      const [term, blocks] = [f.local('i32'), f.local('i32')];
      const width = f.let(i32.const(FIRST_WINDOW));
      const lists = f.let(terms);
      f.block((leave) => {
        f.repeatUntil(lists, termsEnd, TERM_BYTES, () => leave(i32.eqz(i32.load(lists, TERM_PLANE))));
      });
      f.block((giveUp) => {
        f.repeatUntil(ranges, rangesEnd, 8, () => {
          f.set(from, i32.load(ranges));
          f.set(to, i32.load(ranges, 4));
          f.set(term, lists);
          f.repeatUntil(term, termsEnd, TERM_BYTES, () => moveCursor(f, term, from));
          f.set(base, i32.and(from, i32.const(-BLOCK)));
          f.whileTrue(
            () => i32.ltU(base, to),
            () => {
              f.set(stop, lesser(f, to, i32.add(base, width)));
              f.set(blocks, i32.shrU(i32.add(i32.sub(stop, base), i32.const(BLOCK - 1)), i32.const(6)));
              const window = { terms, lists, shift, bits, scratch, sums, base, from, stop, blocks };
              markSeen(f, window);
              markHeld(f, window);
              markReach(f, window, kept.threshold);
              f.run(fillMemory(sums, i32.const(0), i32.shl(blocks, i32.const(7))));
              f.set(term, lists);
              f.repeatUntil(term, termsEnd, TERM_BYTES, () => addList(f, term, sums, base, stop));
              keepNear(f, window, kept, findNear(f, window, kept.threshold, total), giveUp);
              f.advance(base, width);
              f.when(i32.ltU(width, i32.const(WINDOW)), () => f.set(width, i32.shl(width, i32.const(1))));
            },
          );
        });
        f.run(i32.store(scratch, i32.wrapI64(total)));
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
