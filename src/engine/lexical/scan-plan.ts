import { LIST_SHIFT, MAX_PLANE_SHIFT } from '../kernels/term-record.ts';
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
  /** Of lists in multiples of 2^−LIST_SHIFT, of planes of 2^−shift. */
  readonly weights: readonly number[];
  /** Of all planes. */
  readonly shift: number;
  readonly scale: number;
  readonly loss: number;
  readonly excess: number;
}

/** More terms would not fit into 16 bits with 1 at least for each document that holds one. */
export const MAX_SCANNED_TERMS = 128;

const MAX_SUM = 65_535;
/** Weights of planes together, so that the sum of products has 16 bits. */
const MAX_PLANE_WEIGHTS: number = Math.floor(MAX_SUM / IMPACT_STEPS);

/**
 * Chooses a weight for each term, as large as the greatest sum allows. Impacts and weights are rounded up, contributions
 * down. With x = scale · idf · greatest / 255 what a step should add, and x + d what it adds: a document with impact
 * r · greatest has at most 255 r + 1 steps, so that a sum is too high by at most x + 256 d for each term; it is too low by
 * less than 1 for each.
 * @param planes so many terms, the first, have planes
 */
export function planScan(terms: readonly SegmentTerm[], greatest: Float32Array, planes: number): ScanPlan {
  const most = terms.map(({ number, idf }) => idf * greatest[number]!);
  const sum = most.reduce((total, one) => total + one, 0);
  for (let scale = (0.99 * MAX_SUM) / sum; ; scale *= 0.97) {
    const wanted = most.map((one) => (scale * one) / IMPACT_STEPS);
    const shift = shiftOf(wanted.filter((_, i) => terms[i]!.number < planes));
    const steps = terms.map(({ number }) => 2 ** (number < planes ? shift : LIST_SHIFT));
    const weights = wanted.map((x, i) => weightOf(x, steps[i]!));
    const planeWeights = weights.reduce((total, weight, i) => total + (terms[i]!.number < planes ? weight : 0), 0);
    const reached = weights.reduce((total, weight, i) => total + (weight * IMPACT_STEPS) / steps[i]!, 0);
    if (planeWeights > MAX_PLANE_WEIGHTS || reached > MAX_SUM) continue;
    const excess = wanted.reduce((total, x, i) => total + x + (IMPACT_STEPS + 1) * (weights[i]! / steps[i]! - x), 0);
    // One more for what floating point leaves open.
    return { weights, shift, scale, loss: terms.length + 1, excess: Math.ceil(excess) + 1 };
  }
}

/** The greatest shift with which the weights of these fit. */
function shiftOf(planes: readonly number[]): number {
  const fits = (bits: number): boolean =>
    planes.reduce((total, x) => total + weightOf(x, 2 ** bits), 0) <= MAX_PLANE_WEIGHTS;
  // Rounded up, weights are not less than what is wanted, so that no greater shift can fit.
  const most = Math.log2(MAX_PLANE_WEIGHTS / planes.reduce((total, x) => total + x, 0));
  let shift = Math.max(0, Math.min(MAX_PLANE_SHIFT, Math.floor(most)));
  while (shift > 0 && !fits(shift)) shift--;
  return shift;
}

/** A step must add 1 or more, so that the sum of a document that holds a term is not 0. */
function weightOf(wanted: number, steps: number): number {
  return Math.max(steps, Math.ceil(wanted * steps));
}
