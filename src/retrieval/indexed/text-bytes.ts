const CHUNK_BYTES = 2 ** 18;

/** Encodes texts side by side into large pieces of memory: one for each text alone would cost more than to encode it. */
export class TextBytes {
  readonly #encoder = new TextEncoder();
  #chunk = new Uint8Array(0);
  #filled = 0;

  encode(text: string): Uint8Array {
    // A unit takes three bytes at most; a pair of units takes four.
    const most = 3 * text.length;
    if (this.#filled + most > this.#chunk.length) {
      this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, most));
      this.#filled = 0;
    }
    const start = this.#filled;
    this.#filled += this.#encoder.encodeInto(text, this.#chunk.subarray(start)).written;
    return this.#chunk.subarray(start, this.#filled);
  }
}
