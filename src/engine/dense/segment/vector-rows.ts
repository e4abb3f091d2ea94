import type { QuantisedVector } from '../quantise.ts';
import { rowBytesOf, writeCode } from './dense-layout.ts';

const FIRST_CAPACITY = 64;
/** A mean of more vectors than this is no better. */
const MEAN_SAMPLE = 16_384;

/** Quantised vectors, each in a row of its own, as they come. */
export class VectorRows {
  readonly dimensions: number;
  readonly rowBytes: number;
  rows: Int8Array<ArrayBuffer>;
  scales: Float64Array<ArrayBuffer>;
  size = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.rowBytes = rowBytesOf(dimensions);
    this.rows = new Int8Array(FIRST_CAPACITY * this.rowBytes);
    this.scales = new Float64Array(FIRST_CAPACITY);
  }

  add({ values, scale }: QuantisedVector): void {
    if (values.length !== this.dimensions) {
      throw new RangeError(`A vector has ${values.length} dimensions, the index ${this.dimensions}.`);
    }
    if (this.size === this.scales.length) {
      this.rows = widened(this.rows, new Int8Array(2 * this.rows.length));
      this.scales = widened(this.scales, new Float64Array(2 * this.scales.length));
    }
    this.rows.set(values, this.size * this.rowBytes);
    this.scales[this.size++] = scale;
  }

  row(doc: number): Int8Array {
    return this.rows.subarray(doc * this.rowBytes, (doc + 1) * this.rowBytes);
  }

  /** The mean of vectors that lie evenly over all. */
  mean(): Float32Array {
    const sums = new Float64Array(this.rowBytes);
    const sample = Math.min(this.size, MEAN_SAMPLE);
    for (let i = 0; i < sample; i++) addRow(sums, this, Math.floor((i * this.size) / sample));
    return Float32Array.from(sums, (sum) => sum / Math.max(1, sample));
  }

  /** The sign codes of all vectors around `mean`. */
  codes(mean: Float32Array): Uint8Array<ArrayBuffer> {
    const codeBytes = this.rowBytes / 8;
    const codes = new Uint8Array(this.size * codeBytes);
    for (let doc = 0; doc < this.size; doc++) {
      writeCode(codes.subarray(doc * codeBytes, (doc + 1) * codeBytes), this.row(doc), this.scales[doc]!, mean);
    }
    return codes;
  }
}

/** Adds a vector to sums. */
export function addRow(sums: Float64Array, { rows, rowBytes, scales }: VectorRows, doc: number): void {
  const scale = scales[doc]!;
  let at = doc * rowBytes;
  for (let i = 0; i < rowBytes; i++) sums[i]! += rows[at++]! * scale;
}

/** Brings records of `length` numbers into an order, in their place: `order[place]` = where the record was. */
export function permute(records: Int8Array | Uint8Array | Float64Array, length: number, order: Uint32Array): void {
  const done = new Uint8Array(order.length);
  const kept = records.slice(0, length);
  for (let start = 0; start < order.length; start++) {
    if (done[start] === 1 || order[start] === start) continue;
    kept.set(records.subarray(start * length, (start + 1) * length));
    let place = start;
    // Along the cycle: each place takes what belongs there, the last one what the first had.
    for (let from = order[place]!; from !== start; from = order[place]!) {
      records.copyWithin(place * length, from * length, (from + 1) * length);
      done[place] = 1;
      place = from;
    }
    records.set(kept, place * length);
    done[place] = 1;
  }
}

function widened<Numbers extends Int8Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
