import { createHash } from 'node:crypto';

/** What tells a change from every other one, in Stryker's words. */
export interface Change {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Each change is drawn by itself, so that a sample stays nearly the same while the code around it moves on. */
export interface Sample {
  /** Above 0, at most 1. */
  readonly share: number;
  readonly seed: number;
}

/** @param change with `fileName` relative to the checkout, so that every machine draws the same */
export function isDrawn(change: Change, { share, seed }: Sample): boolean {
  if (share >= 1) return true;
  const { fileName, mutatorName, replacement, location } = change;
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column];
  const key = JSON.stringify([seed, fileName, mutatorName, replacement, ...place]);
  return createHash('sha256').update(key).digest().readUInt32LE() < share * 2 ** 32;
}

/** Wilson's interval (1927) for a share of which `hits` of `all` were seen, at 95 %. */
export function interval(hits: number, all: number): readonly [low: number, high: number] {
  const z = 1.96;
  const seen = hits / all;
  const middle = (seen + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const reach = (z / (1 + z ** 2 / all)) * Math.sqrt((seen * (1 - seen)) / all + z ** 2 / (4 * all ** 2));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
