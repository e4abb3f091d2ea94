import type { Section } from '../codec/encode-image.ts';
import type { DocumentOrder, PartBuilder } from '../segment/parts.ts';
import type { FieldOptions } from '../types.ts';
import { checkFields } from './check-fields.ts';
import { CollectedDocuments } from './collected-documents.ts';
import { K1 } from './constants.ts';
import { DocumentWeights } from './document-weights.ts';
import { layOutSegment } from './lay-out-segment.ts';
import { isNumbered, type NumberedTerms, type TermLists } from './numbered-terms.ts';
import { ReadAhead } from './read-ahead.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermPatterns } from './term-patterns.ts';
import { FREQUENCY, GREATEST, NEWEST, RECORD_WORDS, TermRecords } from './term-records.ts';

/** What a segment is scored by, fixed when it is built. */
export interface LexicalSegmentOptions {
  readonly fields: readonly FieldOptions[];
  /** Length that counts as usual, for each field; > 0. Not that of the segment, which would tell of hidden documents. */
  readonly averageLengths: readonly number[];
}

/** Builds the lexical part of a segment. Takes 4 bytes for each term of each document until the segment is finished, 12 for few. */
export function createLexicalSegmentBuilder(options: LexicalSegmentOptions): PartBuilder<TermLists | NumberedTerms> {
  checkFields(options.fields, options.averageLengths);
  return new Builder(options);
}

class Builder implements PartBuilder<TermLists | NumberedTerms> {
  readonly #options: LexicalSegmentOptions;
  readonly #dictionary = new TermDictionary();
  /** The dictionary that numbered terms came from, and for each of its terms the number here + 1; 0 = none yet. */
  #foreign: TermDictionary | undefined;
  #numberOf = new Uint32Array(1024);
  /** Are all terms here from that dictionary? */
  #isOnlyDictionary = false;
  readonly #documents: CollectedDocuments;
  readonly #patterns: TermPatterns;
  readonly #weights: DocumentWeights;
  readonly #records = new TermRecords();
  /** Of the document that is being added: its terms as they occur, where their patterns stand, and its words as collected. */
  #terms = new Uint32Array(256);
  #places = new Uint32Array(256);
  #words = new Uint32Array(512);
  readonly #ahead = new ReadAhead();

  constructor(options: LexicalSegmentOptions) {
    const { fields, averageLengths } = options;
    this.#options = options;
    this.#documents = new CollectedDocuments(fields.length);
    this.#patterns = new TermPatterns(fields.length);
    this.#weights = new DocumentWeights(fields, averageLengths, this.#patterns);
  }

  add(terms: TermLists | NumberedTerms): void {
    const lists = isNumbered(terms) ? terms.ends : terms;
    const { length: fieldCount } = this.#options.fields;
    if (lists.length !== fieldCount) {
      throw new RangeError(`A document has ${lists.length} term lists for ${fieldCount} fields.`);
    }
    const ends = isNumbered(terms) ? this.#takeNumbers(terms) : this.#takeTexts(terms);
    const postings = this.#collect(ends);
    this.#weigh(postings);
    this.#documents.add(this.#words, postings);
  }

