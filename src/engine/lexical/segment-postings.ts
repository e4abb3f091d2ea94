import { damaged } from '../codec/image-errors.ts';
import type { SegmentMemory } from '../codec/segment-memory.ts';
import { readFloat32s, readFloat64s, readUint32s } from '../dense/little-endian.ts';
import { GROUP } from '../kernels/digest-planes.ts';
import { type SearchKernels, searchKernels } from '../kernels/index.ts';
import type { SegmentLexicalCandidate } from '../segment/parts.ts';
import { K1 } from './constants.ts';
import type { SegmentTerm } from './scan-plan.ts';
import { HEADER, type Narrow, planeStride, RANK_BLOCK, rankBlocks, readNarrow } from './segment-layout.ts';

/** The postings of a segment where they lie in its memory. See `segment-layout.ts`. */
export class SegmentPostings {
  readonly documentCount: number;
  /** So many terms, the first, have planes. */
  readonly planeCount: number;
  readonly starts: Uint32Array;
  readonly greatest: Float32Array;
  readonly listDocuments: Uint32Array;
  /** Addresses in the memory. */
  readonly planesAt: number;
  readonly listDocumentsAt: number;
  readonly impactsAt: number;
  readonly stride: number;
  readonly planes: Uint8Array;
  readonly #fieldCount: number;
  readonly #patterns: Narrow;
  readonly #counts: Uint32Array;
  readonly #lengths: Narrow;
  readonly #ranks: Uint32Array;
  readonly #fields: Float64Array;
  readonly #kernels: SearchKernels;
  /** Bitmaps of the documents with a plane's term, `stride` bits apart. */
  readonly #presentAt: number;
  /** The greatest impacts of groups of documents, a plane's `stride / GROUP` apart. */
  readonly #greatestAt: number;

  /** @throws ToolscoutError `INDEX_DAMAGED` where sections are missing or have not the size that the header gives them */
  constructor(space: SegmentMemory) {
    const { image, memory } = space;
    const header = readUint32s(image.section('lexical.header'));
    const at = (field: keyof typeof HEADER): number => header[HEADER[field]]!;
    this.documentCount = at('documents');
    this.#fieldCount = at('fields');
    this.planeCount = at('planes');
    this.stride = planeStride(this.documentCount);
    const sized = (name: string, bytes: number): Uint8Array => {
      const section = image.section(name);
      if (section.byteLength === bytes) return section;
      throw damaged(`Section "${name}" of a segment has ${section.byteLength} bytes where ${bytes} belong.`);
    };
    this.starts = readUint32s(sized('lexical.starts', 4 * (at('terms') + 1)));
    this.greatest = readFloat32s(sized('lexical.greatest', 4 * at('terms')));
    const postings = this.starts[at('terms')]!;
    const listed = postings - this.starts[this.planeCount]!;
    this.#fields = readFloat64s(sized('lexical.fields', 24 * this.#fieldCount));
    this.#patterns = readNarrow(sized('lexical.patterns', at('patternBytes') * postings), at('patternBytes'));
    this.#counts = readUint32s(sized('lexical.counts', 4 * at('patterns') * this.#fieldCount));
    const lengthBytes = at('lengthBytes') * this.documentCount * this.#fieldCount;
    this.#lengths = readNarrow(sized('lexical.lengths', lengthBytes), at('lengthBytes'));
    this.planes = sized('lexical.planes', this.stride * this.planeCount);
    this.#ranks = readUint32s(sized('lexical.ranks', 4 * rankBlocks(this.documentCount) * this.planeCount));
    const documents = sized('lexical.documents', 4 * listed);
    this.listDocuments = readUint32s(documents);
    this.planesAt = this.planes.byteOffset;
    this.listDocumentsAt = documents.byteOffset;
    this.impactsAt = sized('lexical.impacts', listed).byteOffset;
    this.#kernels = searchKernels(memory);
    this.#presentAt = space.reserve(this.planes.length / 8);
    this.#kernels.markPresent(this.planesAt, this.planes.length, this.#presentAt);
    this.#greatestAt = space.reserve(this.planes.length / GROUP);
    this.#kernels.markGreatest(this.planesAt, this.planes.length, this.#greatestAt);
  }

