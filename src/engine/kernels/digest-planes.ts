import { type I32, type I64, i8x16, i16x8, i32, i32x4, i64, i64x2, v128 } from '../assembler/instructions.ts';
import type { ModuleBuilder } from '../assembler/module.ts';

/** Sets the bit of each of `bytes` bytes from `plane` on that is not zero, and clears the others. `bytes`: multiple of 64. */
export type MarkPresent = (plane: number, bytes: number, bits: number) => void;

/** Writes the greatest of each {@link GROUP} bytes of a plane from `greatest` on. `bytes`: multiple of 16. */
export type MarkGreatest = (plane: number, bytes: number, greatest: number) => void;

/** Documents that have one greatest impact in common. */
export const GROUP = 16;

/** Defines `markPresent` and `markGreatest`. */
export function defineDigestPlanes(module: ModuleBuilder): void {
  module.define('markPresent', ['i32', 'i32', 'i32'], (f, plane, bytes, bits) => {
    const end = f.let(i32.add(plane, bytes));
    const none = f.local('v128');
    const absent = (offset: number): I32 => i8x16.bitmask(i8x16.eq(v128.load(plane, offset), none));
    const pair = (offset: number): I64 =>
      i64.extendI32U(i32.or(absent(offset), i32.shl(absent(offset + 16), i32.const(16))));
    f.repeatUntil(plane, end, 64, () => {
      f.run(i64.store(bits, i64.xor(i64.or(pair(0), i64.shl(pair(32), i64.const(32))), i64.const(-1))));
      f.advance(bits, 8);
    });
  });

  module.define('markGreatest', ['i32', 'i32', 'i32'], (f, plane, bytes, greatest) => {
    const end = f.let(i32.add(plane, bytes));
    const most = f.local('v128');
    f.repeatUntil(plane, end, GROUP, () => {
      f.set(most, i8x16.maxU(v128.load64Zero(plane), v128.load64Zero(plane, 8)));
      f.set(most, i8x16.maxU(most, i64x2.shrU(most, i32.const(32))));
      f.set(most, i8x16.maxU(most, i32x4.shrU(most, i32.const(16))));
      f.set(most, i8x16.maxU(most, i16x8.shrU(most, i32.const(8))));
      f.run(i32.store8(greatest, i32x4.extractLane(most, 0)));
      f.advance(greatest, 1);
    });
  });
}
