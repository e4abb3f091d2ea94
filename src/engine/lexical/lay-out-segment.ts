import type { Section } from '../codec/encode-image.ts';
import { littleEndianBytes } from '../dense/little-endian.ts';
import type { DocumentOrder } from '../segment/parts.ts';
import type { FieldOptions } from '../types.ts';
import { K1 } from './constants.ts';
import type { GrowingNumbers } from './growing-numbers.ts';
import {
  HEADER,
  HEADER_WORDS,
  IMPACT_STEPS,
  type Narrow,
  narrowFor,
  PLANE_SHARE,
  planeStride,
  RANK_BLOCK,
  rankBlocks,
} from './segment-layout.ts';
import type { TermDictionary } from './term-dictionary.ts';
import type { TermPatterns } from './term-patterns.ts';
import { termSections } from './term-sections.ts';

/** What a builder has seen, in the order in which documents came. */
export interface Collected {
  readonly fields: readonly FieldOptions[];
  readonly averageLengths: readonly number[];
  readonly dictionary: TermDictionary;
  readonly patterns: TermPatterns;
  /** First posting of each document. */
  readonly starts: GrowingNumbers;
  /** `fields` lengths a document. */
  readonly lengths: GrowingNumbers;
  /** Term and pattern of each posting. */
  readonly terms: GrowingNumbers;
  readonly termPatterns: GrowingNumbers;
}

/** What is known of each term of the dictionary once all documents are there. */
export interface TermStatistics {
  /** Documents that hold it. */
  readonly frequencies: Uint32Array;
  /** The greatest of its impacts. */
  readonly greatest: Float64Array;
}

/** Writes the sections of `segment-layout.ts`. */
export function layOutSegment(collected: Collected, statistics: TermStatistics, order: DocumentOrder): Section[] {
  const documents = collected.starts.length;
  if (order.length !== documents)
    throw new RangeError(`An order of ${order.length} is given for ${documents} documents.`);
  const numbers = numberTerms(collected.dictionary, statistics, documents);
  const { terms, planes, starts, greatest, numberOf } = numbers;
  const postings = starts[terms.length]!;
  const listed = starts[planes]!;
  const kept = keptPatterns(collected);
  const patterns = narrowFor(kept.size, postings);
  const stride = planeStride(documents);
  const blocks = rankBlocks(documents);
  const planeBytes = new Uint8Array(planes * stride);
  const ranks = new Uint32Array(planes * blocks);
  const listDocuments = new Uint32Array(postings - listed);
  const impacts = new Uint8Array(postings - listed);
  const next = starts.slice(0, terms.length);
  const { patterns: known, terms: postingTerms, termPatterns } = collected;
  const perOccurrence = new Float64Array(collected.fields.length);
  for (let place = 0; place < documents; place++) {
    const document = order[place]!;
    weighOccurrences(collected, document, perOccurrence);
    const nextBlock = Math.floor(place / RANK_BLOCK) + 1;
    const end = document + 1 < documents ? collected.starts.at(document + 1) : postings;
    for (let at = collected.starts.at(document); at < end; at++) {
      const term = numberOf[postingTerms.at(at)]!;
      const pattern = termPatterns.at(at);
      const weighted = known.weigh(pattern, perOccurrence);
      const posting = next[term]!++;
      patterns[posting] = kept.numberOf[pattern]!;
      const share = weighted / ((K1 + weighted) * greatest[term]!);
      const steps = Math.min(IMPACT_STEPS, Math.ceil(share * IMPACT_STEPS));
      if (term < planes) {
        planeBytes[term * stride + place] = steps;
        if (nextBlock < blocks) ranks[term * blocks + nextBlock]!++;
      } else {
        listDocuments[posting - listed] = place;
        impacts[posting - listed] = steps;
      }
    }
  }
  for (let i = 0; i < ranks.length; i++) if (i % blocks > 0) ranks[i]! += ranks[i - 1]!;
  const lengths = placedLengths(collected, order);
  const header = new Uint32Array(HEADER_WORDS);
  header[HEADER.documents] = documents;
  header[HEADER.fields] = collected.fields.length;
  header[HEADER.terms] = terms.length;
  header[HEADER.planes] = planes;
  header[HEADER.patterns] = kept.size;
  header[HEADER.patternBytes] = patterns.BYTES_PER_ELEMENT;
  header[HEADER.lengthBytes] = lengths.BYTES_PER_ELEMENT;
  return [
    { name: 'lexical.header', bytes: littleEndianBytes(header) },
    { name: 'lexical.fields', bytes: fieldBytes(collected) },
    ...termSections(terms),
    { name: 'lexical.starts', bytes: littleEndianBytes(starts) },
    { name: 'lexical.greatest', bytes: littleEndianBytes(greatest) },
    { name: 'lexical.patterns', bytes: littleEndianBytes(patterns) },
    { name: 'lexical.counts', bytes: littleEndianBytes(kept.counts) },
    { name: 'lexical.lengths', bytes: littleEndianBytes(lengths) },
    { name: 'lexical.planes', bytes: planeBytes },
    { name: 'lexical.ranks', bytes: littleEndianBytes(ranks) },
    { name: 'lexical.documents', bytes: littleEndianBytes(listDocuments) },
    { name: 'lexical.impacts', bytes: impacts },
  ];
}