  /** Place of a term's first posting among the documents of lists. */
  listStart(term: number): number {
    return this.starts[term]! - this.starts[this.planeCount]!;
  }

  /**
   * The first of a term's places among the documents of lists that has a document ≥ `doc`. It starts where the place
   * would be if the documents lay evenly and goes on in growing steps: these stay within few pages, those of halving the
   * whole list do not.
   */
  lowerBound(term: number, doc: number): number {
    const documents = this.listDocuments;
    let low = this.listStart(term);
    let high = this.listStart(term + 1);
    const guess = low + Math.floor(((high - low) * doc) / this.documentCount);
    let step = 16;
    if (guess < high && documents[guess]! < doc) {
      low = guess + 1;
      for (; low + step < high && documents[low + step]! < doc; step *= 4) low += step + 1;
      high = Math.min(high, low + step);
    } else {
      high = guess;
      for (; high - step >= low && documents[high - step]! >= doc; step *= 4) high -= step;
      low = Math.max(low, high - step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (documents[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The posting of a term in a document; −1 if it has none. */
  find(term: number, doc: number): number {
    if (term < this.planeCount) {
      return this.planes[term * this.stride + doc] === 0 ? -1 : this.starts[term]! + this.rank(term, doc);
    }
    const place = this.lowerBound(term, doc);
    if (place === this.listStart(term + 1) || this.listDocuments[place] !== doc) return -1;
    return this.starts[this.planeCount]! + place;
  }

  /** Scores a document, to the last bit as `lexical-index.ts` does. */
  score(doc: number, terms: readonly SegmentTerm[]): SegmentLexicalCandidate {
    let score = 0;
    let heldIdf = 0;
    let fields = 0;
    for (const { number, idf } of terms) {
      const posting = this.find(number, doc);
      if (posting < 0) continue;
      score += this.contribution(posting, doc, idf);
      heldIdf += idf;
      fields |= this.#fieldsOf(posting);
    }
    return { doc, score, heldIdf, fields };
  }

  /** What a posting adds to the score of its document. */
  contribution(posting: number, doc: number, idf: number): number {
    const fieldCount = this.#fieldCount;
    const counts = this.#patterns[posting]! * fieldCount;
    let weighted = 0;
    for (let f = 0; f < fieldCount; f++) {
      const tf = this.#counts[counts + f]!;
      if (tf === 0) continue;
      const b = this.#fields[3 * f + 1]!;
      const length = this.#lengths[doc * fieldCount + f]!;
      weighted += (this.#fields[3 * f]! * tf) / (1 - b + (b * length) / this.#fields[3 * f + 2]!);
    }
    return (idf * weighted) / (K1 + weighted);
  }

  /** Bit f is set where field f holds the term. */
  #fieldsOf(posting: number): number {
    const counts = this.#patterns[posting]! * this.#fieldCount;
    let fields = 0;
    for (let f = 0; f < this.#fieldCount; f++) if (this.#counts[counts + f] !== 0) fields |= 1 << f;
    return fields;
  }

  /** Address of the bitmap of documents that hold a term with a plane. */
  presentAt(term: number): number {
    return this.#presentAt + (term * this.stride) / 8;
  }

  /** Address of the greatest impact of each group of documents in a plane. */
  greatestAt(term: number): number {
    return this.#greatestAt + (term * this.stride) / GROUP;
  }

  /** How many documents of a range a plane has, or those of them whose bit is set. */
  countPlane(term: number, from: number, to: number, bits: number | undefined): number {
    const present = this.presentAt(term);
    return this.#kernels.countPresent(present, bits ?? present, from, to);
  }

  /** How many documents of a range a list has, or those of them whose bit is set. */
  countList(term: number, from: number, to: number, bits: number | undefined): number {
    const start = this.lowerBound(term, from);
    const end = this.lowerBound(term, to);
    if (bits === undefined) return end - start;
    return this.#kernels.countListed(this.listDocumentsAt + 4 * start, this.listDocumentsAt + 4 * end, bits);
  }

  /** How many documents before `doc` a plane has. */
  rank(term: number, doc: number): number {
    const block = Math.floor(doc / RANK_BLOCK);
    const before = this.#ranks[term * rankBlocks(this.documentCount) + block]!;
    return before + this.countPlane(term, block * RANK_BLOCK, doc, undefined);
  }
}
