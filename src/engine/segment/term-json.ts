import type { TermDictionary } from '../lexical/term-dictionary.ts';

const encoder = new TextEncoder();
const COMMA = 0x2c;

/** The terms of a dictionary as they stand in JSON, each with the comma behind it, written once however often they are used. */
export class TermJson {
  readonly dictionary: TermDictionary;
  #bytes = new Uint8Array(4096);
  /** Where each term starts in `#bytes`; one entry more than there are terms. */
  #starts = new Uint32Array(512);
  #size = 0;

  constructor(dictionary: TermDictionary) {
    this.dictionary = dictionary;
  }

  /** Bytes of these terms. */
  measure(numbers: readonly number[]): number {
    this.#catchUp();
    const starts = this.#starts;
    let length = 0;
    for (let i = 0; i < numbers.length; i++) length += starts[numbers[i]! + 1]! - starts[numbers[i]!]!;
    return length;
  }

  /** Writes terms that were measured. @returns where they end */
  copy(numbers: readonly number[], from: number, end: number, to: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    let next = at;
    for (let i = from; i < end; i++) {
      const stop = starts[numbers[i]! + 1]!;
      for (let byte = starts[numbers[i]!]!; byte < stop; byte++) to[next++] = bytes[byte]!;
    }
    return next;
  }

  #catchUp(): void {
    for (; this.#size < this.dictionary.size; this.#size++) {
      const json = JSON.stringify(this.dictionary.term(this.#size));
      const start = this.#starts[this.#size]!;
      if (this.#size + 2 > this.#starts.length)
        this.#starts = widened(this.#starts, new Uint32Array(2 * this.#size + 2));
      if (start + 3 * json.length + 1 > this.#bytes.length) {
        this.#bytes = widened(this.#bytes, new Uint8Array(2 * (start + 3 * json.length + 1)));
      }
      const end = start + encoder.encodeInto(json, this.#bytes.subarray(start)).written;
      this.#bytes[end] = COMMA;
      this.#starts[this.#size + 1] = end + 1;
    }
  }
}

function widened<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
