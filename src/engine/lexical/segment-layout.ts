import { readUint16s, readUint32s } from '../dense/little-endian.ts';

/**
 * The lexical sections of a segment. Terms have numbers, those in many documents first, which have planes; the others
 * have lists. Documents have the numbers of their places.
 *
 *   lexical.header      uint32s, see {@link HeaderField}
 *   lexical.fields      float64 × 3 a field: weight, length normalisation, average length
 *   lexical.text        UTF-16 of all terms, one behind the other
 *   lexical.textStarts  uint32: term t is text textStarts[t] … textStarts[t + 1]
 *   lexical.slots       uint32: hash table of terms, number + 1 or 0 (`term-hash.ts`)
 *   lexical.starts      uint32: term t has postings starts[t] … starts[t + 1], in document order
 *   lexical.greatest    float32 a term: not below any impact of it
 *   lexical.patterns    uint16 or uint32 a posting: how often the term occurs in each field of the document
 *   lexical.counts      uint32 × fields a pattern: these counts
 *   lexical.lengths     uint16 or uint32 × fields a document
 *   lexical.planes      byte a document for each of the first terms: impact / greatest · 255, rounded up; 0 = absent
 *   lexical.ranks       uint32 × blocks for each of these: postings before each {@link RANK_BLOCK} documents
 *   lexical.documents   uint32 a posting of the other terms: its document
 *   lexical.impacts     byte a posting of the other terms: its impact, as in planes
 *
 * An impact is w / (K1 + w), see `lexical-index.ts`. It is not stored exactly, since pattern and lengths, a third of the
 * size, give it to the last bit.
 */
export const HEADER = {
  documents: 0,
  fields: 1,
  terms: 2,
  planes: 3,
  patterns: 4,
  /** 2 or 4. */
  patternBytes: 5,
  lengthBytes: 6,
} as const;
export const HEADER_WORDS = 7;

/** A term in more than 1 of so many documents has a plane: it costs 16 bytes a posting at most, a list 5. */
export const PLANE_SHARE = 16;

/** Documents between two counts of a plane's postings: what a search for one posting has to count through. */
export const RANK_BLOCK = 512;

/** Impacts are scanned as multiples of 1/255 of the greatest of the term. */
export const IMPACT_STEPS = 255;

/** Bytes from one plane to the next. */
export function planeStride(documents: number): number {
  return Math.ceil(documents / 64) * 64;
}

/** Counts of postings that a plane has. */
export function rankBlocks(documents: number): number {
  return Math.ceil(documents / RANK_BLOCK);
}

/** Numbers of the narrowest width that holds them, and that width in bytes. */
export type Narrow = Uint16Array | Uint32Array;

/** See {@link Narrow}. */
export function narrowFor(greatest: number, length: number): Narrow {
  return greatest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Numbers that were written as {@link Narrow}. */
export function readNarrow(bytes: Uint8Array, width: number): Narrow {
  return width === 2 ? readUint16s(bytes) : readUint32s(bytes);
}
