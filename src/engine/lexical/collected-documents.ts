import type { DocumentOrder } from '../segment/parts.ts';
import { GrowingNumbers } from './growing-numbers.ts';

/** Chunks of 256 KB. */
const WORD_BITS = 16;

/**
 * What a builder has seen, in the order in which documents came: of each the lengths of its fields, then term and
 * pattern of each posting.
 */
export class CollectedDocuments {
  readonly #fieldCount: number;
  readonly #starts = new GrowingNumbers();
  readonly #words = new GrowingNumbers(WORD_BITS);
  /** Of no meaning: what was read in advance. */
  #fetched = 0;
  #postings = 0;
  #mostWords = 0;
  #greatestLength = 0;

  constructor(fieldCount: number) {
    this.#fieldCount = fieldCount;
  }

  get size(): number {
    return this.#starts.length;
  }

  /** Of all documents. */
  get postings(): number {
    return this.#postings;
  }

  /** Words of the largest document. */
  get mostWords(): number {
    return this.#mostWords;
  }

  /** Of any field. */
  get greatestLength(): number {
    return this.#greatestLength;
  }

  /** Adds a document with so many postings, whose words begin the array. */
  add(words: Uint32Array, postings: number): void {
    const count = this.#fieldCount + 2 * postings;
    for (let f = 0; f < this.#fieldCount; f++) this.#greatestLength = Math.max(this.#greatestLength, words[f]!);
    this.#starts.push(this.#words.length);
    this.#words.append(words, count);
    this.#postings += postings;
    this.#mostWords = Math.max(this.#mostWords, count);
  }

  /** Calls up the words of the documents at some places of an order, which are read next. */
  fetch(order: DocumentOrder, from: number, to: number): void {
    for (let place = from; place < to; place++) {
      const document = order[place]!;
      this.#fetched += this.#words.fetch(this.#starts.at(document), this.#endOf(document));
      this.#fetched |= 0;
    }
  }

  /** Copies the words of a document to the beginning of an array. @returns how many */
  read(document: number, into: Uint32Array): number {
    const start = this.#starts.at(document);
    const end = this.#endOf(document);
    this.#words.copyTo(into, start, end);
    return end - start;
  }

  #endOf(document: number): number {
    return document + 1 < this.#starts.length ? this.#starts.at(document + 1) : this.#words.length;
  }
}
