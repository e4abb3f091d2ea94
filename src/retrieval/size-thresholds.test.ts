import { describe, expect, it } from 'vitest';
import { thresholdAt } from './size-thresholds.ts';

describe('thresholdAt', () => {
  it.each([
    [1, 0.1],
    [10, 0.1],
    [100, 0.2],
    [1000, 0.4],
    [31.6227766, 0.15],
    [316.227766, 0.3],
    [1e6, 0.4],
  ])('for %d tools is %d', (size, expected) => {
    const thresholds = [
      [10, 0.1],
      [100, 0.2],
      [1000, 0.4],
    ] as const;
    expect(thresholdAt(thresholds, size)).toBeCloseTo(expected, 6);
  });
});
