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
