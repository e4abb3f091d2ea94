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
  readonly uniteBits: UniteBits;
}

/**
 * Writes what any of many bitmaps has, byte `offset` to `offset + bytes` of each. `sources` … `sourcesEnd`: their
 * addresses, one at least; `to` may be one of them. `bytes` is a multiple of 16.
 */
export type UniteBits = (to: number, sources: number, sourcesEnd: number, offset: number, bytes: number) => void;

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
  defineUnite(module);
}

/** Goes through all of them side by side: what is found so far is not read again. */
function defineUnite(module: ModuleBuilder): void {
  module.define('uniteBits', ['i32', 'i32', 'i32', 'i32', 'i32'], (f, to, sources, sourcesEnd, offset, bytes) => {
    const end = f.let(i32.add(offset, bytes));
    const rowsEnd = f.let(i32.add(offset, i32.and(bytes, i32.const(-IN_A_ROW))));
    const [source, at] = [f.local('i32'), f.local('i32')];
    const found = Array.from({ length: IN_A_ROW / 16 }, () => f.local('v128'));
    const unite = (parts: typeof found): void => {
      const locate = (): void => f.set(at, i32.add(i32.load(source), offset));
      f.set(source, sources);
      locate();
      for (const [i, part] of parts.entries()) f.set(part, v128.load(at, 16 * i));
      f.advance(source, 4);
      f.repeatUntil(source, sourcesEnd, 4, () => {
        locate();
        for (const [i, part] of parts.entries()) f.set(part, v128.or(part, v128.load(at, 16 * i)));
      });
      f.set(at, i32.add(to, offset));
      for (const [i, part] of parts.entries()) f.run(v128.store(at, part, 16 * i));
    };
    f.repeatUntil(offset, rowsEnd, IN_A_ROW, () => unite(found));
    f.repeatUntil(offset, end, 16, () => unite(found.slice(0, 1)));
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
