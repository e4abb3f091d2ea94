import { createMemory } from '../../codec/segment-memory.ts';
import { type SearchKernels, searchKernels } from '../../kernels/index.ts';
import { littleEndianBytes, readUint32s } from '../little-endian.ts';
import type { QuantisedQuery } from '../quantise.ts';
import { writeCode } from './dense-layout.ts';
import type { VectorRows } from './vector-rows.ts';

/** Vectors that go through the kernel at a time. */
const BATCH = 4_096;
/** Bits by which the code of the right centroid may be further off than the nearest: few are, and those by little. */
const MARGIN = 10;
const ALIGNMENT = 64;

/** Finds the nearest of a set of centroids for many vectors. */
export class Assigner {
  readonly #vectors: VectorRows;
  readonly #codes: Uint8Array;
  readonly #mean: Float32Array;
  readonly #count: number;
  readonly #kernels: SearchKernels;
  readonly #bytes: Uint8Array;
  readonly #places: Readonly<
    Record<'rows' | 'codes' | 'centroids' | 'scales' | 'centroidCodes' | 'scratch' | 'out', number>
  >;

  constructor(vectors: VectorRows, codes: Uint8Array, mean: Float32Array, count: number) {
    this.#vectors = vectors;
    this.#codes = codes;
    this.#mean = mean;
    this.#count = count;
    let end = 0;
    const reserve = (bytes: number): number => {
      const at = end;
      end = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
      return at;
    };
    const { rowBytes } = vectors;
    this.#places = {
      rows: reserve(BATCH * rowBytes),
      codes: reserve((BATCH * rowBytes) / 8),
      centroids: reserve(2 * count * rowBytes),
      scales: reserve(8 * count),
      centroidCodes: reserve((count * rowBytes) / 8),
      scratch: reserve(4 * count),
      out: reserve(4 * BATCH),
    };
    const memory = createMemory(end);
    this.#kernels = searchKernels(memory);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  setCentroids(centroids: readonly QuantisedQuery[]): void {
    const { centroids: rows, scales, centroidCodes } = this.#places;
    const { rowBytes } = this.#vectors;
    const codeBytes = rowBytes / 8;
    for (const [i, { values, scale }] of centroids.entries()) {
      this.#bytes.set(littleEndianBytes(new Uint16Array(values.buffer)), rows + 2 * i * rowBytes);
      const code = centroidCodes + i * codeBytes;
      writeCode(this.#bytes.subarray(code, code + codeBytes), values, scale, this.#mean);
    }
    this.#bytes.set(littleEndianBytes(Float64Array.from(centroids, ({ scale }) => scale)), scales);
  }

  /** For each of these vectors the number of its centroid. */
  assign(docs: readonly number[]): Uint32Array {
    const { rowBytes } = this.#vectors;
    const codeBytes = rowBytes / 8;
    const assignments = new Uint32Array(docs.length);
    for (let start = 0; start < docs.length; start += BATCH) {
      const batch = docs.slice(start, start + BATCH);
      for (const [i, doc] of batch.entries()) {
        this.#bytes.set(this.#vectors.row(doc), this.#places.rows + i * rowBytes);
        this.#bytes.set(
          this.#codes.subarray(doc * codeBytes, (doc + 1) * codeBytes),
          this.#places.codes + i * codeBytes,
        );
      }
      assignments.set(this.#run(batch.length), start);
    }
    return assignments;
  }

  /** For every vector the number of its centroid. */
  assignAll(): Uint32Array {
    const { rows, rowBytes, size } = this.#vectors;
    const rowsAsBytes = new Uint8Array(rows.buffer);
    const assignments = new Uint32Array(size);
    for (let start = 0; start < size; start += BATCH) {
      const end = Math.min(size, start + BATCH);
      this.#bytes.set(rowsAsBytes.subarray(start * rowBytes, end * rowBytes), this.#places.rows);
      this.#bytes.set(this.#codes.subarray((start * rowBytes) / 8, (end * rowBytes) / 8), this.#places.codes);
      assignments.set(this.#run(end - start), start);
    }
    return assignments;
  }

  #run(vectors: number): Uint32Array {
    const { rows, codes, centroids, scales, centroidCodes, scratch, out } = this.#places;
    const { rowBytes } = this.#vectors;
    this.#kernels.assignNearest(
      rows,
      codes,
      vectors,
      rowBytes,
      rowBytes / 64,
      centroids,
      scales,
      centroidCodes,
      this.#count,
      MARGIN,
      scratch,
      out,
    );
    return readUint32s(this.#bytes.subarray(out, out + 4 * vectors));
  }
}
