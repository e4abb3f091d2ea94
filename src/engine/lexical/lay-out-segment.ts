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

/** The postings of one document, `count` of them: terms by their numbers in the dictionary. Good until the next one. */
interface DocumentPostings {
  place: number;
  count: number;
  readonly terms: Uint32Array;
  readonly patterns: Uint32Array;
  readonly impacts: Float64Array;
}

/** Writes the sections of `segment-layout.ts`: looks at every posting once to know the sizes, and once more to place it. */
export function layOutSegment(collected: Collected, order: DocumentOrder): Section[] {
  const documents = collected.starts.length;
  if (order.length !== documents)
    throw new RangeError(`An order of ${order.length} is given for ${documents} documents.`);
  const numbers = numberTerms(collected, order);
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
  eachDocument(collected, order, (document) => {
    const { place, count } = document;
    const nextBlock = Math.floor(place / RANK_BLOCK) + 1;
    for (let i = 0; i < count; i++) {
      const term = numberOf[document.terms[i]!]!;
      const posting = next[term]!++;
      patterns[posting] = kept.numberOf[document.patterns[i]!]!;
      const steps = Math.min(IMPACT_STEPS, Math.ceil((document.impacts[i]! / greatest[term]!) * IMPACT_STEPS));
      if (term < planes) {
        planeBytes[term * stride + place] = steps;
        if (nextBlock < blocks) ranks[term * blocks + nextBlock]!++;
      } else {
        listDocuments[posting - listed] = place;
        impacts[posting - listed] = steps;
      }
    }
  });
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

/** Numbers the terms that occur: those with planes, then the others, each in the order of the dictionary. */
function numberTerms(collected: Collected, order: DocumentOrder): Numbers {
  const { dictionary } = collected;
  const frequencies = new Uint32Array(dictionary.size);
  const greatestImpacts = new Float64Array(dictionary.size);
  eachDocument(collected, order, ({ count, terms, impacts }) => {
    for (let i = 0; i < count; i++) {
      const term = terms[i]!;
      frequencies[term]!++;
      if (impacts[i]! > greatestImpacts[term]!) greatestImpacts[term] = impacts[i]!;
    }
  });
  const withPlane: number[] = [];
  const withList: number[] = [];
  for (let term = 0; term < frequencies.length; term++) {
    if (frequencies[term] === 0) continue;
    (frequencies[term]! * PLANE_SHARE > order.length ? withPlane : withList).push(term);
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

/** Visits the documents in their final order. */
function eachDocument(collected: Collected, order: DocumentOrder, visit: (document: DocumentPostings) => void): void {
  const { fields, averageLengths, starts, lengths, terms, termPatterns } = collected;
  const { first, field, count } = countsOfPatterns(collected);
  const fieldCount = fields.length;
  const perOccurrence = new Float64Array(fieldCount);
  let document = emptyDocument(64);
  for (let place = 0; place < order.length; place++) {
    const number = order[place]!;
    for (let f = 0; f < fieldCount; f++) {
      const { weight, lengthNormalisation: b } = fields[f]!;
      perOccurrence[f] = weight / (1 - b + (b * lengths.at(number * fieldCount + f)) / averageLengths[f]!);
    }
    const start = starts.at(number);
    const size = (number + 1 < starts.length ? starts.at(number + 1) : terms.length) - start;
    if (size > document.terms.length) document = emptyDocument(2 * size);
    document.place = place;
    document.count = size;
    for (let i = 0; i < size; i++) {
      const pattern = termPatterns.at(start + i);
      let weighted = 0;
      for (let at = first[pattern]!; at < first[pattern + 1]!; at++)
        weighted += count[at]! * perOccurrence[field[at]!]!;
      document.terms[i] = terms.at(start + i);
      document.patterns[i] = pattern;
      document.impacts[i] = weighted / (K1 + weighted);
    }
    visit(document);
  }
}

function emptyDocument(size: number): DocumentPostings {
  const [terms, patterns, impacts] = [new Uint32Array(size), new Uint32Array(size), new Float64Array(size)];
  return { place: 0, count: 0, terms, patterns, impacts };
}

/** For each pattern the fields that hold the term, and how often: most hold it once in one field. */
function countsOfPatterns({ fields, patterns }: Collected) {
  const first = new Uint32Array(patterns.size + 1);
  const field: number[] = [];
  const count: number[] = [];
  for (let pattern = 0; pattern < patterns.size; pattern++) {
    const counts = patterns.counts(pattern);
    for (let f = 0; f < fields.length; f++) {
      if (counts[f] === 0) continue;
      field.push(f);
      count.push(counts[f]!);
    }
    first[pattern + 1] = field.length;
  }
  return { first, field: Uint8Array.from(field), count: Float64Array.from(count) };
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
