import { describe, expect, it } from 'vitest';
import { GREATEST_ACTIVATION, ROW_STEP } from './quantize.ts';
import { randomNumbers, TestMemory } from './test-memory.ts';

const memory = new TestMemory();

/** Quantises a row into the middle of a panel of `panelRows` rows; gives its numbers in order, and its scale. */
function quantize(row: Float32Array, panelRows = 1): { readonly whole: number[]; readonly scale: number } {
  const out = memory.reserve(2 * row.length * panelRows);
  const scale = memory.reserve(4);
  memory.kernels.quantize(memory.floats(row), row.length, out, 4 * panelRows, scale);
  const panel = memory.readInt16s(out, row.length * panelRows);
  const whole = [...row].map((_, k) => panel[(k >> 1) * 2 * panelRows + (k & 1)]!);
  return { whole, scale: memory.readFloats(scale, 1)[0]! };
}

describe('quantize', () => {
  it('gives the nearest multiples of a step that is 1/8191 of the greatest number', () => {
    for (const length of [ROW_STEP, 3 * ROW_STEP, 48 * ROW_STEP]) {
      const row = Float32Array.from(randomNumbers(length, length), (value) => 3 * value ** 3);
      const { whole, scale } = quantize(row);
      const greatest = Math.max(...row.map(Math.abs));
      expect(scale).toBe(Math.fround(greatest / GREATEST_ACTIVATION));
      expect(Math.max(...whole.map(Math.abs))).toBe(GREATEST_ACTIVATION);
      // Half a step, and the rounding of the factor.
      for (const [k, value] of row.entries()) expect(Math.abs(value - whole[k]! * scale)).toBeLessThan(0.501 * scale);
    }
  });

  it('puts pairs as far apart as the panel wants them', () => {
    const row = Float32Array.from(randomNumbers(5, 2 * ROW_STEP));
    expect(quantize(row, 6)).toEqual(quantize(row, 1));
  });

  it('makes zeros of zeros, and of what is next to nothing', () => {
    for (const value of [0, -0, 1e-31, -1e-40]) {
      const { whole, scale } = quantize(new Float32Array(ROW_STEP).fill(value));
      expect(whole).toEqual(Array(ROW_STEP).fill(0));
      expect(scale).toBeLessThan(1e-30);
    }
  });
});
