import { f32, f32x4, i32, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';
import { constant, sumOfLanes } from './math.ts';

/**
 * Defines `addNorm(x, delta, weight, bias, bytes, epsilon)`: x = layerNorm(x + delta), for one row of `bytes` bytes
 * (a multiple of 16). Mean and variance are taken one after the other, not in one pass: it is no bottleneck and loses
 * no digits.
 */
export function defineAddNorm(module: ModuleBuilder): void {
  module.define('addNorm', ['i32', 'i32', 'i32', 'i32', 'i32', 'f32'], (f, x, delta, weight, bias, bytes, epsilon) => {
    const end = f.let(i32.add(x, bytes));
    const length = f.let(f32.convertI32S(i32.shrU(bytes, i32.const(2))));
    const at = f.let(x);
    const sum = f.let(constant(0));
    const value = f.local('v128');
    f.repeatUntil(at, end, 16, () => {
      f.set(value, f32x4.add(v128.load(at), v128.load(delta)));
      f.run(v128.store(at, value));
      f.set(sum, f32x4.add(sum, value));
      f.advance(delta, 16);
    });
    const mean = f.let(f32x4.splat(f32.div(sumOfLanes(sum), length)));
    f.set(sum, constant(0));
    f.set(at, x);
    f.repeatUntil(at, end, 16, () => {
      f.set(value, f32x4.sub(v128.load(at), mean));
      f.run(v128.store(at, value));
      f.set(sum, f32x4.add(sum, f32x4.mul(value, value)));
    });
    const deviation = f.let(f32.sqrt(f32.add(f32.div(sumOfLanes(sum), length), epsilon)));
    const factor = f.let(f32x4.splat(f32.div(f32.const(1), deviation)));
    f.set(at, x);
    f.repeatUntil(at, end, 16, () => {
      const scaled = f32x4.mul(f32x4.mul(v128.load(at), factor), v128.load(weight));
      f.run(v128.store(at, f32x4.add(scaled, v128.load(bias))));
      f.advance(weight, 16);
      f.advance(bias, 16);
    });
  });
}
