import { WordNumbers } from '../word-numbers.ts';

const MOST_DIFFERENT = 2 ** 18;

/** The words of tools, as they are read: one number each posting, the word and above it how often it counts. */
export class Collector {
  readonly numbers: WordNumbers = new WordNumbers();
  postings: Uint32Array;
  count = 0;
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  totalLength = 0;
  documents = 0;
  readonly #newestDocument = new Int32Array(MOST_DIFFERENT).fill(-1);
  readonly #newestPosting = new Int32Array(MOST_DIFFERENT);
  readonly #words: number[] = [];
  #length = 0;

  constructor(documents: number) {
    this.postings = new Uint32Array(documents * 40);
    this.starts = new Uint32Array(documents + 1);
    this.lengths = new Uint16Array(documents);
  }

  addText(text: string, weight: number): void {
    const words = this.#words;
    this.numbers.read(text, words);
    this.#length += words.length;
    for (const word of words) {
      if (this.#newestDocument[word] === this.documents) this.postings[this.#newestPosting[word]!]! += weight << 24;
      else {
        this.#newestDocument[word] = this.documents;
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
