/** One observation: features and the class 0 or 1. */
export interface Sample {
  readonly x: readonly number[];
  readonly y: number;
  /** How much it counts; default 1. */
  readonly weight?: number;
}

export interface Logistic {
  readonly weights: readonly number[];
  readonly bias: number;
}

/**
 * Logistic regression by Newton's method (iteratively reweighted least squares) with a small ridge on standardised
 * features. Deterministic.
 */
export function fitLogistic(samples: readonly Sample[], ridge = 1): Logistic {
  const width = samples[0]!.x.length;
  const mean = Array.from({ length: width }, (_, j) => average(samples.map(({ x }) => x[j]!)));
  const spread = mean.map((m, j) => Math.sqrt(average(samples.map(({ x }) => (x[j]! - m) ** 2))) || 1);
  const rows = samples.map(({ x }) => [1, ...x.map((value, j) => (value - mean[j]!) / spread[j]!)]);
  let beta = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < 25; round++) {
    const gradient = beta.map((b, j) => (j === 0 ? 0 : -ridge * b));
    const hessian = beta.map((_, j) => beta.map((__, k) => (j === k ? (j === 0 ? 1e-9 : ridge) : 0)));
    for (const [i, row] of rows.entries()) {
      const p = sigmoid(row.reduce((sum, value, j) => sum + value * beta[j]!, 0));
      const { y, weight = 1 } = samples[i]!;
      const error = weight * (y - p);
      const slope = weight * p * (1 - p);
      for (let j = 0; j <= width; j++) {
        gradient[j]! += error * row[j]!;
        for (let k = 0; k <= j; k++) hessian[j]![k]! += slope * row[j]! * row[k]!;
      }
    }
    for (let j = 0; j <= width; j++) for (let k = j + 1; k <= width; k++) hessian[j]![k] = hessian[k]![j]!;
    const step = solve(hessian, gradient);
    beta = beta.map((b, j) => b + step[j]!);
    if (step.every((one) => Math.abs(one) < 1e-8)) break;
  }
  const weights = mean.map((_, j) => beta[j + 1]! / spread[j]!);
  return { weights, bias: beta[0]! - weights.reduce((sum, weight, j) => sum + weight * mean[j]!, 0) };
}

export function predict({ weights, bias }: Logistic, x: readonly number[]): number {
  return sigmoid(weights.reduce((sum, weight, j) => sum + weight * x[j]!, bias));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = right.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = column + 1; row < n; row++) {
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  const result = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    let sum = rows[row]![n]!;
    for (let k = row + 1; k < n; k++) sum -= rows[row]![k]! * result[k]!;
    result[row] = sum / rows[row]![row]!;
  }
  return result;
}
