import { STOP_WORDS } from './catalog.ts';

const FIRST_SLOTS = 2 ** 12;
const HASHED = 128;
const FIRST_SEED = 0x811c9dc5 | 0;
const SECOND_SEED = 0x9747b28c | 0;
const FIRST_FACTOR = 0x01000193;
const SECOND_FACTOR = 0x5bd1e995;

/** Lower case of the letters and digits of ASCII; 0 for all else. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  return /^[a-z0-9]$/.test(character) ? character.charCodeAt(0) : 0;
});

/**
 * Numbers for the words of texts by two hashes, one for the slot and one of 32 bits that is looked for from there: the words are
 * not compared. `read` leaves stop words out, which have the first numbers.
 */
export class WordNumbers {
  /** Of a slot: the second hash and the number + 1, or 0. They fit into the cache beside what builders keep of words. */
  #slots = new Int32Array(2 * FIRST_SLOTS);
  /** Two hashes, start and end of words that are looked up together. */
  readonly #hashed = new Int32Array(4 * HASHED);
  readonly words: string[] = [];
  /** The first so many words are stop words. */
  readonly stopWords: number;
  readonly #isNew: (word: string) => void;

  /** @param isNew called for each word in the order of their numbers */
  constructor(isNew: (word: string) => void = () => {}) {
    this.#isNew = isNew;
    for (const word of STOP_WORDS) this.add(word);
    this.stopWords = this.words.length;
  }

  /** Gives a word in lower case the next number, if it has none. */
  add(word: string): void {
    const [first, second] = hashesOf(word);
    if (this.#numberOf(first, second) < 0) this.#number(first, second, word);
  }

  /** −1 for a word that has no number. */
  find(word: string): number {
    const [first, second] = hashesOf(word);
    return this.#numberOf(first, second);
  }

  /** Puts the numbers of a text's words into `into`, in their order. */
  read(text: string, into: number[]): void {
    into.length = 0;
    // Other alphabets part words, as bytes above 127 do.
    for (let i = 0; i < text.length; i++) {
      const start = i;
      let first = FIRST_SEED;
      let second = SECOND_SEED;
      for (let code = FOLDED[text.charCodeAt(i)] ?? 0; code !== 0; code = FOLDED[text.charCodeAt(++i)] ?? 0) {
        first = Math.imul(first ^ code, FIRST_FACTOR);
        second = Math.imul(second + code, SECOND_FACTOR) ^ (second >>> 13);
      }
      if (i === start) continue;
      let number = this.#numberOf(first, second);
      if (number < 0) number = this.#number(first, second, text.slice(start, i));
      if (number >= this.stopWords) into.push(number);
    }
  }

  /**
   * Appends the numbers of the words that stand in a text of bytes before the next `stop`, which is no letter, to `into`.
   * Words are hashed first and looked up then, which waits for the memory once and not for each.
   * @returns the place of that
   */
  readBytes(bytes: Uint8Array, from: number, stop: number, into: number[]): number {
    const hashed = this.#hashed;
    let i = from;
    let count = 0;
    for (; bytes[i] !== stop; i++) {
      if (i >= bytes.length) throw new RangeError(`No byte ${stop} stands behind ${from}.`);
      const start = i;
      let first = FIRST_SEED;
      let second = SECOND_SEED;
      for (let code = FOLDED[bytes[i]!]!; code !== 0; code = FOLDED[bytes[++i]!]!) {
        first = Math.imul(first ^ code, FIRST_FACTOR);
        second = Math.imul(second + code, SECOND_FACTOR) ^ (second >>> 13);
      }
      if (i === start) continue;
      if (count === hashed.length) {
        this.#find(bytes, count, into);
        count = 0;
      }
      hashed[count++] = first;
      hashed[count++] = second;
      hashed[count++] = start;
      hashed[count++] = i--;
    }
    this.#find(bytes, count, into);
    return i;
  }

  /** Looks up what was hashed. */
  #find(bytes: Uint8Array, count: number, into: number[]): void {
    const hashed = this.#hashed;
    for (let at = 0; at < count; at += 4) {
      const first = hashed[at]!;
      const second = hashed[at + 1]!;
      let number = this.#numberOf(first, second);
      if (number < 0) {
        const word = String.fromCharCode(...bytes.subarray(hashed[at + 2], hashed[at + 3]));
        number = this.#number(first, second, word);
      }
      if (number >= this.stopWords) into.push(number);
    }
  }

  #numberOf(first: number, second: number): number {
    return this.#slots[2 * this.#slot(first, second) + 1]! - 1;
  }

  /** The next number, for a word that has none. */
  #number(first: number, second: number, text: string): number {
    if (8 * this.words.length >= 3 * this.#slots.length) this.#grow();
    const word = text.toLowerCase();
    const number = this.words.push(word) - 1;
    this.#slots.set([second, number + 1], 2 * this.#slot(first, second));
    this.#isNew(word);
    return number;
  }

  /** Where these hashes are, or would be. */
  #slot(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    while (slots[2 * slot + 1] !== 0 && slots[2 * slot] !== second) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (const [number, word] of this.words.entries()) {
      const [first, second] = hashesOf(word);
      this.#slots.set([second, number + 1], 2 * this.#slot(first, second));
    }
  }
}

function hashesOf(word: string): [number, number] {
  let first = FIRST_SEED;
  let second = SECOND_SEED;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    first = Math.imul(first ^ code, FIRST_FACTOR);
    second = Math.imul(second + code, SECOND_FACTOR) ^ (second >>> 13);
  }
  return [first, second];
}
