/** Middle of the values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Median and minimum, in tenths. Other load only adds time, so the minimum is closest to the work itself. */
export function spread(values: readonly number[]): { readonly median: number; readonly min: number } {
  return { median: tenths(median(values)), min: tenths(Math.min(...values)) };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
