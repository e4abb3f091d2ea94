import { f32x4, i8x16, i16x8, i32, i32x4, type V128, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';

/** Numbers under one scale in a row of the word table. */
export const WORD_BLOCK = 32;
/** What a stored 0 … 15 stands for: −8 … 7. */
const NIBBLE_ZERO = 8;

/**
 * Defines `unpack(row, scales, out, blocks)`: one row of the word table as floats. A block of 32 numbers lies in 16
 * bytes: number i in the low half of byte i, number i + 16 in the high half.
 */
export function defineUnpack(module: ModuleBuilder): void {
  module.define('unpack', ['i32', 'i32', 'i32', 'i32'], (f, row, scales, out, blocks) => {
    const end = f.let(i32.add(row, i32.mul(blocks, i32.const(WORD_BLOCK / 2))));
    f.repeatUntil(row, end, WORD_BLOCK / 2, () => {
      const scale = f.let(v128.load32Splat(scales));
      const bytes = f.let(v128.load(row));
      const halves: readonly V128[] = [v128.and(bytes, i8x16.splat(i32.const(0x0f))), i8x16.shrU(bytes, i32.const(4))];
      halves.forEach((half, h) => {
        const numbers = f.let(i8x16.sub(half, i8x16.splat(i32.const(NIBBLE_ZERO))));
        [i16x8.extendLowI8x16S(numbers), i16x8.extendHighI8x16S(numbers)].forEach((eight, e) => {
          [i32x4.extendLowI16x8S(eight), i32x4.extendHighI16x8S(eight)].forEach((four, i) => {
            const offset = 4 * (16 * h + 8 * e + 4 * i);
            f.run(v128.store(out, f32x4.mul(f32x4.convertI32x4S(four), scale), offset));
          });
        });
      });
      f.advance(out, 4 * WORD_BLOCK);
      f.advance(scales, 4);
    });
  });
}
