import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap.ts';

/** 100 values of 0 or 1 with mean 0.3: the normal approximation gives 0.3 ± 1.96 × sqrt(0.3 × 0.7 / 100) = ± 0.09. */
const values = Array.from({ length: 100 }, (_, i) => (i % 10 < 3 ? 1 : 0));

describe('bootstrapInterval', () => {
  it('agrees with the normal approximation where that holds', () => {
    const { mean, low, high } = bootstrapInterval(values, { rounds: 4000 });
    expect(mean).toBeCloseTo(0.3, 12);
    expect(Math.abs(low - 0.21)).toBeLessThan(0.02);
    expect(Math.abs(high - 0.39)).toBeLessThan(0.02);
  });

  it('gives the same interval for the same seed and another for another', () => {
    const spread = Array.from({ length: 50 }, (_, i) => i * i);
    expect(bootstrapInterval(spread, { seed: 5 })).toEqual(bootstrapInterval(spread, { seed: 5 }));
    expect(bootstrapInterval(spread, { seed: 5 })).not.toEqual(bootstrapInterval(spread, { seed: 6 }));
  });

  it('has no width when all values are equal', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('narrows as the level falls', () => {
    const wide = bootstrapInterval(values, { level: 0.99 });
    const narrow = bootstrapInterval(values, { level: 0.5 });
    expect(narrow.high - narrow.low).toBeLessThan(wide.high - wide.low);
  });

  it('refuses an empty sample', () => {
    expect(() => bootstrapInterval([])).toThrow(RangeError);
  });
});
