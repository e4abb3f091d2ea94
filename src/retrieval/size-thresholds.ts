/** A threshold for each of some sizes of catalog, ascending. */
export type SizeThresholds = readonly (readonly [size: number, threshold: number])[];

/** The threshold for a size: straight lines over the logarithm of the size, level outside. */
export function thresholdAt(thresholds: SizeThresholds, size: number): number {
  const above = thresholds.findIndex(([known]) => known >= size);
  if (above < 0) return thresholds.at(-1)?.[1] ?? 0;
  const [upperSize, upper] = thresholds[above]!;
  const lowerRow = thresholds[above - 1];
  if (lowerRow === undefined) return upper;
  const [lowerSize, lower] = lowerRow;
  return lower + ((upper - lower) * Math.log(size / lowerSize)) / Math.log(upperSize / lowerSize);
}
