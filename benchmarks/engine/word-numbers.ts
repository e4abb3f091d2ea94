import { STOP_WORDS } from './catalog.ts';

const FIRST_SLOTS = 2 ** 17;
const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x9747b28c;
const FIRST_FACTOR = 0x01000193;
const SECOND_FACTOR = 0x5bd1e995;

/** Numbers for the words of texts, stop words left out, by two hashes of 32 bits: the words are not compared. */
export class WordNumbers {
  #firstHashes = new Int32Array(FIRST_SLOTS);
  #secondHashes = new Int32Array(FIRST_SLOTS);
  #numbers = new Int32Array(FIRST_SLOTS).fill(-1);
  readonly words: string[] = [];
  /** The first so many words are stop words. */
  readonly stopWords: number;
  readonly #renumber: (word: string) => number;
  /** What `read` gives for the number of a word. */
  readonly #given: number[] = [];

  /** @param renumber gives the numbers that `read` is to give; without it those of {@link WordNumbers.words} */
  constructor(renumber?: (word: string) => number) {
    this.#renumber = () => -1;
    for (const word of STOP_WORDS) this.add(word);
    this.stopWords = this.words.length;
    this.#renumber = renumber ?? (() => this.words.length - 1);
  }

  add(word: string): number {
    const [first, second] = hashesOf(word);
    return this.#intern(first, second, word, 0, word.length);
  }

  find(word: string): number {
    const [first, second] = hashesOf(word);
    return this.#numbers[this.#slot(first, second)]!;
  }

  /** Puts the numbers of a text's words into `into`, in their order. Words are hashed where they stand, not cut out. */
  read(text: string, into: number[]): void {
    into.length = 0;
    for (let i = 0; i < text.length; i++) {
      let first = FIRST_SEED;
      let second = SECOND_SEED;
      const start = i;
      for (; i < text.length; i++) {
        let code = text.charCodeAt(i);
        if (code >= 65 && code <= 90) code |= 32;
        if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) break;
        first = Math.imul(first ^ code, FIRST_FACTOR);
        second = Math.imul(second + code, SECOND_FACTOR) ^ (second >>> 13);
      }
      if (i === start) continue;
      const word = this.#intern(first, second, text, start, i);
      if (word >= this.stopWords) into.push(this.#given[word]!);
    }
  }

  /** The number of a stretch of text, whose hashes are known; it gets one if it has none. */
  #intern(first: number, second: number, text: string, start: number, end: number): number {
    const slot = this.#slot(first, second);
    if (this.#numbers[slot]! >= 0) return this.#numbers[slot]!;
    const number = this.words.push(text.slice(start, end).toLowerCase()) - 1;
    this.#given.push(this.#renumber(this.words[number]!));
    this.#firstHashes[slot] = first;
    this.#secondHashes[slot] = second;
    this.#numbers[slot] = number;
    if (this.words.length * 2 > this.#numbers.length) this.#grow();
    return number;
  }

  /** Where these hashes are, or would be. */
  #slot(first: number, second: number): number {
    const mask = this.#numbers.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    while (this.#numbers[slot]! >= 0) {
      if (this.#firstHashes[slot] === first && this.#secondHashes[slot] === second) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [firsts, seconds, numbers] = [this.#firstHashes, this.#secondHashes, this.#numbers];
    this.#firstHashes = new Int32Array(2 * firsts.length);
    this.#secondHashes = new Int32Array(2 * firsts.length);
    this.#numbers = new Int32Array(2 * firsts.length).fill(-1);
    for (let old = 0; old < numbers.length; old++) {
      if (numbers[old]! < 0) continue;
      const slot = this.#slot(firsts[old]!, seconds[old]!);
      this.#firstHashes[slot] = firsts[old]!;
      this.#secondHashes[slot] = seconds[old]!;
      this.#numbers[slot] = numbers[old]!;
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
