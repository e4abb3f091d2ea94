import { littleEndianBytes, readFloat32s } from './little-endian.ts';
import { invalidModel, type ModelFile } from './model-file.ts';
import { RowSums } from './row-sums.ts';

/**
 * One vector per piece, quantised: `rows` holds `dimensions` int8 a piece, `rowScales` one float32 a piece, and the
 * vector is their product. The rows stay where the model file has them.
 */
export class TokenTable {
  readonly dimensions: number;
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  /** Lengths of the int8 rows, filled as they are asked for; NaN = not yet. */
  readonly #rowLengths: Float64Array;

  constructor(dimensions: number, rows: Int8Array, scales: Float32Array) {
    this.dimensions = dimensions;
    this.#rows = rows;
    this.#scales = scales;
    this.#rowLengths = new Float64Array(scales.length).fill(Number.NaN);
  }

  /**
   * Writes the sum of the vectors of `pieces`, each times its place's weight, to `sum`. Every embedding spends its time here: four rows at once take
   * half as long as one by one, since the sum is then read and written a quarter as often.
   */
  addUp(pieces: readonly number[], weights: Float64Array, sum: Float64Array): void {
    const rows = this.#rows;
    const scales = this.#scales;
    const dimensions = this.dimensions;
    sum.fill(0);
    let i = 0;
    for (; i + 4 <= pieces.length; i += 4) {
      const piece0 = pieces[i]!;
      const piece1 = pieces[i + 1]!;
      const piece2 = pieces[i + 2]!;
      const piece3 = pieces[i + 3]!;
      const scale0 = scales[piece0]! * weights[i]!;
      const scale1 = scales[piece1]! * weights[i + 1]!;
      const scale2 = scales[piece2]! * weights[i + 2]!;
      const scale3 = scales[piece3]! * weights[i + 3]!;
      let at0 = piece0 * dimensions;
      let at1 = piece1 * dimensions;
      let at2 = piece2 * dimensions;
      let at3 = piece3 * dimensions;
      for (let d = 0; d < dimensions; d++) {
        sum[d]! += scale0 * rows[at0++]! + scale1 * rows[at1++]! + scale2 * rows[at2++]! + scale3 * rows[at3++]!;
      }
    }
    for (; i < pieces.length; i++) {
      const scale = scales[pieces[i]!]! * weights[i]!;
      let at = pieces[i]! * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d]! += scale * rows[at++]!;
    }
  }

  /** What adds up many texts faster; undefined for a table whose dimensions it cannot take. */
  rowSums(maxPieces: number): RowSums | undefined {
    if (!RowSums.takes(this.dimensions)) return undefined;
    return new RowSums(this.dimensions, this.#rows, this.#scales, maxPieces);
  }

  vector(piece: number): Float32Array {
    const scale = this.#scales[piece]!;
    return Float32Array.from(this.#row(piece), (value) => value * scale);
  }

  /** Length of {@link vector}. */
  length(piece: number): number {
    return this.#rowLength(piece) * this.#scales[piece]!;
  }

  /** Cosine of two vectors; 0 where one of them is zero. The scales cancel out, so whole numbers suffice. */
  cosine(left: number, right: number): number {
    const lengths = this.#rowLength(left) * this.#rowLength(right);
    if (lengths === 0) return 0;
    const rows = this.#rows;
    const dimensions = this.dimensions;
    const leftStart = left * dimensions;
    const rightStart = right * dimensions;
    let dot = 0;
    for (let d = 0; d < dimensions; d++) dot = (dot + Math.imul(rows[leftStart + d]!, rows[rightStart + d]!)) | 0;
    return dot / lengths;
  }

  #row(piece: number): Int8Array {
    return this.#rows.subarray(piece * this.dimensions, (piece + 1) * this.dimensions);
  }

  #rowLength(piece: number): number {
    const known = this.#rowLengths[piece]!;
    if (!Number.isNaN(known)) return known;
    let squares = 0;
    for (const value of this.#row(piece)) squares += value * value;
    this.#rowLengths[piece] = Math.sqrt(squares);
    return this.#rowLengths[piece]!;
  }
}

/** @throws ToolscoutError `MODEL_INVALID` unless the file has a row and a scale for each of `pieceCount` pieces. */
export function readTokenTable(file: ModelFile, pieceCount: number): TokenTable {
  const { dimensions } = file.facts;
  if (typeof dimensions !== 'number' || !Number.isSafeInteger(dimensions) || dimensions < 1) {
    throw invalidModel(`Model ${file.id} has ${JSON.stringify(dimensions)} dimensions.`);
  }
  const rows = file.section('rows');
  const scaleBytes = file.section('rowScales');
  if (rows.byteLength !== pieceCount * dimensions || scaleBytes.byteLength !== 4 * pieceCount) {
    throw invalidModel(`Rows and scales of model ${file.id} are not those of ${pieceCount} pieces.`);
  }
  const scales = readFloat32s(scaleBytes);
  for (let piece = 0; piece < pieceCount; piece++) {
    if (!Number.isFinite(scales[piece])) throw invalidModel(`Row ${piece} of model ${file.id} has no scale.`);
  }
  return new TokenTable(dimensions, new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength), scales);
}

/** The sections of {@link readTokenTable}. */
export function writeTokenTable(rows: Int8Array, scales: Float32Array): Record<string, Uint8Array> {
  return {
    rowScales: littleEndianBytes(scales),
    rows: new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength),
  };
}
