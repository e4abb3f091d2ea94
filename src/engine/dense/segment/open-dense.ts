import { countRanges, type View } from '../../filter/view.ts';
import type { DensePart, SegmentDenseCandidate, SegmentDenseRequest, SegmentSpace } from '../../segment/parts.ts';
import { readFloat64s, readUint32s } from '../little-endian.ts';
import { type QuantisedQuery, type QuantisedVector, quantiseQuery } from '../quantise.ts';
import type { VectorQuery } from '../vector-index.ts';
import { BestCandidates } from './best-candidates.ts';
import { ClusterSearch } from './cluster-search.ts';
import { DENSE_SECTIONS, rowBytesOf } from './dense-layout.ts';
import { VectorScan } from './vector-scan.ts';

/** Views of so many documents are looked at whole, without clusters. */
const SCORED_WHOLE = 16_384;
/** The same for documents that lie scattered: fetching one row takes as long as reading four that lie side by side. */
const SCORED_SCATTERED: number = SCORED_WHOLE / 4;

/**
 * Of those, where codes have bits enough to tell, the documents with the nearest codes are scored: for a code of so many
 * bits one document in so many, but at least so many, and at least so many for each candidate. With 256 bits it takes
 * less than half of the time that scoring all does.
 */
const FEWEST_CODE_BITS = 128;
const BITS_A_SHARE = 16;
const FEWEST_SCORED = 512;
const SCORED_A_CANDIDATE = 8;

/** Opens the dense part of a segment. */
export function openDense(segment: SegmentSpace): DensePart {
  return new SegmentVectors(segment);
}

class SegmentVectors implements DensePart {
  readonly dimensions: number;
  readonly #rows: Uint8Array;
  readonly #scales: Float64Array;
  readonly #ranks: Uint32Array;
  readonly #scan: VectorScan;
  readonly #clusters: ClusterSearch | undefined;

  constructor(segment: SegmentSpace) {
    const { image } = segment.space;
    const [dimensions, clusters] = readUint32s(image.section(DENSE_SECTIONS.shape));
    this.dimensions = dimensions!;
    this.#rows = image.section(DENSE_SECTIONS.rows);
    this.#scales = readFloat64s(image.section(DENSE_SECTIONS.scales));
    this.#ranks = readUint32s(image.section('keys.ranks'));
    this.#scan = new VectorScan(segment, rowBytesOf(this.dimensions));
    this.#clusters = clusters === 0 ? undefined : new ClusterSearch(image, this.#scan);
  }

  search(
    query: VectorQuery,
    { limit, view, floor = -Infinity }: SegmentDenseRequest,
  ): readonly SegmentDenseCandidate[] {
    const quantised = this.#setQuery(query);
    if (quantised.scale === 0 || view.count === 0) return [];
    const best = new BestCandidates(limit, this.#ranks, floor);
    const offered = { bits: view.bits ?? 0, best };
    const fewest = Math.max(FEWEST_SCORED, SCORED_A_CANDIDATE * limit);
    if (this.#clusters === undefined) this.#scan.offer(view.ranges, offered);
    else if (!isNarrow(view)) this.#clusters.search(view, lengthOf(quantised), best);
    else if (this.dimensions < FEWEST_CODE_BITS || view.count <= 2 * fewest) this.#scan.offer(view.ranges, offered);
    else this.#scan.offerNearest(view.ranges, offered, BITS_A_SHARE / this.dimensions, fewest);
    return best.sorted();
  }

  scores(query: VectorQuery, docs: readonly number[]): Float32Array {
    if (this.#setQuery(query).scale === 0) return new Float32Array(docs.length);
    return this.#scan.scoreDocuments(docs);
  }

  vector(doc: number): QuantisedVector {
    const start = this.#rows.byteOffset + doc * rowBytesOf(this.dimensions);
    return { values: new Int8Array(this.#rows.buffer, start, this.dimensions), scale: this.#scales[doc]! };
  }

  #setQuery(query: VectorQuery): QuantisedQuery {
    const length = query instanceof Float32Array ? query.length : query.values.length;
    if (length !== this.dimensions) {
      throw new RangeError(`A vector has ${length} dimensions, the index ${this.dimensions}.`);
    }
    const quantised = quantiseQuery(query);
    this.#scan.setQuery(quantised, this.#clusters?.mean);
    return quantised;
  }
}

function isNarrow({ ranges, bits, count }: View): boolean {
  return count <= (bits === undefined || 2 * count > countRanges(ranges) ? SCORED_WHOLE : SCORED_SCATTERED);
}

function lengthOf({ values, scale }: QuantisedQuery): number {
  let squares = 0;
  for (const value of values) squares += value * value;
  return Math.sqrt(squares) * scale;
}
