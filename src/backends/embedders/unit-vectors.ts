import { ToolscoutError } from '../../errors.ts';

/** What an embedder promised. */
export interface VectorPromise {
  readonly id: string;
  readonly dimensions: number;
}

/**
 * Vectors of a foreign model as the search needs them: as many as there are texts, of the promised length, of finite
 * numbers, and of unit length. A zero vector stays one: the model knows nothing of the text.
 * @throws ToolscoutError `MODEL_INVALID`
 */
export function toUnitVectors(
  rows: readonly ArrayLike<number>[],
  count: number,
  promise: VectorPromise,
): readonly Float32Array[] {
  if (rows.length !== count) {
    throw invalid(promise, `gave ${rows.length} vectors for ${count} texts`, 'Each text needs one vector, in order.');
  }
  return rows.map((row) => toUnitVector(row, promise));
}

function toUnitVector(row: ArrayLike<number>, promise: VectorPromise): Float32Array {
  const { dimensions } = promise;
  if (row.length !== dimensions) {
    throw invalid(
      promise,
      `gave a vector of ${row.length} dimensions, not ${dimensions}`,
      `Write ${row.length} as its dimensions, if this is the model that you meant.`,
    );
  }
  const vector = Float32Array.from(row);
  let squares = 0;
  for (const component of vector) squares += component * component;
  if (!Number.isFinite(squares)) throw invalid(promise, 'gave a vector that is not of numbers', 'Check the model.');
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((component) => component / length);
}

function invalid({ id }: VectorPromise, what: string, next: string): ToolscoutError {
  return new ToolscoutError('MODEL_INVALID', `Embedder ${id} ${what}.`, { next, details: { embedder: id } });
}
