import { topK } from '../lexical/top-k.ts';
import type { DocId } from '../types.ts';
import { type QuantisedQuery, type QuantisedVector, quantise, quantiseQuery } from './quantise.ts';

export interface VectorRequest {
  /** At most this many candidates; ≥ 1. */
  readonly limit: number;
  /** Only documents for which this is true are scored or seen. */
  readonly allow?: (doc: DocId) => boolean;
}

export interface VectorCandidate {
  readonly doc: DocId;
  /** Product of query and document; for unit vectors their cosine. */
  readonly score: number;
}

/** A float vector, or one taken from an index. A zero vector has no direction and finds nothing. */
export type VectorQuery = Float32Array | QuantisedVector;

/** Document vectors in int8, scanned whole: exact up to the rounding, and the same bits on every machine. */
export interface VectorIndex {
  readonly size: number;
  readonly dimensions: number;
  /** Best first; ties by document order. */
  search(query: VectorQuery, request: VectorRequest): readonly VectorCandidate[];
  /** Score of every document, by document number: the very scores of {@link search}. All 0 for a zero query. */
  scores(query: VectorQuery): Float32Array;
  /** A view on one document's vector. */
  vector(doc: DocId): QuantisedVector;
}

/** Builds an index of `vectors`, which are read one by one: the position of each is its document's number. */
export function buildVectorIndex(vectors: Iterable<Float32Array>, dimensions: number): VectorIndex {
  if (!(Number.isSafeInteger(dimensions) && dimensions >= 1)) {
    throw new RangeError(`Vectors have at least 1 dimension, not ${dimensions}.`);
  }
  let rows = new Int8Array(64 * dimensions);
  const scales: number[] = [];
  for (const vector of vectors) {
    checkLength(vector.length, dimensions);
    const { values, scale } = quantise(vector);
    const start = scales.length * dimensions;
    if (start === rows.length) {
      const wider = new Int8Array(2 * rows.length);
      wider.set(rows);
      rows = wider;
    }
    rows.set(values, start);
    scales.push(scale);
  }
  return new ScannedIndex(rows.slice(0, scales.length * dimensions), Float64Array.from(scales), dimensions);
}

/**
 *   document d ─▶ rows[d * dimensions …], times scales[d]
 *
 * Invariant: #scores has no meaning between two requests. A request reads only what it wrote.
 */
class ScannedIndex implements VectorIndex {
  readonly dimensions: number;
  readonly #rows: Int8Array;
  readonly #scales: Float64Array;
  readonly #scores: Float64Array;

  constructor(rows: Int8Array, scales: Float64Array, dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = rows;
    this.#scales = scales;
    this.#scores = new Float64Array(scales.length);
  }

  get size(): number {
    return this.#scales.length;
  }

  search(query: VectorQuery, { limit, allow }: VectorRequest): readonly VectorCandidate[] {
    if (!(limit >= 1)) throw new RangeError(`A search returns at least 1 candidate, not ${limit}.`);
    const quantised = this.#toQuery(query);
    if (quantised.scale === 0) return [];
    // `allow` is foreign code and may search this very index: it runs before the scores are touched.
    const docs: number[] = [];
    for (let doc = 0; doc < this.size; doc++) if (allow === undefined || allow(doc as DocId)) docs.push(doc);
    for (const doc of docs) this.#scores[doc] = this.#score(quantised, doc);
    return topK(docs, this.#scores, limit).map((doc) => ({ doc: doc as DocId, score: this.#scores[doc]! }));
  }

  scores(query: VectorQuery): Float32Array {
    const quantised = this.#toQuery(query);
    const scores = new Float32Array(this.size);
    if (quantised.scale === 0) return scores;
    for (let doc = 0; doc < scores.length; doc++) scores[doc] = this.#score(quantised, doc);
    return scores;
  }

  vector(doc: DocId): QuantisedVector {
    const scale = this.#scales[doc];
    if (scale === undefined) throw new RangeError(`Document ${doc} is not in this index of ${this.size}.`);
    return { values: this.#rows.subarray(doc * this.dimensions, (doc + 1) * this.dimensions), scale };
  }

  #toQuery(query: VectorQuery): QuantisedQuery {
    checkLength(query instanceof Float32Array ? query.length : query.values.length, this.dimensions);
    return quantiseQuery(query);
  }

  /**
   * The loop that a search spends its time in: whole numbers, whose sum is the same in any order and fits 32 bits, in
   * four sums at once, which is a quarter faster than one.
   */
  #score({ values, scale }: QuantisedQuery, doc: number): number {
    const rows = this.#rows;
    const length = values.length;
    const unrolled = length - (length % 4);
    let at = doc * length;
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let i = 0; i < unrolled; i += 4, at += 4) {
      sum0 = (sum0 + Math.imul(values[i]!, rows[at]!)) | 0;
      sum1 = (sum1 + Math.imul(values[i + 1]!, rows[at + 1]!)) | 0;
      sum2 = (sum2 + Math.imul(values[i + 2]!, rows[at + 2]!)) | 0;
      sum3 = (sum3 + Math.imul(values[i + 3]!, rows[at + 3]!)) | 0;
    }
    for (let i = unrolled; i < length; i++, at++) sum0 = (sum0 + Math.imul(values[i]!, rows[at]!)) | 0;
    // Rounded to float32, so that a search and a list of all scores say the same.
    return Math.fround((sum0 + sum1 + sum2 + sum3) * scale * this.#scales[doc]!);
  }
}

function checkLength(length: number, dimensions: number): void {
  if (length !== dimensions) throw new RangeError(`A vector has ${length} dimensions, the index ${dimensions}.`);
}
