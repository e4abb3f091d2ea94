import { EMPTY_WORD, WordTable, withUnit } from '../shared/word-table.ts';
import { type RunTerms, runTerms } from './analyze.ts';
import { cleanText } from './fold.ts';
import { OTHER_UNIT, unitKind, WORD_UNIT } from './unit-kinds.ts';
import { WORD_RUNS } from './words.ts';

/** Longer runs are sentences of a script without spaces, or data: they do not come back. */
const MAX_KNOWN_LENGTH = 32;
/** Some ten megabytes. The names and descriptions of a million tools hold fewer. */
const MAX_KNOWN_RUNS = 2 ** 18;
const BLANK = 0x20;

/**
 * Analyses texts to numbers in place of words: the terms that `analyzeText` and `analyzeIdentifier` give, each as the number
 * that `numberOf` has for it. For millions of texts: a run that was met before is found by its units, and neither its
 * text is cut out nor any term looked up again.
 */
export class TermNumbers {
  readonly #numberOf: (term: string) => number;
  #runs = new WordTable();
  /** Run r: its terms are #terms[#starts[r] … #starts[r + 1]), all of them up to #middles[r], from there those of topic. */
  #terms: number[] = [];
  #starts: number[] = [0];
  #middles: number[] = [];
  readonly #units = new Uint16Array(MAX_KNOWN_LENGTH);

  /** @param numberOf always the same number for the same term */
  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  /** Appends the terms of prose. */
  addText(text: string, to: number[]): void {
    this.#add(text, true, to);
  }

  /** Appends the terms of a name. */
  addIdentifier(name: string, to: number[]): void {
    this.#add(name, false, to);
  }

  #add(text: string, isProse: boolean, to: number[]): void {
    const units = this.#units;
    const before = to.length;
    let length = 0;
    let hash = EMPTY_WORD;
    for (let i = 0; i <= text.length; i++) {
      const unit = i < text.length ? text.charCodeAt(i) : BLANK;
      const kind = unitKind(unit);
      if (kind === WORD_UNIT) {
        if (length < MAX_KNOWN_LENGTH) units[length] = unit;
        length++;
        hash = withUnit(hash, unit);
        continue;
      }
      if (kind === OTHER_UNIT) {
        to.length = before;
        this.#addCleaned(text, isProse, to);
        return;
      }
      if (length === 0) continue;
      if (length > MAX_KNOWN_LENGTH) this.#addRun(text.slice(i - length, i), isProse, to);
      else this.#copyRun(this.#numberOfRun(text, i - length, length, hash), isProse, to);
      length = 0;
      hash = EMPTY_WORD;
    }
  }

  /** The same by the rules as they are written. */
  #addCleaned(text: string, isProse: boolean, to: number[]): void {
    for (const run of cleanText(text).match(WORD_RUNS) ?? []) {
      if (run.length > MAX_KNOWN_LENGTH) {
        this.#addRun(run, isProse, to);
        continue;
      }
      let hash = EMPTY_WORD;
      for (let i = 0; i < run.length; i++) {
        this.#units[i] = run.charCodeAt(i);
        hash = withUnit(hash, run.charCodeAt(i));
      }
      this.#copyRun(this.#numberOfRun(run, 0, run.length, hash), isProse, to);
    }
  }

  #addRun(run: string, isProse: boolean, to: number[]): void {
    const { all, content } = runTerms(run);
    for (const term of isProse ? content : all) to.push(this.#numberOf(term));
  }

  #copyRun(run: number, isProse: boolean, to: number[]): void {
    const middle = this.#middles[run]!;
    const start = isProse ? middle : this.#starts[run]!;
    const end = isProse ? this.#starts[run + 1]! : middle;
    for (let i = start; i < end; i++) to.push(this.#terms[i]!);
  }

  /** The run whose units lie in `#units`; `text` holds it from `start` on. */
  #numberOfRun(text: string, start: number, length: number, hash: number): number {
    const known = this.#runs.find(this.#units, length, hash);
    if (known >= 0) return known;
    if (this.#runs.size >= MAX_KNOWN_RUNS) this.#forget();
    this.#keep(runTerms(text.slice(start, start + length)));
    return this.#runs.add(this.#units, length, hash);
  }

  #keep({ all, content }: RunTerms): void {
    for (const term of all) this.#terms.push(this.#numberOf(term));
    this.#middles.push(this.#terms.length);
    for (const term of content) this.#terms.push(this.#numberOf(term));
    this.#starts.push(this.#terms.length);
  }

  #forget(): void {
    this.#runs = new WordTable();
    this.#terms = [];
    this.#starts = [0];
    this.#middles = [];
  }
}
