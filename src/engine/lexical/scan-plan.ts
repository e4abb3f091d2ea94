import { MAX_TERM_SHIFT } from '../kernels/scan-lexical.ts';
import { IMPACT_STEPS } from './segment-layout.ts';

/** A term of a request that documents of the segment hold. */
export interface SegmentTerm {
  readonly number: number;
  readonly idf: number;
}

/**
 * How a scan adds up terms in 16 bits, and how far its sums can be from exact scores:
 *
 *     scale · score ≤ sum + loss,   sum ≤ scale · score + excess
 */
export interface ScanPlan {
  readonly weights: readonly number[];
  readonly shifts: readonly number[];
  readonly scale: number;
  readonly loss: number;
  readonly excess: number;
}

/** More terms would not fit into 16 bits with 1 at least for each document that holds one. */
export const MAX_SCANNED_TERMS = 128;

const MAX_SUM = 65_535;
const MAX_WEIGHT = 255;
/** A step of impact adds weight / 2^shift, which is 1 or more with this weight and any shift. */
const LEAST_WEIGHT = 128;

/**
 * Chooses a weight of 8 bits and a shift for each term, as large as the greatest sum allows. Impacts and weights are
 * rounded up, contributions down. With x = scale · idf · greatest / 255 what a step should add, and x + d what it adds:
 * a document with impact r · greatest has at most 255 r + 1 steps, so that a sum is too high by at most x + 256 d for
 * each term; it is too low by less than 1 for each.
 */
export function planScan(terms: readonly SegmentTerm[], greatest: Float32Array): ScanPlan {
  const most = terms.map(({ number, idf }) => idf * greatest[number]!);
  const sum = most.reduce((total, one) => total + one, 0);
  for (let scale = (0.99 * MAX_SUM) / sum; ; scale *= 0.97) {
    const wanted = most.map((one) => (scale * one) / IMPACT_STEPS);
    const shifts = wanted.map(shiftFor);
    const weights = wanted.map((one, i) => Math.max(LEAST_WEIGHT, Math.ceil(one * 2 ** shifts[i]!)));
    const reached = weights.reduce((total, weight, i) => total + ((weight * IMPACT_STEPS) >> shifts[i]!), 0);
    if (reached > MAX_SUM || weights.some((weight) => weight > MAX_WEIGHT)) continue;
    const excess = wanted.reduce((total, x, i) => total + x + 256 * (weights[i]! / 2 ** shifts[i]! - x), 0);
    // One more for what floating point leaves open.
    return { weights, shifts, scale, loss: terms.length + 1, excess: Math.ceil(excess) + 1 };
  }
}

function shiftFor(wanted: number): number {
  let shift = 0;
  while (shift < MAX_TERM_SHIFT && Math.ceil(wanted * 2 ** (shift + 1)) <= MAX_WEIGHT) shift++;
  return shift;
}
