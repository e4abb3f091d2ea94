import { describe, expect, it } from 'vitest';
import { randomNumbers, TestMemory } from './test-memory.ts';

describe('addNorm', () => {
  it('is the layer norm of the sum', () => {
    const memory = new TestMemory();
    for (const length of [4, 384]) {
      const [x, delta, weight, bias] = [1, 2, 3, 4].map((seed) => randomNumbers(seed * length, length)) as Four;
      const sum = x.map((value, i) => 5 * value + delta[i]! + 2);
      const mean = sum.reduce((a, b) => a + b) / length;
      const variance = sum.reduce((total, value) => total + (value - mean) ** 2, 0) / length;
      const at = memory.floats(x.map((value) => 5 * value + 2));
      const change = memory.floats(delta);
      memory.kernels.addNorm(at, change, memory.floats(weight), memory.floats(bias), 4 * length, 1e-3);
      for (const [i, value] of memory.readFloats(at, length).entries()) {
        const expected = ((sum[i]! - mean) / Math.sqrt(variance + 1e-3)) * weight[i]! + bias[i]!;
        expect(value).toBeCloseTo(expected, 5);
      }
      expect([...memory.readFloats(change, length)]).toEqual([...Float32Array.from(delta)]);
    }
  });

  it('stays finite where all numbers are equal', () => {
    const memory = new TestMemory();
    const [x, zeros, ones] = [0.7, 0, 1].map((value) => memory.floats(new Float32Array(8).fill(value))) as Three;
    memory.kernels.addNorm(x, zeros, ones, zeros, 32, 1e-12);
    for (const value of memory.readFloats(x, 8)) expect(Math.abs(value)).toBeLessThan(0.1);
  });
});

type Three = [number, number, number];
type Four = [Float64Array, Float64Array, Float64Array, Float64Array];
