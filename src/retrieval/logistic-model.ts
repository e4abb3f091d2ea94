/** A logistic model: probability = 1 / (1 + e^-(bias + weights · evidence)). */
export interface LogisticModel {
  readonly weights: readonly number[];
  readonly bias: number;
}

/** The probability that the model gives to the evidence, 0 … 1. */
export function probability({ weights, bias }: LogisticModel, evidence: readonly number[]): number {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, i) => sum + weight * evidence[i]!, bias)));
}
