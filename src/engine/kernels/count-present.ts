import { type I32, type I64, i8x16, i32, i64, v128 } from '../assembler/instructions.ts';
import type { ModuleBuilder } from '../assembler/module.ts';

/**
 * How many of the `bytes` bytes from `plane` on are not zero; of those only the ones whose bit is set where `bits` is the
 * address of a bitmap and not 0 (byte d >> 3, bit d & 7). `bytes` is a multiple of 16.
 */
export type CountPresent = (plane: number, bytes: number, bits: number) => number;

/** How many of the uint32 documents from `list` up to `end` have their bit set in the bitmap at `bits`. */
export type CountListed = (list: number, end: number, bits: number) => number;

/** Defines `countPresent` and `countListed`. */
export function defineCountPresent(module: ModuleBuilder): void {
  module.defineNumber('countPresent', ['i32', 'i32', 'i32'], (f, plane, bytes, bits) => {
    const end = f.let(i32.add(plane, bytes));
    const manyEnd = f.let(i32.add(plane, i32.and(bytes, i32.const(-64))));
    const count = f.local('i32');
    const none = f.local('v128');
    const absent = (offset: number): I32 => i8x16.bitmask(i8x16.eq(v128.load(plane, offset), none));
    const pair = (offset: number): I64 =>
      i64.extendI32U(i32.or(absent(offset), i32.shl(absent(offset + 16), i32.const(16))));
    const presentOf64 = (): I64 => i64.xor(i64.or(pair(0), i64.shl(pair(32), i64.const(32))), i64.const(-1));
    const presentOf16 = (): I32 => i32.sub(i32.const(0xffff), absent(0));
    f.when(
      bits,
      () => {
        f.repeatUntil(plane, manyEnd, 64, () => {
          f.advance(count, i32.wrapI64(i64.popcnt(i64.and(presentOf64(), i64.load(bits)))));
          f.advance(bits, 8);
        });
        f.repeatUntil(plane, end, 16, () => {
          f.advance(count, i32.popcnt(i32.and(presentOf16(), i32.load16U(bits))));
          f.advance(bits, 2);
        });
      },
      () => {
        f.repeatUntil(plane, manyEnd, 64, () => f.advance(count, i32.wrapI64(i64.popcnt(presentOf64()))));
        f.repeatUntil(plane, end, 16, () => f.advance(count, i32.popcnt(presentOf16())));
      },
    );
    return count;
  });

  module.defineNumber('countListed', ['i32', 'i32', 'i32'], (f, list, end, bits) => {
    const count = f.local('i32');
    const doc = f.local('i32');
    f.repeatUntil(list, end, 4, () => {
      f.set(doc, i32.load(list));
      const byte = i32.load8U(i32.add(bits, i32.shrU(doc, i32.const(3))));
      f.advance(count, i32.and(i32.shrU(byte, i32.and(doc, i32.const(7))), i32.const(1)));
    });
    return count;
  });
}
