import { countRanges } from '../../filter/view.ts';
import { CANDIDATE_BYTES } from '../../kernels/hamming.ts';
import { type SearchKernels, searchKernels } from '../../kernels/index.ts';
import type { SegmentSpace } from '../../segment/parts.ts';
import { littleEndianBytes } from '../little-endian.ts';
import type { QuantisedQuery } from '../quantise.ts';
import type { BestCandidates } from './best-candidates.ts';
import { DENSE_SECTIONS, writeCode } from './dense-layout.ts';

/** Documents that a kernel looks at in one call: as many candidates there is room for. */
const MOST_DOCUMENTS = 16_384;
/** In the first call: all of them come back as candidates, since there is nothing yet to compare them with. */
const FIRST_DOCUMENTS = 512;
const RUN_BYTES = 8;
/** Runs that are given to a kernel in one call. */
const MOST_RUNS = 8_192;

/** Rows of int8 with their scales. */
export interface RowPlaces {
  readonly rows: number;
  readonly scales: number;
}

/** What is done with the documents of runs. */
export interface Offered {
  /** Address of a bitmap of the documents that may be offered; 0 if all may. */
  readonly bits: number;
  /** Only documents whose code differs from the query's by at most so many bits. */
  readonly most?: number | undefined;
  readonly best: BestCandidates;
}

/**
 * Scans documents of one segment for one query at a time.
 *
 * Invariant: scratch has no meaning between two calls, but for the query.
 */
export class VectorScan {
  readonly #kernels: SearchKernels;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #rowBytes: number;
  readonly #documents: RowPlaces;
  readonly #codes: number;
  readonly #query: number;
  readonly #queryCode: number;
  readonly #runs: number;
  readonly #candidates: number;
  #queryScale = 0;

