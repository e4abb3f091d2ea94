import { f32, f32x4, i16x8, i32, i32x4, type V128, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';
import { constant, maxOfLanes, wholeNumbersFor } from './math.ts';

/**
 * Activations become whole numbers of −8191 … 8191. The multiplication takes 16-bit factors whether they are used in
 * full or not, so that the finer steps cost nothing; with these a sum of 2,064 products of 127 · 8191 fits 32 bits.
 */
export const GREATEST_ACTIVATION = 8191;
export const MAX_INNER: number = Math.floor((2 ** 31 - 1) / (127 * GREATEST_ACTIVATION));
/** A row's length is a multiple of this: eight 16-bit numbers fill a vector. */
export const ROW_STEP = 8;
/** A row this close to zero is zero: dividing by its greatest number might give infinity. */
const NEARLY_ZERO = 1e-30;

/**
 * Defines `quantize(x, inner, out, panelStride, scaleOut)`: one row of `inner` floats as whole numbers and their
 * scale. Pairs go to `out` and `panelStride` bytes apart, as the row's panel wants them (`matmul.ts`).
 */
export function defineQuantize(module: ModuleBuilder): void {
  module.define('quantize', ['i32', 'i32', 'i32', 'i32', 'i32'], (f, x, inner, out, panelStride, scaleOut) => {
    const end = f.let(i32.add(x, i32.shl(inner, i32.const(2))));
    const at = f.let(x);
    // Without their signs, floats order like the whole numbers that their bits are.
    const greatest = f.let(constant(0));
    f.repeatUntil(at, end, 16, () => f.set(greatest, i32x4.maxS(greatest, f32x4.abs(v128.load(at)))));
    const peak = f.let(maxOfLanes(greatest));
    const factor = f.let(constant(0));
    f.when(f32.lt(f32.const(NEARLY_ZERO), peak), () => {
      f.set(factor, f32x4.splat(f32.div(f32.const(GREATEST_ACTIVATION), peak)));
    });
    f.run(f32.store(scaleOut, f32.div(peak, f32.const(GREATEST_ACTIVATION))));
    f.set(at, x);
    const wholeNumbers = wholeNumbersFor(f);
    const scaled = (offset: number): V128 => f32x4.mul(v128.load(at, offset), factor);
    f.repeatUntil(at, end, 32, () => {
      const eight = f.let(i16x8.narrowI32x4S(wholeNumbers(scaled(0)), wholeNumbers(scaled(16))));
      for (let pair = 0; pair < 4; pair++) {
        f.run(v128.store32Lane(out, eight, pair));
        f.advance(out, panelStride);
      }
    });
  });
}
