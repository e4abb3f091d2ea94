import { randomSequence } from './random.ts';

/** A mean with the interval that it would fall into again, were other queries of the same kind asked. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** Same seed, same interval. */
  readonly seed?: number;
  readonly rounds?: number;
  /** Share of the resampled means that the interval holds. */
  readonly level?: number;
}

/**
 * Percentile bootstrap over queries (Efron 1979): draws as many values as there are, with replacement, again and
 * again, and cuts equal tails off the means. For a difference between two configurations hand in the paired
 * differences: an interval without 0 is a real difference.
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): MeanInterval {
  const { seed = 1, rounds = 1000, level = 0.95 } = options;
  if (values.length === 0) throw new RangeError('bootstrapInterval needs at least one value');
  const random = randomSequence(seed);
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const tail = (1 - level) / 2;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: means[Math.floor(tail * rounds)]!,
    high: means[Math.min(rounds - 1, Math.ceil((1 - tail) * rounds) - 1)]!,
  };
}
