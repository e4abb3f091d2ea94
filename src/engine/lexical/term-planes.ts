import { type Narrow, planeStride, RANK_BLOCK, rankBlocks } from './segment-layout.ts';

/** Writes the planes of the first terms, document by document. */
export class TermPlanes {
  /** Of all planes. */
  readonly impacts: Uint8Array;
  readonly #planes: number;
  readonly #stride: number;
  readonly #blocks: number;
  readonly #ranks: Uint32Array;
  /** The next posting of each. */
  readonly #next: Uint32Array;
  /** Patterns of all postings, those of planes first. */
  readonly #patterns: Narrow;

  /**
   * @param starts for each term where its postings begin
   * @param patterns takes the patterns of the postings, at these places
   */
  constructor(starts: Uint32Array, planes: number, documents: number, patterns: Narrow) {
    this.#planes = planes;
    this.#stride = planeStride(documents);
    this.#blocks = rankBlocks(documents);
    this.#next = starts.slice(0, planes);
    this.#patterns = patterns;
    this.impacts = new Uint8Array(planes * this.#stride);
    this.#ranks = new Uint32Array(planes * this.#blocks);
  }

  /** Adds the postings of a document: terms and patterns alternate from `first` up to `count`, impacts stand where terms do. */
  add(document: number, words: Uint32Array, impacts: Uint8Array, first: number, count: number): void {
    const [planes, stride, blocks] = [this.#planes, this.#stride, this.#blocks];
    const [written, ranks, next, patterns] = [this.impacts, this.#ranks, this.#next, this.#patterns];
    const nextBlock = Math.floor(document / RANK_BLOCK) + 1;
    const isCounted = nextBlock < blocks;
    for (let i = first; i < count; i += 2) {
      const term = words[i]!;
      if (term >= planes) continue;
      written[term * stride + document] = impacts[i]!;
      patterns[next[term]!++] = words[i + 1]!;
      if (isCounted) ranks[term * blocks + nextBlock]!++;
    }
  }

  /** For each plane the postings before each block of documents, once all are there. */
  finishRanks(): Uint32Array {
    const ranks = this.#ranks;
    for (let i = 0; i < ranks.length; i++) if (i % this.#blocks > 0) ranks[i]! += ranks[i - 1]!;
    return ranks;
  }
}
