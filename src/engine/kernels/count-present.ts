import { type I32, type I64, i32, i64 } from '../assembler/instructions.ts';
import type { ModuleBuilder } from '../assembler/module.ts';

/**
 * How many of the documents from `from` up to `to` have their bit set in both bitmaps (byte d >> 3, bit d & 7), which may
 * be one. They can be read up to a multiple of 64 documents.
 */
export type CountPresent = (bits: number, others: number, from: number, to: number) => number;

/** How many of the uint32 documents from `list` up to `end` have their bit set in the bitmap at `bits`. */
export type CountListed = (list: number, end: number, bits: number) => number;

/** What is counted in a row without a branch. */
const IN_A_ROW = 4;
/**
 * A list is fetched so many bytes ahead, all lines of them at once: lists are long and lie far away, and a processor goes
 * by itself no further than to the end of a page.
 */
const AHEAD = 1024;
const LINE = 64;

/** Defines `countPresent` and `countListed`. */
export function defineCountPresent(module: ModuleBuilder): void {
  module.defineNumber('countPresent', ['i32', 'i32', 'i32', 'i32'], (f, bits, others, from, to) => {
    const count = f.local('i64');
    f.when(i32.ltU(from, to), () => {
      const wordAt = (doc: I32): I32 => i32.add(bits, i32.shl(i32.shrU(doc, i32.const(6)), i32.const(3)));
      const at = f.let(wordAt(from));
      const last = f.let(wordAt(i32.sub(to, i32.const(1))));
      const other = f.let(i32.add(others, i32.sub(at, bits)));
      const both = (offset = 0): I64 => i64.and(i64.load(at, offset), i64.load(other, offset));
      const add = (word: I64): void => f.set(count, i64.add(count, i64.popcnt(word)));
      // Documents before `from` in the first word, and those from `to` on in the last.
      const mask = f.let(i64.shl(i64.const(-1), i64.extendI32U(i32.and(from, i32.const(63)))));
      const next = (words: number): void => {
        f.advance(at, 8 * words);
        f.advance(other, 8 * words);
        f.set(mask, i64.const(-1));
      };
      f.when(i32.ltU(at, last), () => {
        add(i64.and(both(), mask));
        next(1);
      });
      f.whileTrue(
        () => i32.leU(i32.add(at, i32.const(8 * IN_A_ROW)), last),
        () => {
          for (let i = 0; i < IN_A_ROW; i++) add(both(8 * i));
          next(IN_A_ROW);
        },
      );
      f.whileTrue(
        () => i32.ltU(at, last),
        () => {
          add(both());
          next(1);
        },
      );
      const behind = i32.and(i32.sub(i32.const(0), to), i32.const(63));
      f.set(mask, i64.and(mask, i64.shrU(i64.const(-1), i64.extendI32U(behind))));
      add(i64.and(both(), mask));
    });
    return i32.wrapI64(count);
  });

  module.defineNumber('countListed', ['i32', 'i32', 'i32'], (f, list, end, bits) => {
    const count = f.local('i32');
    const doc = f.local('i32');
    const add = (i: number): void => {
      f.set(doc, i32.load(list, 4 * i));
      const byte = i32.load8U(i32.add(bits, i32.shrU(doc, i32.const(3))));
      f.advance(count, i32.and(i32.shrU(byte, i32.and(doc, i32.const(7))), i32.const(1)));
    };
    const rows = (to: I32): void => {
      f.repeatUntil(list, to, 4 * IN_A_ROW, () => {
        for (let i = 0; i < IN_A_ROW; i++) add(i);
      });
    };
    const stop = f.local('i32');
    f.whileTrue(
      () => i32.leU(i32.add(list, i32.const(2 * AHEAD)), end),
      () => {
        for (let line = 0; line < AHEAD; line += LINE) f.drop(i32.load(list, AHEAD + line));
        f.set(stop, i32.add(list, i32.const(AHEAD)));
        rows(stop);
      },
    );
    rows(f.let(i32.add(list, i32.and(i32.sub(end, list), i32.const(-4 * IN_A_ROW)))));
    f.repeatUntil(list, end, 4, () => add(0));
    return count;
  });
}
