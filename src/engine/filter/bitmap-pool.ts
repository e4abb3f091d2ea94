import { type SearchKernels, searchKernels } from '../kernels/index.ts';
import type { SegmentSpace } from '../segment/parts.ts';
import { bitmapBytes } from './filter-layout.ts';
import { clearBits, setBits } from './write-sets.ts';

/** Kernels step by so many bytes of a bitmap. */
const STEP = 16;
const DOCUMENTS_A_STEP = STEP * 8;
/** Bitmaps that are united at a time. */
const SOURCES = 64;

/**
 * Bitmaps in the scratch of one segment, over ranges of its documents: what lies outside of the ranges that an operation
 * is given may change to anything.
 */
export class BitmapPool {
  readonly #kernels: SearchKernels;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #sources: number;
  readonly #length: number;
  readonly #free: number[];

  constructor({ size, space }: SegmentSpace, bitmaps: number) {
    this.#kernels = searchKernels(space.memory);
    this.#bytes = new Uint8Array(space.memory.buffer);
    this.#words = new Uint32Array(space.memory.buffer);
    this.#sources = space.reserve(4 * SOURCES);
    this.#length = bitmapBytes(size);
    const start = space.reserve(bitmaps * this.#length);
    this.#free = Array.from({ length: bitmaps }, (_, i) => start + i * this.#length);
  }

  get free(): number {
    return this.#free.length;
  }

  /** Address of a bitmap of unknown content. */
  take(): number {
    const address = this.#free.pop();
    if (address === undefined) throw new RangeError('A segment has no bitmap left.');
    return address;
  }

  give(address: number): void {
    this.#free.push(address);
  }

  /** Writes what any of these bitmaps has, one at least. */
  unite(to: number, sources: readonly number[], ranges: Uint32Array): void {
    for (let first = 0; first < sources.length; first += SOURCES - 1) {
      const some = sources.slice(first, first + SOURCES - 1);
      if (first > 0) some.push(to);
      this.#words.set(some, this.#sources / 4);
      const end = this.#sources + 4 * some.length;
      eachSpan(ranges, (offset, bytes) => this.#kernels.uniteBits(to, this.#sources, end, offset, bytes));
    }
  }

  and(to: number, from: number, ranges: Uint32Array): void {
    eachSpan(ranges, (offset, bytes) => this.#kernels.andBits(to + offset, from + offset, bytes));
  }

  or(to: number, from: number, ranges: Uint32Array): void {
    eachSpan(ranges, (offset, bytes) => this.#kernels.orBits(to + offset, from + offset, bytes));
  }

  clear(to: number, from: number, ranges: Uint32Array): void {
    eachSpan(ranges, (offset, bytes) => this.#kernels.clearBits(to + offset, from + offset, bytes));
  }

  invert(to: number, ranges: Uint32Array): void {
    eachSpan(ranges, (offset, bytes) => this.#kernels.invertBits(to + offset, bytes));
  }

  /** Makes all of these documents absent, and only them unless they share 16 bytes with others. */
  empty(to: number, ranges: Uint32Array): void {
    eachSpan(ranges, (offset, bytes) => this.#bytes.fill(0, to + offset, to + offset + bytes));
  }

  /** Makes all of these documents present, and changes no other. */
  fill(to: number, ranges: Uint32Array): void {
    setBits(this.#bytes.subarray(to, to + this.#length), ranges);
  }

  /** Makes every document absent that lies in none of the ranges, but within their spans. */
  cutTo(to: number, ranges: Uint32Array): void {
    const bitmap = this.#bytes.subarray(to, to + this.#length);
    let next = 0;
    eachSpan(ranges, (offset, bytes) => {
      let seenTo = offset * 8;
      for (; next < ranges.length && ranges[next]! < (offset + bytes) * 8; next += 2) {
        clearBits(bitmap, seenTo, ranges[next]!);
        seenTo = ranges[next + 1]!;
      }
      clearBits(bitmap, seenTo, (offset + bytes) * 8);
    });
  }

  /** Set bits of a bitmap that was cut to these ranges. */
  count(from: number, ranges: Uint32Array): number {
    let count = 0;
    eachSpan(ranges, (offset, bytes) => (count += this.#kernels.countBits(from + offset, bytes)));
    return count;
  }

  /** The documents that are set, as ranges; of a bitmap that was cut to these ranges. */
  toRanges(from: number, ranges: Uint32Array): Uint32Array {
    const borders: number[] = [];
    eachSpan(ranges, (offset, bytes) => {
      for (let byte = offset; byte < offset + bytes; byte++) {
        const eight = this.#bytes[from + byte]!;
        if (eight === 0) continue;
        for (let bit = 0; bit < 8; bit++) {
          if (((eight >> bit) & 1) === 0) continue;
          const doc = byte * 8 + bit;
          if (borders.at(-1) === doc) borders[borders.length - 1] = doc + 1;
          else borders.push(doc, doc + 1);
        }
      }
    });
    return Uint32Array.from(borders);
  }
}

/** The whole steps that hold ranges, each once: their offset and length in a bitmap. */
function eachSpan(ranges: Uint32Array, use: (offset: number, bytes: number) => void): void {
  let start = 0;
  let end = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const from = Math.floor(ranges[i]! / DOCUMENTS_A_STEP) * STEP;
    const to = Math.ceil(ranges[i + 1]! / DOCUMENTS_A_STEP) * STEP;
    if (from > end) {
      if (end > start) use(start, end - start);
      start = from;
    }
    end = to;
  }
  if (end > start) use(start, end - start);
}
