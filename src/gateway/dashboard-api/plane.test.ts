import { describe, expect, it } from 'vitest';
import { layOut } from './plane.ts';

const vector = (...values: number[]) => Float32Array.from(values);

describe('laying vectors out in the plane', () => {
  it('spreads them along the directions in which they differ most', () => {
    const points = layOut([vector(0, 9, 1), vector(0, -9, 1), vector(3, 0, 1), vector(-3, 0, 1)]);
    const [[a], [b], [, c], [, d]] = points as [number, number][] as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    expect(Math.abs(a - b)).toBeCloseTo(2, 6);
    expect(Math.abs(c - d)).toBeCloseTo(2, 6);
    for (const point of points) for (const value of point) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('puts what is alike together', () => {
    const [a, b, c] = layOut([vector(1, 0, 0), vector(0.99, 0.01, 0), vector(0, 1, 0)]);
    const distance = (p: readonly [number, number], q: readonly [number, number]) =>
      Math.hypot(p[0] - q[0], p[1] - q[1]);
    expect(distance(a!, b!)).toBeLessThan(distance(a!, c!) / 10);
  });

  it('takes one vector, equal ones, and none', () => {
    expect(layOut([])).toEqual([]);
    expect(layOut([vector(1, 2), vector(1, 2)])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
