/** Words of a term's record: one of {@link NEWEST}, one of {@link FREQUENCY}, and a float64, {@link GREATEST}. */
export const RECORD_WORDS = 4;
/** Word: the newest posting of the term, counted from 1; 0 = none. */
export const NEWEST = 0;
/** Word: documents with the term. */
export const FREQUENCY = 1;
/** Float64: the greatest impact of the term. */
export const GREATEST = 1;

/** What a builder counts of each term. The figures lie side by side, since every occurrence of a term fetches them from far. */
export class TermRecords {
  words: Uint32Array = new Uint32Array(1024 * RECORD_WORDS);
  /** The same memory. */
  numbers: Float64Array = new Float64Array(this.words.buffer);

  /** Makes room for so many terms. */
  reserve(terms: number): void {
    if (terms * RECORD_WORDS <= this.words.length) return;
    const words = new Uint32Array(2 * terms * RECORD_WORDS);
    words.set(this.words);
    this.words = words;
    this.numbers = new Float64Array(words.buffer);
  }
}
