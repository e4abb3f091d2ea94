import { invalidModel, type ModelFile } from './model-file.ts';

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

  /** Adds the vector of `piece` to `sum`. The loop that every embedding spends its time in, hence no views. */
  addTo(sum: Float64Array, piece: number): void {
    const rows = this.#rows;
    const scale = this.#scales[piece]!;
    const start = piece * this.dimensions;
    for (let i = 0; i < this.dimensions; i++) sum[i] = sum[i]! + scale * rows[start + i]!;
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
    const leftStart = left * this.dimensions;
    const rightStart = right * this.dimensions;
    let dot = 0;
    for (let i = 0; i < this.dimensions; i++) dot += rows[leftStart + i]! * rows[rightStart + i]!;
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
  const scales = file.section('rowScales');
  if (rows.byteLength !== pieceCount * dimensions || scales.byteLength !== 4 * pieceCount) {
    throw invalidModel(`Rows and scales of model ${file.id} are not those of ${pieceCount} pieces.`);
  }
  return new TokenTable(
    dimensions,
    new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength),
    toFloats(file, scales),
  );
}

/** The sections of {@link readTokenTable}. */
export function writeTokenTable(rows: Int8Array, scales: Float32Array): Record<string, Uint8Array> {
  const rowScales = new Uint8Array(4 * scales.length);
  const view = new DataView(rowScales.buffer);
  for (const [piece, scale] of scales.entries()) view.setFloat32(4 * piece, scale, true);
  return { rowScales, rows: new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength) };
}

function toFloats(file: ModelFile, bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = new Float32Array(bytes.byteLength / 4);
  for (let i = 0; i < floats.length; i++) {
    floats[i] = view.getFloat32(4 * i, true);
    if (!Number.isFinite(floats[i])) throw invalidModel(`Row ${i} of model ${file.id} has a scale of ${floats[i]}.`);
  }
  return floats;
}
