import { EMPTY_WORD, withUnit } from '../../shared/word-table.ts';
import { INVOLVED, lowerUnit, modelUnitKind, PARTING, type UnitRules } from './model-units.ts';

/** Scripts written without spaces between words: Han, kana, Thai, and the radicals and compatibility forms of Han. */
const UNSPACED = '\\u2e80-\\u2fff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u0e00-\\u0e7f';

/** A run of an unspaced script, or a word of any other: letters and digits, and the marks that combine with them. */
const WORD = new RegExp(`[${UNSPACED}]+|[[\\p{L}\\p{N}]--[${UNSPACED}]][[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]*`, 'gv');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const WORD_CHARACTER = new RegExp(`[${UNSPACED}\\p{L}\\p{M}\\p{N}]`, 'u');

/** Is this word a run of an unspaced script? */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word);
}

/**
 * The words of a text as the built-in models know them: identifiers parted (`listPullRequests` is three words), NFKC,
 * lower case, punctuation dropped; a run of an unspaced script is one word. The models were trained on exactly this; a
 * change here needs new models.
 */
export function modelWords(text: string): string[] {
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase();
  return spaced.match(WORD) ?? [];
}

const RULES: UnitRules = { isWord: (character) => WORD_CHARACTER.test(character), isUnspaced };

/** Longer words are sentences of a script without spaces, or data: they do not come back. */
export const MAX_KNOWN_LENGTH = 24;

/**
 * Reads the words of a text one by one, as units and their hash: the expressions of {@link modelWords} would take most of
 * the time of an embedding. A text that holds a character on which NFKC or a neighbour has a say is read by them.
 */
export class WordReader {
  /** The word, where it is no longer than {@link MAX_KNOWN_LENGTH}. */
  readonly units: Uint16Array = new Uint16Array(MAX_KNOWN_LENGTH);
  length = 0;
  /** Of all its units: see `withUnit`. */
  hash: number = EMPTY_WORD;
  #text = '';
  #at = 0;
  #words: readonly string[] | undefined;

  start(text: string): void {
    this.#text = text;
    this.#at = 0;
    this.#words = undefined;
    for (let i = 0; i < text.length; i++) {
      if (modelUnitKind(text.charCodeAt(i), RULES) !== INVOLVED) continue;
      this.#words = modelWords(text);
      return;
    }
  }

  /** @returns whether there is another word */
  next(): boolean {
    return this.#words === undefined ? this.#readOn() : this.#take(this.#words[this.#at++]);
  }

  /** The word as text. */
  word(): string {
    if (this.#words !== undefined) return this.#words[this.#at - 1]!;
    return this.#text.slice(this.#at - this.length, this.#at).toLowerCase();
  }

  #take(word: string | undefined): boolean {
    if (word === undefined) return false;
    let hash = EMPTY_WORD;
    for (let i = 0; i < word.length; i++) {
      if (i < MAX_KNOWN_LENGTH) this.units[i] = word.charCodeAt(i);
      hash = withUnit(hash, word.charCodeAt(i));
    }
    this.length = word.length;
    this.hash = hash;
    return true;
  }

  #readOn(): boolean {
    const text = this.#text;
    const units = this.units;
    let length = 0;
    let hash = EMPTY_WORD;
    let wordKind = PARTING;
    let at = this.#at;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const kind = modelUnitKind(unit, RULES);
      if (kind === PARTING) {
        if (length > 0) break;
        continue;
      }
      if (length > 0 && (kind !== wordKind || beginsWord(text, at, unit))) break;
      wordKind = kind;
      const lower = lowerUnit(unit);
      if (length < MAX_KNOWN_LENGTH) units[length] = lower;
      length++;
      hash = withUnit(hash, lower);
    }
    this.#at = at;
    this.length = length;
    this.hash = hash;
    return length > 0;
  }
}

/** Does a capital within a run of letters begin a word? */
function beginsWord(text: string, at: number, unit: number): boolean {
  if (!isCapital(unit)) return false;
  const before = text.charCodeAt(at - 1);
  if (isSmall(before) || (before >= 0x30 && before <= 0x39)) return true;
  return isCapital(before) && isSmall(text.charCodeAt(at + 1));
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

function isSmall(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}
