import { describe, expect, it } from 'vitest';
import { randomNumbers, TestMemory } from './test-memory.ts';

describe('pool', () => {
  it('is the mean of the rows, brought to unit length', () => {
    const memory = new TestMemory();
    const [rows, width] = [5, 12];
    const x = randomNumbers(1, rows * width);
    const sums = Array.from({ length: width }, (_, i) =>
      x.reduce((sum, v, at) => (at % width === i ? sum + v : sum), 0),
    );
    const length = Math.hypot(...sums);
    const from = memory.floats(x);
    const out = memory.reserve(4 * width);
    memory.kernels.pool(from, 4 * width, from + 4 * rows * width, out);
    for (const [i, value] of memory.readFloats(out, width).entries()) expect(value).toBeCloseTo(sums[i]! / length, 6);
  });

  it('leaves zeros as they are', () => {
    const memory = new TestMemory();
    const from = memory.floats(Float32Array.of(1, -2, 0, 3, -1, 2, 0, -3));
    const out = memory.reserve(16);
    memory.kernels.pool(from, 16, from + 32, out);
    expect([...memory.readFloats(out, 4)]).toEqual([0, 0, 0, 0]);
  });
});
