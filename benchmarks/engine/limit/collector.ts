import { STOP_WORDS } from '../catalog.ts';

const MOST_DIFFERENT = 2 ** 18;
const FIRST_SLOTS = 2 ** 17;

/** Numbers for words by two hashes of 32 bits: the words themselves are not compared. */
export class WordNumbers {
  #firstHashes = new Int32Array(FIRST_SLOTS);
  #secondHashes = new Int32Array(FIRST_SLOTS);
  #numbers = new Int32Array(FIRST_SLOTS).fill(-1);
  readonly words: string[] = [];
  /** The first so many words are stop words. */
  readonly stopWords: number;

  constructor() {
    for (const word of STOP_WORDS) this.add(word);
    this.stopWords = this.words.length;
  }

  add(word: string): number {
    const [first, second] = hashesOf(word);
    return this.intern(first, second, word, 0, word.length);
  }

  find(word: string): number {
    const [first, second] = hashesOf(word);
    return this.#numbers[this.#slot(first, second)]!;
  }

  /** The number of a stretch of text, whose hashes are known; it gets one if it has none. */
  intern(first: number, second: number, text: string, start: number, end: number): number {
    const slot = this.#slot(first, second);
    if (this.#numbers[slot]! >= 0) return this.#numbers[slot]!;
    const number = this.words.push(text.slice(start, end)) - 1;
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

const FIRST_SEED = 0x811c9dc5;
const SECOND_SEED = 0x9747b28c;

function nextHashes(first: number, second: number, code: number): [number, number] {
  return [Math.imul(first ^ code, 0x01000193), Math.imul(second + code, 0x5bd1e995) ^ (second >>> 13)];
}

function hashesOf(word: string): [number, number] {
  let hashes: [number, number] = [FIRST_SEED, SECOND_SEED];
  for (let i = 0; i < word.length; i++) hashes = nextHashes(...hashes, word.charCodeAt(i));
  return hashes;
}

/** The words of tools, as they are read: one number each posting, the word and above it how often it counts. */
export class Collector {
  readonly numbers = new WordNumbers();
  postings: Uint32Array;
  count = 0;
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  totalLength = 0;
  documents = 0;
  readonly #newestDocument = new Int32Array(MOST_DIFFERENT).fill(-1);
  readonly #newestPosting = new Int32Array(MOST_DIFFERENT);
  #length = 0;

  constructor(documents: number) {
    this.postings = new Uint32Array(documents * 40);
    this.starts = new Uint32Array(documents + 1);
    this.lengths = new Uint16Array(documents);
  }

  /** Takes in a text without cutting it up: words are hashed where they stand. */
  addText(text: string, weight: number): void {
    const { numbers } = this;
    const document = this.documents;
    for (let i = 0; i < text.length; i++) {
      let first = FIRST_SEED;
      let second = SECOND_SEED;
      const start = i;
      for (; i < text.length; i++) {
        let code = text.charCodeAt(i);
        if (code >= 65 && code <= 90) code |= 32;
        if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) break;
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(second + code, 0x5bd1e995) ^ (second >>> 13);
      }
      if (i === start) continue;
      const word = numbers.intern(first, second, text, start, i);
      if (word < numbers.stopWords) continue;
      this.#length++;
      if (this.#newestDocument[word] === document) this.postings[this.#newestPosting[word]!]! += weight << 24;
      else {
        this.#newestDocument[word] = document;
        this.#newestPosting[word] = this.count;
        this.postings[this.count++] = word | (weight << 24);
      }
    }
  }

  endDocument(): void {
    this.lengths[this.documents] = this.#length;
    this.totalLength += this.#length;
    this.#length = 0;
    this.starts[++this.documents] = this.count;
    if (this.count + 4096 <= this.postings.length) return;
    const larger = new Uint32Array(this.postings.length * 1.5);
    larger.set(this.postings);
    this.postings = larger;
  }
}
