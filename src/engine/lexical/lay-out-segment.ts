import type { Section } from '../codec/encode-image.ts';
import { littleEndianBytes } from '../dense/little-endian.ts';
import type { DocumentOrder } from '../segment/parts.ts';
import type { FieldOptions } from '../types.ts';
import type { CollectedDocuments } from './collected-documents.ts';
import type { DocumentWeights } from './document-weights.ts';
import { placeDocuments } from './place-documents.ts';
import { HEADER, HEADER_WORDS, PLANE_SHARE } from './segment-layout.ts';
import type { TermDictionary } from './term-dictionary.ts';
import type { TermPatterns } from './term-patterns.ts';
import { FREQUENCY, GREATEST, RECORD_WORDS, type TermRecords } from './term-records.ts';
import { termSections } from './term-sections.ts';

/** What a builder has seen. */
export interface Collected {
  readonly fields: readonly FieldOptions[];
  readonly averageLengths: readonly number[];
  readonly dictionary: TermDictionary;
  readonly documents: CollectedDocuments;
  readonly patterns: TermPatterns;
  readonly weights: DocumentWeights;
  readonly records: TermRecords;
}

/** Writes the sections of `segment-layout.ts`. */
export function layOutSegment(collected: Collected, order: DocumentOrder): Section[] {
  const { size } = collected.documents;
  if (order.length !== size) throw new RangeError(`An order of ${order.length} is given for ${size} documents.`);
  const numbers = numberTerms(collected);
  const kept = keptPatterns(collected);
  const placed = placeDocuments(collected, numbers, kept, order);
  const header = new Uint32Array(HEADER_WORDS);
  header[HEADER.documents] = size;
  header[HEADER.fields] = collected.fields.length;
  header[HEADER.terms] = numbers.terms.length;
  header[HEADER.planes] = numbers.planes;
  header[HEADER.patterns] = kept.size;
  header[HEADER.patternBytes] = placed.patterns.BYTES_PER_ELEMENT;
  header[HEADER.lengthBytes] = placed.lengths.BYTES_PER_ELEMENT;
  return [
    { name: 'lexical.header', bytes: littleEndianBytes(header) },
    { name: 'lexical.fields', bytes: fieldBytes(collected) },
    ...termSections(numbers.terms),
    { name: 'lexical.starts', bytes: littleEndianBytes(numbers.starts) },
    { name: 'lexical.greatest', bytes: littleEndianBytes(numbers.greatest) },
    { name: 'lexical.patterns', bytes: littleEndianBytes(placed.patterns) },
    { name: 'lexical.counts', bytes: littleEndianBytes(kept.counts) },
    { name: 'lexical.lengths', bytes: littleEndianBytes(placed.lengths) },
    { name: 'lexical.planes', bytes: placed.planes },
    { name: 'lexical.ranks', bytes: littleEndianBytes(placed.ranks) },
    { name: 'lexical.documents', bytes: littleEndianBytes(placed.listDocuments) },
    { name: 'lexical.impacts', bytes: placed.impacts },
  ];
}

/** The numbers that terms have in the segment. */
export interface TermNumbers {
  /** The terms by their numbers in the segment. */
  readonly terms: readonly string[];
  /** So many of them, the first, have planes. */
  readonly planes: number;
  /** For each term of the dictionary. */
  readonly numberOf: Uint32Array;
  readonly starts: Uint32Array;
  readonly greatest: Float32Array;
}

/** Numbers the terms: those with planes, then the others, each in the order of the dictionary. */
function numberTerms({ dictionary, documents, records }: Collected): TermNumbers {
  const frequency = (term: number): number => records.words[term * RECORD_WORDS + FREQUENCY]!;
  const withPlane: number[] = [];
  const withList: number[] = [];
  for (let term = 0; term < dictionary.size; term++) {
    (frequency(term) * PLANE_SHARE > documents.size ? withPlane : withList).push(term);
  }
  const all = withPlane.concat(withList);
  const numberOf = new Uint32Array(dictionary.size);
  const starts = new Uint32Array(all.length + 1);
  const greatest = new Float32Array(all.length);
  for (const [number, term] of all.entries()) {
    numberOf[term] = number;
    starts[number + 1] = starts[number]! + frequency(term);
    // Rounding to 32 bits takes away less than this adds.
    greatest[number] = records.numbers[(term * RECORD_WORDS) / 2 + GREATEST]! * (1 + 2 ** -23);
  }
  return { terms: all.map((term) => dictionary.term(term)), planes: withPlane.length, numberOf, starts, greatest };
}

/** The patterns that postings have, without those that only led to others. */
export interface KeptPatterns {
  readonly size: number;
  readonly numberOf: Uint32Array;
  readonly counts: Uint32Array;
}

function keptPatterns({ fields, patterns, weights }: Collected): KeptPatterns {
  const numberOf = new Uint32Array(patterns.size);
  let size = 0;
  for (let pattern = 0; pattern < patterns.size; pattern++) if (weights.isUsed(pattern)) numberOf[pattern] = size++;
  const counts = new Uint32Array(size * fields.length);
  for (let pattern = 0; pattern < patterns.size; pattern++) {
    if (weights.isUsed(pattern)) counts.set(patterns.counts(pattern), numberOf[pattern]! * fields.length);
  }
  return { size, numberOf, counts };
}

function fieldBytes({ fields, averageLengths }: Collected): Uint8Array {
  const numbers = fields.flatMap(({ weight, lengthNormalisation }, f) => [
    weight,
    lengthNormalisation,
    averageLengths[f]!,
  ]);
  return littleEndianBytes(Float64Array.from(numbers));
}
