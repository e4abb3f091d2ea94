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
  readonly #firstTerm: number;
  /** A bucket holds 2 ** shift terms. */
  readonly #shift: number;
  readonly #next: Uint32Array;
  /** The term of each posting, counted in its bucket. */
  readonly #terms: Uint16Array | Uint32Array;

  /**
   * @param starts for each term, also those with planes, where its postings begin, and where all end
   * @param planes so many terms, the first, have no lists
   * @param patterns takes the patterns of the postings, at these places
   */
  constructor(starts: Uint32Array, planes: number, patterns: Narrow) {
    const terms = starts.length - 1 - planes;
    this.#firstTerm = planes;
    this.#firstPattern = starts[planes]!;
    this.#starts = starts.slice(planes).map((start) => start - starts[planes]!);
    this.#patterns = patterns;
    this.documents = new Uint32Array(this.#starts[terms]!);
    this.impacts = new Uint8Array(this.documents.length);
    let shift = 8;
    while (terms >>> shift >= BUCKETS) shift++;
    this.#shift = shift;
    this.#terms = shift <= 16 ? new Uint16Array(this.documents.length) : new Uint32Array(this.documents.length);
    this.#next = Uint32Array.from({ length: (terms >>> shift) + 1 }, (_, bucket) => this.#starts[bucket << shift]!);
  }

  /**
   * Adds the postings of a document in such terms: terms, counted with those that have planes, and patterns alternate from `first`
   * up to `count`, impacts stand where terms do.
   */
  add(document: number, words: Uint32Array, impacts: Uint8Array, first: number, count: number): void {
    const [shift, next, firstTerm, firstPattern] = [this.#shift, this.#next, this.#firstTerm, this.#firstPattern];
    const [documents, steps, patterns, terms] = [this.documents, this.impacts, this.#patterns, this.#terms];
    const mask = (1 << shift) - 1;
    for (let i = first; i < count; i += 2) {
      const term = words[i]! - firstTerm;
      if (term < 0) continue;
      const at = next[term >>> shift]!++;
      documents[at] = document;
      steps[at] = impacts[i]!;
      patterns[firstPattern + at] = words[i + 1]!;
      terms[at] = term & mask;
    }
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
    const terms = this.#terms.subarray(start, end);
    const documents = this.documents.slice(start, end);
    const impacts = this.impacts.slice(start, end);
    const patterns = this.#patterns.slice(this.#firstPattern + start, this.#firstPattern + end);
    const [sortedDocuments, sortedImpacts] = [this.documents, this.impacts];
    const sortedPatterns = this.#patterns.subarray(this.#firstPattern);
    for (let i = 0; i < documents.length; i++) {
      const at = next[terms[i]!]!++;
      sortedDocuments[at] = documents[i]!;
      sortedImpacts[at] = impacts[i]!;
      sortedPatterns[at] = patterns[i]!;
    }
  }
}
