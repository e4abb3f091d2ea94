import { topK } from '../lexical/top-k.ts';
import type { DocId } from '../types.ts';
import { type QuantisedQuery, type QuantisedVector, quantiseInto, quantiseQuery } from './quantise.ts';
import { type Rows, scoreRows } from './row-scores.ts';
import { rowBytesOf } from './segment/dense-layout.ts';

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
  const rowBytes = rowBytesOf(dimensions);
  let values = new Int8Array(64 * rowBytes);
  const scales: number[] = [];
  for (const vector of vectors) {
    checkLength(vector.length, dimensions);
    const start = scales.length * rowBytes;
    if (start === values.length) {
      const wider = new Int8Array(2 * values.length);
      wider.set(values);
      values = wider;
    }
    scales.push(quantiseInto(vector, values.subarray(start, start + dimensions)).scale);
  }
  const rows = { values: values.slice(0, scales.length * rowBytes), rowBytes, scales: Float64Array.from(scales) };
  return new ScannedIndex(rows, dimensions);
}

/** Document d is row d. */
class ScannedIndex implements VectorIndex {
  readonly dimensions: number;
  readonly #rows: Rows;

  constructor(rows: Rows, dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.scales.length;
  }

  search(query: VectorQuery, { limit, allow }: VectorRequest): readonly VectorCandidate[] {
    if (!(limit >= 1)) throw new RangeError(`A search returns at least 1 candidate, not ${limit}.`);
    const quantised = this.#toQuery(query);
    if (quantised.scale === 0) return [];
    const docs: number[] = [];
    for (let doc = 0; doc < this.size; doc++) if (allow === undefined || allow(doc as DocId)) docs.push(doc);
    const scores = scoreRows(quantised, this.#rows);
    return topK(docs, scores, limit).map((doc) => ({ doc: doc as DocId, score: scores[doc]! }));
  }

  scores(query: VectorQuery): Float32Array {
    const quantised = this.#toQuery(query);
    return quantised.scale === 0 ? new Float32Array(this.size) : scoreRows(quantised, this.#rows);
  }

  vector(doc: DocId): QuantisedVector {
    const { values, rowBytes, scales } = this.#rows;
    const scale = scales[doc];
    if (scale === undefined) throw new RangeError(`Document ${doc} is not in this index of ${this.size}.`);
    return { values: values.subarray(doc * rowBytes, doc * rowBytes + this.dimensions), scale };
  }

  #toQuery(query: VectorQuery): QuantisedQuery {
    checkLength(query instanceof Float32Array ? query.length : query.values.length, this.dimensions);
    return quantiseQuery(query);
  }
}

function checkLength(length: number, dimensions: number): void {
  if (length !== dimensions) throw new RangeError(`A vector has ${length} dimensions, the index ${dimensions}.`);
}
