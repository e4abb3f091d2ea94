const CHUNK_BITS = 14;
const CHUNK = 2 ** CHUNK_BITS;

/** A column of 32-bit numbers that grows without ever being copied: in chunks of 64 KB. */
export class GrowingNumbers {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++;
    if ((at & (CHUNK - 1)) === 0) this.#chunks.push(new Uint32Array(CHUNK));
    this.#chunks[at >>> CHUNK_BITS]![at & (CHUNK - 1)] = value;
  }

  /** Pushes the first `count` numbers of an array. */
  append(values: Uint32Array, count: number): void {
    for (let from = 0; from < count; ) {
      const at = this.#length & (CHUNK - 1);
      if (at === 0) this.#chunks.push(new Uint32Array(CHUNK));
      const chunk = this.#chunks[this.#length >>> CHUNK_BITS]!;
      const taken = Math.min(count - from, CHUNK - at);
      for (let i = 0; i < taken; i++) chunk[at + i] = values[from + i]!;
      from += taken;
      this.#length += taken;
    }
  }

  /** Copies the numbers from `start` up to `end` to the beginning of an array. */
  copyTo(into: Uint32Array, start: number, end: number): void {
    for (let from = start; from < end; ) {
      const at = from & (CHUNK - 1);
      const chunk = this.#chunks[from >>> CHUNK_BITS]!;
      const taken = Math.min(end - from, CHUNK - at);
      for (let i = 0, to = from - start; i < taken; i++, to++) into[to] = chunk[at + i]!;
      from += taken;
    }
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]![index & (CHUNK - 1)]!;
  }

  /** Changes a number that was pushed. */
  set(index: number, value: number): void {
    this.#chunks[index >>> CHUNK_BITS]![index & (CHUNK - 1)] = value;
  }

  /** Takes back what was pushed after the first `length` numbers. */
  truncate(length: number): void {
    this.#chunks.length = Math.ceil(length / CHUNK);
    this.#length = length;
  }

  toArray(): Uint32Array {
    const all = new Uint32Array(this.#length);
    for (const [i, chunk] of this.#chunks.entries()) {
      const start = i * CHUNK;
      all.set(start + CHUNK > all.length ? chunk.subarray(0, all.length - start) : chunk, start);
    }
    return all;
  }
}
