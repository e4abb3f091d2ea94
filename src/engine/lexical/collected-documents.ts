import type { DocumentOrder } from '../segment/parts.ts';
import { GrowingNumbers } from './growing-numbers.ts';

/** Chunks of 256 KB. */
const WORD_BITS = 16;
/** Of a word that holds a posting: its pattern; the term is above. All set: two words follow, since one has no room. */
const PATTERN_BITS = 10;
const NO_ROOM = 2 ** PATTERN_BITS - 1;

/**
 * What a builder has seen, in the order in which documents came: of each the lengths of its fields, then its postings,
 * nearly all of them in four bytes.
 */
export class CollectedDocuments {
  readonly #fieldCount: number;
  readonly #starts = new GrowingNumbers();
  readonly #words = new GrowingNumbers(WORD_BITS);
  /** One document, as it lies in `#words`. */
  #packed = new Uint32Array(256);
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

  /** Words that `read` gives of the largest document. */
  get mostWords(): number {
    return this.#mostWords;
  }

  /** Of any field. */
  get greatestLength(): number {
    return this.#greatestLength;
  }

  /** Adds a document: the array begins with the lengths of its fields, then term and pattern of so many postings alternate. */
  add(words: Uint32Array, postings: number): void {
    const fields = this.#fieldCount;
    const count = fields + 2 * postings;
    this.#postings += postings;
    this.#mostWords = Math.max(this.#mostWords, count);
    if (fields + 3 * postings > this.#packed.length) this.#packed = new Uint32Array(2 * (fields + 3 * postings));
    const packed = this.#packed;
    for (let f = 0; f < fields; f++) {
      packed[f] = words[f]!;
      this.#greatestLength = Math.max(this.#greatestLength, words[f]!);
    }
    let to = fields;
    for (let i = fields; i < count; i += 2) {
      const term = words[i]!;
      const pattern = words[i + 1]!;
      if (pattern < NO_ROOM && term < 2 ** (32 - PATTERN_BITS)) {
        packed[to++] = (term << PATTERN_BITS) | pattern;
      } else {
        packed[to++] = NO_ROOM;
        packed[to++] = term;
        packed[to++] = pattern;
      }
    }
    this.#starts.push(this.#words.length);
    this.#words.append(packed, to);
  }

  /** Calls up the words of the documents at some places of an order, which are read next. */
  fetch(order: DocumentOrder, from: number, to: number): void {
    for (let place = from; place < to; place++) {
      const document = order[place]!;
      this.#fetched += this.#words.fetch(this.#starts.at(document), this.#endOf(document));
      this.#fetched |= 0;
    }
  }

  /** Writes the words of a document to the beginning of an array, as they were added. @returns how many */
  read(document: number, into: Uint32Array): number {
    const start = this.#starts.at(document);
    const length = this.#endOf(document) - start;
    const packed = this.#packed;
    this.#words.copyTo(packed, start, start + length);
    let to = 0;
    for (; to < this.#fieldCount; to++) into[to] = packed[to]!;
    for (let i = to; i < length; i++) {
      const word = packed[i]!;
      const pattern = word & NO_ROOM;
      if (pattern < NO_ROOM) {
        into[to++] = word >>> PATTERN_BITS;
        into[to++] = pattern;
      } else {
        into[to++] = packed[++i]!;
        into[to++] = packed[++i]!;
      }
    }
    return to;
  }

  #endOf(document: number): number {
    return document + 1 < this.#starts.length ? this.#starts.at(document + 1) : this.#words.length;
  }
}
