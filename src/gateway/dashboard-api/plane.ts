/** Rounds of the power method; two directions of a few thousand vectors settle within these. */
const ROUNDS = 40;

/**
 * Lays vectors into the plane of their two principal components (Pearson 1901, by the power method), each axis scaled
 * to -1 … 1. Deterministic: equal vectors give equal points.
 */
export function layOut(vectors: readonly Float32Array[]): readonly (readonly [number, number])[] {
  const [first] = vectors;
  if (first === undefined) return [];
  const mean = new Float64Array(first.length);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / vectors.length;
  const rows = vectors.map((vector) => Float64Array.from(vector, (value, i) => value - mean[i]!));
  const across = principal(rows, undefined);
  const up = principal(rows, across);
  const xs = scaled(rows.map((row) => dot(row, across)));
  const ys = scaled(rows.map((row) => dot(row, up)));
  return rows.map((_, i) => [xs[i]!, ys[i]!]);
}

/** The direction in which the rows differ most, at right angles to another one. */
function principal(rows: readonly Float64Array[], other: Float64Array | undefined): Float64Array {
  const length = rows[0]!.length;
  // Any start will do that is at right angles to nothing in particular.
  let direction = Float64Array.from({ length }, (_, i) => 1 + ((i * 37) % 11) / 11);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(length);
    for (const row of rows) {
      const share = dot(row, direction);
      for (let i = 0; i < length; i++) next[i]! += share * row[i]!;
    }
    if (other !== undefined) {
      const along = dot(next, other);
      for (let i = 0; i < length; i++) next[i]! -= along * other[i]!;
    }
    const size = Math.sqrt(dot(next, next));
    // The rows do not differ any more: every direction is as good.
    if (size < 1e-12) return new Float64Array(length);
    direction = next.map((value) => value / size);
  }
  return direction;
}

function scaled(values: readonly number[]): readonly number[] {
  const most = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return most === 0 ? values : values.map((value) => value / most);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
