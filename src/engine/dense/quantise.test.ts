import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantise, quantiseQuery } from './quantise.ts';

const vector = fc
  .array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 40 })
  .map((values) => Float32Array.from(values));

describe('quantise', () => {
  it('moves no component by more than half a step', () => {
    fc.assert(
      fc.property(vector, (original) => {
        const { values, scale } = quantise(original);
        for (const [i, value] of values.entries()) {
          expect(Math.abs(value * scale - original[i]!)).toBeLessThanOrEqual(scale * 0.5000001);
        }
      }),
    );
  });

  it('uses the whole range and keeps signs', () => {
    expect(quantise(Float32Array.of(-2, 1, 2))).toEqual({ values: Int8Array.of(-127, 64, 127), scale: 2 / 127 });
  });

  it('keeps a zero vector, and one too small to divide', () => {
    expect(quantise(new Float32Array(2))).toEqual({ values: Int8Array.of(0, 0), scale: 0 });
    const { values } = quantise(Float32Array.of(1e-45, 0));
    expect([...values]).toEqual([127, 0]);
  });

  it.each([Number.NaN, Infinity])('refuses %d', (component) => {
    expect(() => quantise(Float32Array.of(0, component))).toThrow(RangeError);
  });
});

describe('quantiseQuery', () => {
  it.each([1, 256, 516, 517, 1536, 4096])('keeps the largest sum of %i products within 32 bits', (length) => {
    const { values } = quantiseQuery(new Float32Array(length).fill(1));
    const sum = values.reduce((total, value) => total + 127 * value, 0);
    expect(sum).toBeLessThan(2 ** 31);
    expect(values[0]).toBeGreaterThan(4000);
  });

  it('takes a quantised vector as it is', () => {
    const { values, scale } = quantiseQuery({ values: Int8Array.of(-127, 5), scale: 0.25 });
    expect([[...values], scale]).toEqual([[-127, 5], 0.25]);
  });
});