interface Numbers {
  /** The terms by their numbers in the segment. */
  readonly terms: readonly string[];
  /** So many of them, the first, have planes. */
  readonly planes: number;
  readonly numberOf: Uint32Array;
  readonly starts: Uint32Array;
  readonly greatest: Float32Array;
}

/** Numbers the terms: those with planes, then the others, each in the order of the dictionary. */
function numberTerms(
  dictionary: TermDictionary,
  { frequencies, greatest: greatestImpacts }: TermStatistics,
  documents: number,
): Numbers {
  const withPlane: number[] = [];
  const withList: number[] = [];
  for (let term = 0; term < dictionary.size; term++) {
    (frequencies[term]! * PLANE_SHARE > documents ? withPlane : withList).push(term);
  }
  const all = withPlane.concat(withList);
  const numberOf = new Uint32Array(dictionary.size);
  const starts = new Uint32Array(all.length + 1);
  const greatest = new Float32Array(all.length);
  for (const [number, term] of all.entries()) {
    numberOf[term] = number;
    starts[number + 1] = starts[number]! + frequencies[term]!;
    // Rounding to 32 bits takes away less than this adds.
    greatest[number] = greatestImpacts[term]! * (1 + 2 ** -23);
  }
  return { terms: all.map((term) => dictionary.term(term)), planes: withPlane.length, numberOf, starts, greatest };
}

/** Sets what one occurrence weighs in each field of a document; 0 in empty ones, where the formula may divide by 0. */
export function weighOccurrences(
  { fields, averageLengths, lengths }: Collected,
  document: number,
  perOccurrence: Float64Array,
): void {
  for (let f = 0; f < fields.length; f++) {
    const { weight, lengthNormalisation: b } = fields[f]!;
    const length = lengths.at(document * fields.length + f);
    perOccurrence[f] = length === 0 ? 0 : weight / (1 - b + (b * length) / averageLengths[f]!);
  }
}

/** Leaves out the patterns that only led to others. */
function keptPatterns({ fields, patterns, termPatterns }: Collected) {
  const used = new Uint8Array(patterns.size);
  for (let posting = 0; posting < termPatterns.length; posting++) used[termPatterns.at(posting)] = 1;
  const numberOf = new Uint32Array(patterns.size);
  let size = 0;
  for (let pattern = 0; pattern < patterns.size; pattern++) if (used[pattern] === 1) numberOf[pattern] = size++;
  const counts = new Uint32Array(size * fields.length);
  for (let pattern = 0; pattern < patterns.size; pattern++) {
    if (used[pattern] === 1) counts.set(patterns.counts(pattern), numberOf[pattern]! * fields.length);
  }
  return { size, numberOf, counts };
}

function placedLengths({ fields, lengths }: Collected, order: DocumentOrder): Narrow {
  let greatest = 0;
  for (let i = 0; i < lengths.length; i++) greatest = Math.max(greatest, lengths.at(i));
  const placed = narrowFor(greatest, lengths.length);
  for (let place = 0, to = 0; place < order.length; place++) {
    for (let f = 0; f < fields.length; f++) placed[to++] = lengths.at(order[place]! * fields.length + f);
  }
  return placed;
}

function fieldBytes({ fields, averageLengths }: Collected): Uint8Array {
  const numbers = fields.flatMap(({ weight, lengthNormalisation }, f) => [
    weight,
    lengthNormalisation,
    averageLengths[f]!,
  ]);
  return littleEndianBytes(Float64Array.from(numbers));
}
