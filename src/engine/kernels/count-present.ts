import { type I32, i8x16, i32, v128 } from '../assembler/instructions.ts';
import type { ModuleBuilder } from '../assembler/module.ts';

/**
 * How many of the `bytes` bytes from `plane` on are not zero; of those only the ones whose bit is set where `bits` is the
 * address of a bitmap and not 0 (byte d >> 3, bit d & 7). `bytes` is a multiple of 16.
 */
export type CountPresent = (plane: number, bytes: number, bits: number) => number;

/** Defines `countPresent`. */
export function defineCountPresent(module: ModuleBuilder): void {
  module.defineNumber('countPresent', ['i32', 'i32', 'i32'], (f, plane, bytes, bits) => {
    const end = f.let(i32.add(plane, bytes));
    const count = f.local('i32');
    const none = f.local('v128');
    const present = (): I32 => i8x16.bitmask(i8x16.ne(v128.load(plane), none));
    f.when(
      bits,
      () =>
        f.repeatUntil(plane, end, 16, () => {
          f.advance(count, i32.popcnt(i32.and(present(), i32.load16U(bits))));
          f.advance(bits, 2);
        }),
      () => f.repeatUntil(plane, end, 16, () => f.advance(count, i32.popcnt(present()))),
    );
    return count;
  });
}
