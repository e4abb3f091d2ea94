import { round } from './figures.ts';

/** A first hit: how sure the search was of it, 0 … 1, and whether it was right. */
export interface Judgement {
  readonly confidence: number;
  readonly right: boolean;
}

/** One bar of a reliability diagram. */
export interface ReliabilityBin {
  /** Confidences from here … */
  readonly from: number;
  /** … to below here; the last bin holds 1, too. */
  readonly to: number;
  readonly count: number;
  /** Mean confidence; null in an empty bin. */
  readonly confidence: number | null;
  /** Share that was right; null in an empty bin. */
  readonly right: number | null;
}

export interface Calibration {
  /** First hits judged: those of every request that got a ranking, requests that no tool serves included. */
  readonly judged: number;
  /** Expected calibration error: 0 where confidences are the shares that are right. */
  readonly error: number;
  readonly bins: readonly ReliabilityBin[];
}

const BINS = 10;

/**
 * Do confidences mean what they say? Ten bins of equal width; the error is the mean over all judgements of how far the
 * share of right ones in a bin lies from the bin's mean confidence (Naeini et al., "Obtaining Well Calibrated
 * Probabilities Using Bayesian Binning", 2015). Null without judgements.
 */
export function calibrationOf(judgements: readonly Judgement[]): Calibration | null {
  if (judgements.length === 0) return null;
  let distance = 0;
  const bins = Array.from({ length: BINS }, (_, bin): ReliabilityBin => {
    const some = judgements.filter(({ confidence }) => binOf(confidence) === bin);
    const range = { from: bin / BINS, to: (bin + 1) / BINS, count: some.length };
    if (some.length === 0) return { ...range, confidence: null, right: null };
    const confidence = some.reduce((sum, one) => sum + one.confidence, 0) / some.length;
    const right = some.filter((one) => one.right).length / some.length;
    distance += some.length * Math.abs(confidence - right);
    return { ...range, confidence: round(confidence), right: round(right) };
  });
  return { judged: judgements.length, error: round(distance / judgements.length), bins };
}

function binOf(confidence: number): number {
  return Math.max(0, Math.min(BINS - 1, Math.floor(confidence * BINS)));
}
