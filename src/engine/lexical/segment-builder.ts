import type { Section } from '../codec/encode-image.ts';
import type { DocumentOrder, PartBuilder } from '../segment/parts.ts';
import type { FieldOptions } from '../types.ts';
import { checkFields } from './check-fields.ts';
import { K1 } from './constants.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { type Collected, layOutSegment, weighOccurrences } from './lay-out-segment.ts';
import { isNumbered, type NumberedTerms, type TermLists } from './numbered-terms.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermPatterns } from './term-patterns.ts';

/** What a segment is scored by, fixed when it is built. */
export interface LexicalSegmentOptions {
  readonly fields: readonly FieldOptions[];
  /** Length that counts as usual, for each field; > 0. Not that of the segment, which would tell of hidden documents. */
  readonly averageLengths: readonly number[];
}

/** Builds the lexical part of a segment. Takes 8 bytes for each term of each document until the segment is finished. */
export function createLexicalSegmentBuilder(options: LexicalSegmentOptions): PartBuilder<TermLists | NumberedTerms> {
  checkFields(options.fields, options.averageLengths);
  return new Builder(options);
}

class Builder implements PartBuilder<TermLists | NumberedTerms> {
  readonly #dictionary = new TermDictionary();
  readonly #collected: Collected;
  /** The dictionary that numbered terms came from, and for each of its terms the number here + 1; 0 = none yet. */
  #foreign: TermDictionary | undefined;
  #numberOf = new Uint32Array(1024);
  /** Are all terms here from that dictionary? */
  #isOnlyDictionary = false;
  /** For each term the newest document with it, counted from 1, and its place in that document's postings. */
  #newestDocument = new Uint32Array(1024);
  #newestPlace = new Uint32Array(1024);
  #frequencies = new Uint32Array(1024);
  #greatest = new Float64Array(1024);
  readonly #perOccurrence: Float64Array;

  constructor({ fields, averageLengths }: LexicalSegmentOptions) {
    this.#perOccurrence = new Float64Array(fields.length);
    this.#collected = {
      fields,
      averageLengths,
      dictionary: this.#dictionary,
      patterns: new TermPatterns(fields.length),
      starts: new GrowingNumbers(),
      lengths: new GrowingNumbers(),
      terms: new GrowingNumbers(),
      termPatterns: new GrowingNumbers(),
    };
  }

  add(terms: TermLists | NumberedTerms): void {
    const { fields, starts, lengths, terms: postings } = this.#collected;
    const lists = isNumbered(terms) ? terms.ends : terms;
    if (lists.length !== fields.length) {
      throw new RangeError(`A document has ${lists.length} term lists for ${fields.length} fields.`);
    }
    starts.push(postings.length);
    if (isNumbered(terms)) {
      this.#addNumbered(terms);
    } else {
      this.#isOnlyDictionary = false;
      for (let f = 0; f < terms.length; f++) {
        lengths.push(terms[f]!.length);
        for (const term of terms[f]!) this.#addTerm(this.#dictionary.intern(term), f);
      }
    }
    this.#finishDocument();
  }

  #addNumbered({ dictionary, numbers, ends }: NumberedTerms): void {
    if (this.#foreign !== dictionary) {
      this.#isOnlyDictionary = this.#dictionary.size === 0;
      this.#foreign = dictionary;
      this.#numberOf.fill(0);
    }
    let at = 0;
    for (let f = 0; f < ends.length; f++) {
      const end = ends[f]!;
      this.#collected.lengths.push(end - at);
      for (; at < end; at++) this.#addTerm(this.#ownNumber(numbers[at]!, dictionary), f);
    }
  }

  /** Numbers go by what this builder saw first: equal segments have equal bytes, whatever else the dictionary holds. */
  #ownNumber(term: number, dictionary: TermDictionary): number {
    if (term >= this.#numberOf.length) this.#numberOf = grown(this.#numberOf, new Uint32Array(2 * dictionary.size));
    const known = this.#numberOf[term]!;
    if (known !== 0) return known - 1;
    const text = dictionary.term(term);
    // Terms of one dictionary differ, so that none of them needs to be looked for.
    const own = this.#isOnlyDictionary ? this.#dictionary.append(text) : this.#dictionary.intern(text);
    this.#numberOf[term] = own + 1;
    return own;
  }

  #addTerm(term: number, field: number): void {
    const { patterns, starts, terms, termPatterns } = this.#collected;
    if (term >= this.#newestDocument.length) this.#makeRoom();
    if (this.#newestDocument[term] === starts.length) {
      const place = this.#newestPlace[term]!;
      termPatterns.set(place, patterns.with(termPatterns.at(place), field));
    } else {
      this.#newestDocument[term] = starts.length;
      this.#newestPlace[term] = terms.length;
      terms.push(term);
      termPatterns.push(patterns.with(0, field));
    }
  }

  /** Counts the document for its terms while its postings are still in the cache. */
  #finishDocument(): void {
    const { patterns, starts, terms, termPatterns } = this.#collected;
    const document = starts.length - 1;
    weighOccurrences(this.#collected, document, this.#perOccurrence);
    for (let at = starts.at(document); at < terms.length; at++) {
      const term = terms.at(at);
      const weighted = patterns.weigh(termPatterns.at(at), this.#perOccurrence);
      const impact = weighted / (K1 + weighted);
      this.#frequencies[term]!++;
      if (impact > this.#greatest[term]!) this.#greatest[term] = impact;
    }
  }

  finish(order: DocumentOrder): readonly Section[] {
    const statistics = { frequencies: this.#frequencies, greatest: this.#greatest };
    return layOutSegment(this.#collected, statistics, order);
  }

  #makeRoom(): void {
    const size = 2 * this.#dictionary.size;
    this.#newestDocument = grown(this.#newestDocument, new Uint32Array(size));
    this.#newestPlace = grown(this.#newestPlace, new Uint32Array(size));
    this.#frequencies = grown(this.#frequencies, new Uint32Array(size));
    this.#greatest = grown(this.#greatest, new Float64Array(size));
  }
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