  /** @returns where each field ends in `#terms` */
  #takeTexts(lists: TermLists): readonly number[] {
    this.#isOnlyDictionary = false;
    let end = 0;
    const ends = lists.map((list) => (end += list.length));
    this.#makeRoom(end);
    let at = 0;
    for (const list of lists) for (const term of list) this.#terms[at++] = this.#dictionary.intern(term);
    return ends;
  }

  /** @returns where each field ends in `#terms` */
  #takeNumbers({ dictionary, numbers, ends }: NumberedTerms): readonly number[] {
    if (this.#foreign !== dictionary) {
      this.#isOnlyDictionary = this.#dictionary.size === 0;
      this.#foreign = dictionary;
      this.#numberOf.fill(0);
    }
    if (dictionary.size > this.#numberOf.length) {
      const wider = new Uint32Array(2 * dictionary.size);
      wider.set(this.#numberOf);
      this.#numberOf = wider;
    }
    const count = ends.at(-1) ?? 0;
    this.#makeRoom(count);
    const terms = this.#terms;
    const numberOf = this.#numberOf;
    let isKnown = true;
    for (let i = 0; i < count; i++) {
      const known = numberOf[numbers[i]!]!;
      if (!(known > 0)) isKnown = false;
      terms[i] = known - 1;
    }
    // New terms are few, and a loop with a call in it takes twice as long for all.
    if (!isKnown) for (let i = 0; i < count; i++) terms[i] = this.#numberTerm(numbers[i]!, dictionary);
    return ends;
  }

  /** Numbers go by what this builder saw first: equal segments have equal bytes, whatever else the dictionary holds. */
  #numberTerm(term: number, dictionary: TermDictionary): number {
    const known = this.#numberOf[term]!;
    if (known > 0) return known - 1;
    const text = dictionary.term(term);
    // Terms of one dictionary differ, so that none of them needs to be looked for.
    const own = this.#isOnlyDictionary ? this.#dictionary.append(text) : this.#dictionary.intern(text);
    this.#numberOf[term] = own + 1;
    return own;
  }

  /** Writes the document's lengths and postings to `#words`. @returns how many postings */
  #collect(ends: readonly number[]): number {
    this.#records.reserve(this.#dictionary.size);
    const count = ends.at(-1) ?? 0;
    this.#ahead.records(this.#records.words, RECORD_WORDS, this.#terms, 0, 1, count);
    const postings = this.#collectTerms(count);
    for (let f = 0, at = 0; f < ends.length; f++) {
      const end = ends[f]!;
      this.#words[f] = end - at;
      this.#collectPatterns(f, at, end);
      at = end;
    }
    return postings;
  }

  /** Writes each term once, no pattern yet, and to `#places` where it stands for each occurrence. */
  #collectTerms(count: number): number {
    const records = this.#records.words;
    const words = this.#words;
    const terms = this.#terms;
    const places = this.#places;
    const before = this.#documents.postings;
    const first = this.#options.fields.length;
    let postings = 0;
    for (let i = 0; i < count; i++) {
      const term = terms[i]!;
      const record = term * RECORD_WORDS;
      const place = records[record + NEWEST]! - before;
      if (place > 0) {
        places[i] = first + 2 * place - 1;
        continue;
      }
      words[first + 2 * postings] = term;
      words[first + 2 * postings + 1] = 0;
      postings++;
      places[i] = first + 2 * postings - 1;
      records[record + NEWEST] = before + postings;
      records[record + FREQUENCY]!++;
    }
    return postings;
  }

  /** Goes on from pattern to pattern for the occurrences in a field. */
  #collectPatterns(field: number, from: number, end: number): void {
    const words = this.#words;
    const places = this.#places;
    for (let i = from; i < end; i++) {
      const at = places[i]!;
      words[at] = this.#patterns.with(words[at]!, field);
    }
  }

  /** Keeps the greatest impacts of the document's terms while their records are still in the cache. */
  #weigh(postings: number): void {
    const words = this.#words;
    const greatest = this.#records.numbers;
    const first = this.#options.fields.length;
    const end = first + 2 * postings;
    this.#weights.begin(words);
    const weights = this.#weights.weigh(words, first + 1, end);
    for (let i = first; i < end; i += 2) {
      const weight = weights[words[i + 1]!]!;
      const impact = weight / (K1 + weight);
      const at = (RECORD_WORDS / 2) * words[i]! + GREATEST;
      if (impact > greatest[at]!) greatest[at] = impact;
    }
  }

  finish(order: DocumentOrder): readonly Section[] {
    return layOutSegment(
      {
        ...this.#options,
        dictionary: this.#dictionary,
        documents: this.#documents,
        patterns: this.#patterns,
        weights: this.#weights,
        records: this.#records,
      },
      order,
    );
  }

  /** For a document of so many terms. */
  #makeRoom(terms: number): void {
    if (terms > this.#terms.length) {
      this.#terms = new Uint32Array(2 * terms);
      this.#places = new Uint32Array(2 * terms);
    }
    const words = this.#options.fields.length + 2 * terms;
    if (words > this.#words.length) this.#words = new Uint32Array(2 * words);
  }
}
