import { f32, f32x4, i32, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';
import { constant, sumOfLanes } from './math.ts';

/**
 * Defines `pool(x, rowBytes, end, out)`: the rows from `x` to `end` added up and brought to unit length. Dividing by
 * their number first, as a mean does, would change nothing. All zeros stay zeros.
 */
export function definePool(module: ModuleBuilder): void {
  module.define('pool', ['i32', 'i32', 'i32', 'i32'], (f, x, rowBytes, end, out) => {
    const outStart = f.let(out);
    const outEnd = f.let(i32.add(out, rowBytes));
    const at = f.local('i32');
    const sum = f.local('v128');
    const squares = f.let(constant(0));
    f.repeatUntil(out, outEnd, 16, () => {
      f.set(sum, constant(0));
      f.set(at, x);
      f.repeatUntil(at, end, rowBytes, () => f.set(sum, f32x4.add(sum, v128.load(at))));
      f.run(v128.store(out, sum));
      f.set(squares, f32x4.add(squares, f32x4.mul(sum, sum)));
      f.advance(x, 16);
    });
    const length = f.let(f32.sqrt(sumOfLanes(squares)));
    f.when(f32.lt(f32.const(0), length), () => {
      const divisor = f.let(f32x4.splat(length));
      f.set(out, outStart);
      f.repeatUntil(out, outEnd, 16, () => f.run(v128.store(out, f32x4.div(v128.load(out), divisor))));
    });
  });
}
