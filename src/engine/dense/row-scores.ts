import { createMemory } from '../codec/segment-memory.ts';
import { ROW_STEP } from '../kernels/dot.ts';
import { CANDIDATE_BYTES } from '../kernels/hamming.ts';
import { type SearchKernels, searchKernels } from '../kernels/index.ts';
import type { QuantisedQuery } from './quantise.ts';

/** Rows that are scored at once take so many bytes, or are one: what the processor keeps near while they are. */
const BLOCK_BYTES = 65_536;
const SCALE_BYTES = 8;
const FACTOR_BYTES = 2;

/** int8 vectors, one behind the other. */
export interface Rows {
  /** Row r from `r * rowBytes` on; what a vector lacks of `rowBytes` is zero. */
  readonly values: Int8Array;
  /** See `rowBytesOf`. */
  readonly rowBytes: number;
  /** Of each row. */
  readonly scales: Float64Array;
}

let scorer: BlockScorer | undefined;

/**
 * Products of a query with all rows, by the kernels: copying the rows to a memory of theirs costs less than half of what
 * it saves. One small memory serves all indexes of the process, since engines have room for few memories.
 * @returns by number of the row; to the bits those of `scoreVectors`.
 */
export function scoreRows(query: QuantisedQuery, rows: Rows): Float32Array {
  if (scorer === undefined || scorer.rowBytes < rows.rowBytes) scorer = new BlockScorer(rows.rowBytes);
  return scorer.score(query, rows);
}

/**
 * The memory of the kernels:
 *
 *    rows of one block | their scales | the query | one candidate a row, of which the kernel writes the score
 */
class BlockScorer {
  /** Rows may have up to so many bytes. */
  readonly rowBytes: number;
  readonly #rows: Int8Array;
  readonly #scales: number;
  readonly #query: number;
  readonly #candidates: number;
  readonly #view: DataView;
  readonly #kernels: SearchKernels;

  constructor(rowBytes: number) {
    const block = Math.max(BLOCK_BYTES, rowBytes);
    const mostRows = block / ROW_STEP;
    this.rowBytes = rowBytes;
    this.#scales = block;
    this.#query = this.#scales + SCALE_BYTES * mostRows;
    this.#candidates = this.#query + FACTOR_BYTES * rowBytes;
    const end = this.#candidates + CANDIDATE_BYTES * mostRows;
    const memory = createMemory(end);
    this.#rows = new Int8Array(memory.buffer, 0, block);
    this.#view = new DataView(memory.buffer);
    this.#kernels = searchKernels(memory);
    for (let row = 0; row < mostRows; row++) this.#view.setUint32(this.#candidates + CANDIDATE_BYTES * row, row, true);
  }

  score(query: QuantisedQuery, { values, rowBytes, scales }: Rows): Float32Array {
    const view = this.#view;
    const factors = this.#query;
    for (let at = 0; at < rowBytes; at++) view.setInt16(factors + FACTOR_BYTES * at, query.values[at] ?? 0, true);
    const scores = new Float32Array(scales.length);
    const rowsAtOnce = Math.floor(this.#rows.length / rowBytes);
    for (let first = 0; first < scores.length; first += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, scores.length - first);
      this.#rows.set(values.subarray(first * rowBytes, (first + count) * rowBytes));
      for (let row = 0; row < count; row++)
        view.setFloat64(this.#scales + SCALE_BYTES * row, scales[first + row]!, true);
      const end = this.#candidates + CANDIDATE_BYTES * count;
      this.#kernels.scoreCandidates(this.#candidates, end, 0, rowBytes, this.#scales, factors, query.scale);
      for (let row = 0; row < count; row++) {
        scores[first + row] = view.getFloat32(this.#candidates + CANDIDATE_BYTES * row + 4, true);
      }
    }
    return scores;
  }
}
