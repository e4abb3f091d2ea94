import { i32, i64, type V128, v128 } from '../assembler/instructions.ts';
import type { ModuleBuilder } from '../assembler/module.ts';

/** Changes the `bytes` bytes from `to` on by those from `from` on. `bytes` is a multiple of 16. */
export type CombineBits = (to: number, from: number, bytes: number) => void;

/** Bytes that are combined in a row without a branch. */
const IN_A_ROW = 64;

/** Set algebra on bitmaps. */
export interface BitmapKernels {
  readonly andBits: CombineBits;
  readonly orBits: CombineBits;
  /** Clears what is set in `from`. */
  readonly clearBits: CombineBits;
  /** Turns each of the bits of `bytes` bytes round; a multiple of 16. */
  readonly invertBits: (to: number, bytes: number) => void;
  /** How many bits of `bytes` bytes are set; a multiple of 16. */
  readonly countBits: (from: number, bytes: number) => number;
}

/** Defines the kernels of {@link BitmapKernels}. */
export function defineBitmaps(module: ModuleBuilder): void {
  defineCombine(module, 'andBits', v128.and);
  defineCombine(module, 'orBits', v128.or);
  defineCombine(module, 'clearBits', v128.andnot);
  module.define('invertBits', ['i32', 'i32'], (f, to, bytes) => {
    const end = f.let(i32.add(to, bytes));
    f.repeatUntil(to, end, 16, () => f.run(v128.store(to, v128.not(v128.load(to)))));
  });
  module.defineNumber('countBits', ['i32', 'i32'], (f, from, bytes) => {
    const end = f.let(i32.add(from, bytes));
    const count = f.local('i64');
    f.repeatUntil(from, end, 16, () => {
      f.set(count, i64.add(count, i64.add(i64.popcnt(i64.load(from)), i64.popcnt(i64.load(from, 8)))));
    });
    return i32.wrapI64(count);
  });
}

function defineCombine(module: ModuleBuilder, name: string, combine: (to: V128, from: V128) => V128): void {
  module.define(name, ['i32', 'i32', 'i32'], (f, to, from, bytes) => {
    const end = f.let(i32.add(to, bytes));
    const rowsEnd = f.let(i32.add(to, i32.and(bytes, i32.const(-IN_A_ROW))));
    const sixteen = (offset = 0): void => {
      f.run(v128.store(to, combine(v128.load(to, offset), v128.load(from, offset)), offset));
    };
    f.repeatUntil(to, rowsEnd, IN_A_ROW, () => {
      for (let offset = 0; offset < IN_A_ROW; offset += 16) sixteen(offset);
      f.advance(from, IN_A_ROW);
    });
    f.repeatUntil(to, end, 16, () => {
      sixteen();
      f.advance(from, 16);
    });
  });
}
