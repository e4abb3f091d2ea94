const CHUNK_BITS = 14;
/** Numbers of a line. */
const CACHE_LINE = 16;

/** A column of 32-bit numbers that grows without ever being copied: in chunks, of 64 KB where nothing else is said. */
export class GrowingNumbers {
  readonly #chunks: Uint32Array[] = [];
  readonly #bits: number;
  /** Numbers of a chunk, less one. */
  readonly #mask: number;
  #length = 0;

  /** @param bits a chunk holds 2 ** bits numbers: larger ones where they are read here and there, so that chunks are few */
  constructor(bits: number = CHUNK_BITS) {
    this.#bits = bits;
    this.#mask = 2 ** bits - 1;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++;
    if ((at & this.#mask) === 0) this.#chunks.push(new Uint32Array(this.#mask + 1));
    this.#chunks[at >>> this.#bits]![at & this.#mask] = value;
  }

  /** Pushes the first `count` numbers of an array. */
  append(values: Uint32Array, count: number): void {
    for (let from = 0; from < count; ) {
      const at = this.#length & this.#mask;
      if (at === 0) this.#chunks.push(new Uint32Array(this.#mask + 1));
      const chunk = this.#chunks[this.#length >>> this.#bits]!;
      const taken = Math.min(count - from, this.#mask + 1 - at);
      for (let i = 0; i < taken; i++) chunk[at + i] = values[from + i]!;
      from += taken;
      this.#length += taken;
    }
  }

  /** Copies the numbers from `start` up to `end` to the beginning of an array. */
  copyTo(into: Uint32Array, start: number, end: number): void {
    for (let from = start; from < end; ) {
      const at = from & this.#mask;
      const chunk = this.#chunks[from >>> this.#bits]!;
      const taken = Math.min(end - from, this.#mask + 1 - at);
      for (let i = 0, to = from - start; i < taken; i++, to++) into[to] = chunk[at + i]!;
      from += taken;
    }
  }

  /**
   * Reads a number of each line of the cache from `start` up to `end`, so that they are on their way to it at once where lines of
   * several stretches are wanted: waiting for one after the other takes longer than all else about them.
   * @returns a sum of no meaning, without which no compiler would leave the reading in
   */
  fetch(start: number, end: number): number {
    let sum = 0;
    for (let at = start; at < end; at += CACHE_LINE) sum = (sum + this.at(at)) | 0;
    return sum;
  }

  at(index: number): number {
    return this.#chunks[index >>> this.#bits]![index & this.#mask]!;
  }

  /** Changes a number that was pushed. */
  set(index: number, value: number): void {
    this.#chunks[index >>> this.#bits]![index & this.#mask] = value;
  }

  /** Takes back what was pushed after the first `length` numbers. */
  truncate(length: number): void {
    const chunks = Math.ceil(length / (this.#mask + 1));
    // Setting the length of an array costs more than all the rest, and is done for every document that carries tags.
    if (chunks < this.#chunks.length) this.#chunks.length = chunks;
    this.#length = length;
  }

  toArray(): Uint32Array {
    const all = new Uint32Array(this.#length);
    for (const [i, chunk] of this.#chunks.entries()) {
      const start = i * (this.#mask + 1);
      all.set(start + chunk.length > all.length ? chunk.subarray(0, all.length - start) : chunk, start);
    }
    return all;
  }
}