  constructor({ space }: SegmentSpace, rowBytes: number) {
    const { image, memory } = space;
    this.#kernels = searchKernels(memory);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
    this.#rowBytes = rowBytes;
    this.#documents = {
      rows: image.section(DENSE_SECTIONS.rows).byteOffset,
      scales: image.section(DENSE_SECTIONS.scales).byteOffset,
    };
    this.#codes = image.has(DENSE_SECTIONS.codes) ? image.section(DENSE_SECTIONS.codes).byteOffset : 0;
    this.#query = space.reserve(2 * rowBytes);
    this.#queryCode = space.reserve(rowBytes / 8);
    this.#runs = space.reserve(MOST_RUNS * RUN_BYTES);
    this.#candidates = space.reserve(MOST_DOCUMENTS * CANDIDATE_BYTES);
  }

  /** The query of all calls until the next. `mean` is that of the codes, if there are any. */
  setQuery({ values, scale }: QuantisedQuery, mean: Float32Array | undefined): void {
    this.#queryScale = scale;
    const padded = new Int16Array(this.#rowBytes);
    padded.set(values);
    this.#bytes.set(littleEndianBytes(new Uint16Array(padded.buffer)), this.#query);
    if (mean === undefined) return;
    writeCode(this.#bytes.subarray(this.#queryCode, this.#queryCode + this.#rowBytes / 8), padded, scale, mean);
  }

  /** Offers the documents of runs, pairs of start and end, with their scores. */
  offer(runs: ArrayLike<number>, { bits, most, best }: Offered): void {
    let documents = Math.max(FIRST_DOCUMENTS, best.limit);
    this.#inCalls(runs, best.isFull ? MOST_DOCUMENTS : documents, (start, end) => {
      documents = Math.min(MOST_DOCUMENTS, 4 * documents);
      let found: number;
      if (most === undefined) found = this.#selectBest(this.#documents, start, end, bits, best.least);
      else {
        found = this.#selectNear(start, end, most, bits);
        this.#score(found);
      }
      this.#offerScored(found, best);
      return documents;
    });
  }

  /**
   * Offers, of the documents of runs, those with the nearest codes: a share of them, of those in one call at least
   * `fewest`.
   */
  offerNearest(runs: ArrayLike<number>, { bits, best }: Offered, share: number, fewest: number): void {
    this.#inCalls(runs, MOST_DOCUMENTS, (start, end) => {
      const found = this.#selectNear(start, end, 8 * this.#rowBytes, bits);
      const count = (found - this.#candidates) / CANDIDATE_BYTES;
      const kept = this.#keepNearest(found, Math.max(fewest, share * count));
      this.#score(kept);
      this.#offerScored(kept, best);
      return MOST_DOCUMENTS;
    });
  }

  /** In how many bits the code of each document differs from the query's. */
  distances(docs: readonly number[]): readonly number[] {
    const distances: number[] = [];
    this.#inCalls(
      docs.flatMap((doc) => [doc, doc + 1]),
      MOST_DOCUMENTS,
      (start, runsEnd) => {
        const end = this.#selectNear(start, runsEnd, 8 * this.#rowBytes, 0);
        for (let at = this.#candidates; at < end; at += CANDIDATE_BYTES) {
          distances.push(this.#view.getUint32(at + 4, true));
        }
        return MOST_DOCUMENTS;
      },
    );
    return distances;
  }

  /** The score of each of the first `count` rows. */
  scoreRows(places: RowPlaces, count: number): Float64Array {
    const scores = new Float64Array(count);
    this.#inCalls([0, count], MOST_DOCUMENTS, (start, runsEnd) => {
      const end = this.#selectBest(places, start, runsEnd, 0, -Infinity);
      for (let at = this.#candidates; at < end; at += CANDIDATE_BYTES) {
        scores[this.#view.getUint32(at, true)] = this.#view.getFloat32(at + 4, true);
      }
      return MOST_DOCUMENTS;
    });
    return scores;
  }

  /** The score of each document, in their order. */
  scoreDocuments(docs: readonly number[]): Float32Array {
    const scores = new Float32Array(docs.length);
    for (let start = 0; start < docs.length; start += MOST_DOCUMENTS) {
      const batch = docs.slice(start, start + MOST_DOCUMENTS);
      for (const [i, doc] of batch.entries()) this.#view.setUint32(this.#candidates + i * CANDIDATE_BYTES, doc, true);
      this.#score(this.#candidates + batch.length * CANDIDATE_BYTES);
      for (let i = 0; i < batch.length; i++) {
        scores[start + i] = this.#view.getFloat32(this.#candidates + i * CANDIDATE_BYTES + 4, true);
      }
    }
    return scores;
  }

  /**
   * Gives runs to a kernel, cut so that no call meets more documents than `run` said after the last one. Runs that lie in
   * the image of this memory are where a kernel wants them already.
   */
  #inCalls(runs: ArrayLike<number>, firstDocuments: number, run: (start: number, end: number) => number): void {
    if (runs instanceof Uint32Array && runs.buffer === this.#view.buffer && countRanges(runs) <= firstDocuments) {
      run(runs.byteOffset, runs.byteOffset + runs.byteLength);
      return;
    }
    let room = firstDocuments;
    let at = this.#runs;
    const lastRun = this.#runs + MOST_RUNS * RUN_BYTES;
    for (let i = 0; i < runs.length; i += 2) {
      let start = runs[i]!;
      const end = runs[i + 1]!;
      while (start < end) {
        const until = Math.min(end, start + room);
        this.#view.setUint32(at, start, true);
        this.#view.setUint32(at + 4, until, true);
        at += RUN_BYTES;
        room -= until - start;
        start = until;
        if (room > 0 && at < lastRun) continue;
        room = run(this.#runs, at);
        at = this.#runs;
      }
    }
    if (at > this.#runs) run(this.#runs, at);
  }

  #selectBest({ rows, scales }: RowPlaces, runs: number, runsEnd: number, bits: number, least: number): number {
    const { selectBest } = this.#kernels;
    const out = this.#candidates;
    return selectBest(runs, runsEnd, bits, least, out, rows, this.#rowBytes, scales, this.#query, this.#queryScale);
  }

  #selectNear(runs: number, runsEnd: number, most: number, bits: number): number {
    const words = this.#rowBytes / 64;
    const { selectNear } = this.#kernels;
    return selectNear(runs, runsEnd, this.#codes, words, this.#queryCode, most, bits, this.#candidates);
  }

  #offerScored(end: number, best: BestCandidates): void {
    for (let at = this.#candidates; at < end; at += CANDIDATE_BYTES) {
      const score = this.#view.getFloat32(at + 4, true);
      if (score >= best.least) best.offer(this.#view.getUint32(at, true), score);
    }
  }

  /** Leaves of the candidates the nearest, at least `wanted` of them. @returns where they end */
  #keepNearest(end: number, wanted: number): number {
    const counts = new Uint32Array(8 * this.#rowBytes + 1);
    for (let at = this.#candidates + 4; at < end; at += CANDIDATE_BYTES) counts[this.#view.getUint32(at, true)]!++;
    let most = 0;
    for (let near = counts[0]!; near < wanted && most < counts.length - 1; near += counts[most]!) most++;
    let kept = this.#candidates;
    for (let at = this.#candidates; at < end; at += CANDIDATE_BYTES) {
      if (this.#view.getUint32(at + 4, true) > most) continue;
      this.#view.setUint32(kept, this.#view.getUint32(at, true), true);
      kept += CANDIDATE_BYTES;
    }
    return kept;
  }

  #score(end: number): void {
    const { rows, scales } = this.#documents;
    const { scoreCandidates } = this.#kernels;
    scoreCandidates(this.#candidates, end, rows, this.#rowBytes, scales, this.#query, this.#queryScale);
  }
}
