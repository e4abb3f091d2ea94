import { describe, expect, it } from 'vitest';
import { TestMemory } from './test-memory.ts';

/** erf by its series, and by its continued fraction where the series loses digits: to twelve digits. */
function erf(x: number): number {
  if (x < 0) return -erf(-x);
  if (x > 3) {
    let fraction = 0;
    for (let k = 60; k > 0; k--) fraction = k / 2 / (x + fraction);
    return 1 - Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
  }
  let sum = 0;
  let term = x;
  for (let n = 0; n < 80; n++) {
    sum += term / (2 * n + 1);
    term *= -(x * x) / (n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const gelu = (x: number): number => 0.5 * x * (1 + erf(x * Math.SQRT1_2));

function kernel(values: Float32Array): Float32Array {
  const memory = new TestMemory();
  const at = memory.floats(values);
  memory.kernels.gelu(at, at + 4 * values.length);
  return memory.readFloats(at, values.length);
}

describe('gelu', () => {
  it('is x · Φ(x) to some units of the seventh digit', () => {
    const values = Float32Array.from({ length: 40_000 }, (_, i) => (i - 20_000) / 1000);
    for (const [i, value] of kernel(values).entries()) {
      const x = values[i]!;
      if (Math.abs(value - gelu(x)) > 3e-7 * Math.max(1, Math.abs(x))) expect([x, value]).toEqual([x, gelu(x)]);
    }
  });

  it('ends in 0 on one side and in x on the other', () => {
    const [far, zero, great, greater] = kernel(Float32Array.of(-1e4, 0, 1e4, 3e18));
    expect(Math.abs(far!)).toBeLessThan(1e-25);
    expect([zero, great, greater]).toEqual([0, 1e4, Math.fround(3e18)]);
  });
});
