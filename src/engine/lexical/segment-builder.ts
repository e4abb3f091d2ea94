import type { Section } from '../codec/encode-image.ts';
import type { DocumentOrder, PartBuilder } from '../segment/parts.ts';
import type { FieldOptions } from '../types.ts';
import { checkFields } from './check-fields.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { type Collected, layOutSegment } from './lay-out-segment.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermPatterns } from './term-patterns.ts';

/** What a segment is scored by, fixed when it is built. */
export interface LexicalSegmentOptions {
  readonly fields: readonly FieldOptions[];
  /** Length that counts as usual, for each field; > 0. Not that of the segment, which would tell of hidden documents. */
  readonly averageLengths: readonly number[];
  /** Shared with others that number terms; the builder's own where it is left out. */
  readonly dictionary?: TermDictionary;
}

/** Builds the lexical part of a segment from term lists, as texts or as numbers of its dictionary. */
export interface LexicalSegmentBuilder extends PartBuilder<readonly (readonly string[])[]> {
  readonly dictionary: TermDictionary;
  addNumbers(terms: readonly ArrayLike<number>[]): void;
}

/** See {@link LexicalSegmentBuilder}. Takes 8 bytes for each term of each document until the segment is finished. */
export function createLexicalSegmentBuilder(options: LexicalSegmentOptions): LexicalSegmentBuilder {
  checkFields(options.fields, options.averageLengths);
  return new Builder(options);
}

class Builder implements LexicalSegmentBuilder {
  readonly dictionary: TermDictionary;
  readonly #collected: Collected;
  /** For each term the newest document with it, counted from 1, and its place in that document's postings. */
  #newestDocument = new Uint32Array(1024);
  #newestPlace = new Uint32Array(1024);

  constructor({ fields, averageLengths, dictionary = new TermDictionary() }: LexicalSegmentOptions) {
    this.dictionary = dictionary;
    this.#collected = {
      fields,
      averageLengths,
      dictionary,
      patterns: new TermPatterns(fields.length),
      starts: new GrowingNumbers(),
      lengths: new GrowingNumbers(),
      terms: new GrowingNumbers(),
      termPatterns: new GrowingNumbers(),
    };
  }

  add(terms: readonly (readonly string[])[]): void {
    this.addNumbers(terms.map((field) => field.map((term) => this.dictionary.intern(term))));
  }

  addNumbers(terms: readonly ArrayLike<number>[]): void {
    const { fields, patterns, starts, lengths, terms: postings, termPatterns } = this.#collected;
    if (terms.length !== fields.length) {
      throw new RangeError(`A document has ${terms.length} term lists for ${fields.length} fields.`);
    }
    this.#makeRoom();
    const start = postings.length;
    starts.push(start);
    const document = starts.length;
    for (let f = 0; f < terms.length; f++) {
      const field = terms[f]!;
      lengths.push(field.length);
      for (let i = 0; i < field.length; i++) {
        const term = field[i]!;
        if (this.#newestDocument[term] !== document) {
          this.#newestDocument[term] = document;
          this.#newestPlace[term] = postings.length;
          postings.push(term);
          termPatterns.push(patterns.with(0, f));
        } else {
          const place = this.#newestPlace[term]!;
          termPatterns.set(place, patterns.with(termPatterns.at(place), f));
        }
      }
    }
  }

  finish(order: DocumentOrder): readonly Section[] {
    return layOutSegment(this.#collected, order);
  }

  #makeRoom(): void {
    const needed = this.dictionary.size;
    if (needed <= this.#newestDocument.length) return;
    const larger = (from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
      const to = new Uint32Array(2 * needed);
      to.set(from);
      return to;
    };
    this.#newestDocument = larger(this.#newestDocument);
    this.#newestPlace = larger(this.#newestPlace);
  }
}
