import type { Narrow } from './segment-layout.ts';

/** So many streams are written at once without each number missing the caches. */
const BUCKETS = 256;

/**
 * Sorts the postings of lists by term, where they come in the order of documents. Tens of thousands of lists, each written at a
 * place of its own, miss the caches with nearly every number; so terms are taken together in buckets, which lie where
 * their lists will, and each bucket is sorted when all is there.
 */
export class ListBuckets {
  readonly documents: Uint32Array;
  readonly impacts: Uint8Array;
  /** Terms count from 0 here, those without planes. */
  readonly #starts: Uint32Array;
  /** Patterns of all postings, those of lists at the end. */
  readonly #patterns: Narrow;
  readonly #firstPattern: number;
  /** A bucket holds 2 ** shift terms. */
  readonly #shift: number;
  readonly #next: Uint32Array;
  /** The term of each posting, counted in its bucket. */
  readonly #terms: Uint16Array | Uint32Array;

  /**
   * @param starts for each term where its postings begin, and where all end, among those of all terms
   * @param patterns takes the patterns of the postings, at these places
   */
  constructor(starts: Uint32Array, patterns: Narrow) {
    const terms = starts.length - 1;
    this.#firstPattern = starts[0]!;
    this.#starts = starts.map((start) => start - starts[0]!);
    this.#patterns = patterns;
    this.documents = new Uint32Array(this.#starts[terms]!);
    this.impacts = new Uint8Array(this.documents.length);
    let shift = 8;
    while (terms >>> shift >= BUCKETS) shift++;
    this.#shift = shift;
    this.#terms = shift <= 16 ? new Uint16Array(this.documents.length) : new Uint32Array(this.documents.length);
    this.#next = Uint32Array.from({ length: (terms >>> shift) + 1 }, (_, bucket) => this.#starts[bucket << shift]!);
  }

  /** Adds a posting; those of a term come in the order in which its list shall have them. */
  push(term: number, document: number, impact: number, pattern: number): void {
    const bucket = term >>> this.#shift;
    const at = this.#next[bucket]!++;
    this.documents[at] = document;
    this.impacts[at] = impact;
    this.#patterns[this.#firstPattern + at] = pattern;
    this.#terms[at] = term - (bucket << this.#shift);
  }

  /** Brings the postings of each bucket in the order of their terms, once. */
  sort(): void {
    const terms = this.#starts.length - 1;
    for (let first = 0; first < terms; first += 1 << this.#shift) {
      this.#sortBucket(this.#starts.slice(first, Math.min(terms, first + (1 << this.#shift)) + 1));
    }
  }

  #sortBucket(starts: Uint32Array): void {
    const start = starts[0]!;
    const end = starts.at(-1)!;
    const next = starts;
    const documents = this.documents.slice(start, end);
    const impacts = this.impacts.slice(start, end);
    const patterns = this.#patterns.slice(this.#firstPattern + start, this.#firstPattern + end);
    for (let i = 0; i < documents.length; i++) {
      const at = next[this.#terms[start + i]!]!++;
      this.documents[at] = documents[i]!;
      this.impacts[at] = impacts[i]!;
      this.#patterns[this.#firstPattern + at] = patterns[i]!;
    }
  }
}
