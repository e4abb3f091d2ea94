/** A vector as whole numbers: `values[i] * scale` stands for component i. */
export interface QuantisedVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/** Largest int8 that has its negative. */
const MAX_INT8 = 127;
const MAX_INT16 = 32_767;
const MAX_INT32 = 2 ** 31 - 1;

/** Rounds a vector to int8; no component is off by more than half the scale. A zero vector has the scale 0. */
export function quantise(vector: Float32Array): QuantisedVector {
  return quantiseInto(vector, new Int8Array(vector.length));
}

/** {@link quantise} into memory that is all zeros: many vectors can share one piece of it. */
export function quantiseInto(vector: Float32Array, values: Int8Array): QuantisedVector {
  return roundTo(values, vector, MAX_INT8);
}

/** A query beside int8 documents: as fine as sums of whole numbers stay within 32 bits. */
export interface QuantisedQuery {
  readonly values: Int16Array;
  readonly scale: number;
}

/** Rounds a query so finely that only the documents' own rounding is left to notice: to 15 bits up to 516 dimensions. */
export function quantiseQuery(query: Float32Array | QuantisedVector): QuantisedQuery {
  if (!(query instanceof Float32Array)) return { values: Int16Array.from(query.values), scale: query.scale };
  // The sum has at most `length` products of at most MAX_INT8 * limit each.
  const limit = Math.min(MAX_INT16, Math.floor(MAX_INT32 / (MAX_INT8 * query.length)));
  return roundTo(new Int16Array(query.length), query, limit);
}

function roundTo<Values extends Int8Array | Int16Array>(
  values: Values,
  vector: Float32Array,
  limit: number,
): { values: Values; scale: number } {
  let largest = 0;
  let total = 0;
  for (let i = 0; i < vector.length; i++) {
    const size = Math.abs(vector[i]!);
    if (size > largest) largest = size;
    total += size;
  }
  // Sums of 32-bit floats do not leave the range of 64 bits.
  if (!Number.isFinite(total)) {
    throw new RangeError(`A vector has the component ${vector.find((component) => !Number.isFinite(component))}.`);
  }
  const scale = largest / limit;
  if (scale === 0) return { values, scale };
  for (let i = 0; i < vector.length; i++) values[i] = Math.round(vector[i]! / scale);
  return { values, scale };
}
