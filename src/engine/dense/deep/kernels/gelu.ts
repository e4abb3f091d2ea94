import { f32x4, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';
import { constant, exponentialFor, polynomial } from './math.ts';

/** erf(z) ≈ 1 − t (a₁ + a₂ t + … + a₅ t⁴) e^(−z²), t = 1 / (1 + p z), z ≥ 0, to 1.5·10⁻⁷: Abramowitz and Stegun, 7.1.26. */
const P = 0.3275911;
const A = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];

/**
 * Defines `gelu(x, end)`: x · Φ(x) for each float from address `x` to `end` (a multiple of four floats). With
 * h = (1 − erf(|x| / √2)) / 2, the normal distribution's tail beyond |x|, that is max(x, 0) − |x| · h.
 */
export function defineGelu(module: ModuleBuilder): void {
  module.define('gelu', ['i32', 'i32'], (f, at, end) => {
    const exponential = exponentialFor(f);
    const zero = f.let(constant(0));
    const half = f.let(constant(0.5));
    const one = f.let(constant(1));
    const root = f.let(constant(Math.SQRT1_2));
    const p = f.let(constant(P));
    const coefficients = A.map((value) => f.let(constant(value)));
    f.repeatUntil(at, end, 16, () => {
      const x = f.let(v128.load(at));
      const size = f.let(f32x4.abs(x));
      const z = f.let(f32x4.mul(size, root));
      const t = f.let(f32x4.div(one, f32x4.add(one, f32x4.mul(z, p))));
      const decay = exponential(f32x4.sub(zero, f32x4.mul(z, z)));
      const tail = f32x4.mul(f32x4.mul(polynomial(t, coefficients), t), f32x4.mul(decay, half));
      f.run(v128.store(at, f32x4.sub(f32x4.pmax(x, zero), f32x4.mul(size, tail))));
    });
  });
}
