import type { FieldOptions } from '../types.ts';
import type { TermPatterns } from './term-patterns.ts';

/** What the patterns of a document weigh, the `w` of BM25F: few serve all its postings, so that each is weighed once. */
export class DocumentWeights {
  readonly #fields: readonly FieldOptions[];
  readonly #averageLengths: readonly number[];
  readonly #patterns: TermPatterns;
  /** What one occurrence weighs in each field of the document. */
  readonly #perOccurrence: Float64Array;
  #weights = new Float64Array(256);
  /** The document, counted from 1, that a pattern was weighed for. */
  #weighedFor = new Uint32Array(256);
  #document = 0;

  constructor(fields: readonly FieldOptions[], averageLengths: readonly number[], patterns: TermPatterns) {
    this.#fields = fields;
    this.#averageLengths = averageLengths;
    this.#patterns = patterns;
    this.#perOccurrence = new Float64Array(fields.length);
  }

  /** Goes on to the next document; its lengths begin the array. All its patterns exist. */
  begin(lengths: Uint32Array): void {
    this.#document++;
    for (let f = 0; f < this.#fields.length; f++) {
      const { weight, lengthNormalisation: b } = this.#fields[f]!;
      const length = lengths[f]!;
      // The formula may divide by 0 in empty fields.
      this.#perOccurrence[f] = length === 0 ? 0 : weight / (1 - b + (b * length) / this.#averageLengths[f]!);
    }
    if (this.#patterns.size > this.#weights.length) {
      const weighedFor = new Uint32Array(2 * this.#patterns.size);
      weighedFor.set(this.#weighedFor);
      this.#weighedFor = weighedFor;
      this.#weights = new Float64Array(weighedFor.length);
    }
  }

  /** Has a posting of any document this pattern? Others only led to it. */
  isUsed(pattern: number): boolean {
    return pattern < this.#weighedFor.length && this.#weighedFor[pattern]! > 0;
  }

  /**
   * Weighs all patterns of the document, which stand at `from`, `from + 2` … of an array.
   * @returns what each pattern weighs, at its number; good until the next document
   */
  weigh(words: Uint32Array, from: number, end: number): Float64Array {
    for (let i = from; i < end; i += 2) {
      const pattern = words[i]!;
      if (this.#weighedFor[pattern] === this.#document) continue;
      this.#weights[pattern] = this.#patterns.weigh(pattern, this.#perOccurrence);
      this.#weighedFor[pattern] = this.#document;
    }
    return this.#weights;
  }
}
