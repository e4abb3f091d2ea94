import { WordTable } from '../../shared/word-table.ts';
import { EMPTY_HASH, extendHash, PieceTable } from './piece-table.ts';
import { isUnspaced, MAX_KNOWN_LENGTH, WordReader } from './words.ts';

/** Ids of the built-in models' tokens: four with a meaning of their own, then the pieces in the vocabulary's order. */
export const TOKEN_BEGIN = 0;
// 1 is the padding that training batches need; nothing here makes it.
export const TOKEN_END = 2;
export const TOKEN_UNKNOWN = 3;
export const FIRST_PIECE = 4;

/** A unigram vocabulary. */
export interface Vocabulary {
  /** All pieces one after the other. */
  readonly units: Uint16Array;
  /** Where each piece starts in `units`; one entry more than there are pieces. */
  readonly starts: Uint32Array;
  /** Log-probability of each piece, < 0. */
  readonly scores: Float64Array;
}

export interface Tokenizer {
  /** Number of ids, the four special ones included. */
  readonly size: number;
  /**
   * Token ids of a text, without begin and end. What is in no piece is one {@link TOKEN_UNKNOWN} however long it is.
   * @param limit at most this many ids: the first ones.
   */
  encode(text: string, limit?: number): number[];
}

/** Makes a tokenizer that gives what SentencePiece gives for a unigram vocabulary, word by word. */
export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  return new UnigramTokenizer(vocabulary);
}

/** SentencePiece's mark of a word's beginning. Words of an unspaced script have none. */
const WORD_MARK = '\u2581';
/** How much less likely than the least likely piece something unknown is, in nats. SentencePiece's own value. */
const UNKNOWN_PENALTY = 10;
/** Some megabytes. Names and descriptions of 2,489 recorded tools hold 5,100 distinct words, those of 42,063 tools 22,000. */
const MAX_KNOWN_WORDS = 50_000;

/**
 * The most likely way to part each word into pieces (Kudo, "Subword Regularization", 2018, section 3.2), found by the
 * Viterbi algorithm. Invariant: what is known of words are results only; without it the ids are the same.
 */
class UnigramTokenizer implements Tokenizer {
  readonly size: number;
  readonly #pieces: PieceTable;
  readonly #scores: Float64Array;
  readonly #unknownScore: number;
  readonly #reader = new WordReader();
  #words = new WordTable();
  /** The ids of word w are #ids[#starts[w] … #starts[w + 1]). */
  #ids: number[] = [];
  #starts: number[] = [0];

  constructor({ units, starts, scores }: Vocabulary) {
    this.size = FIRST_PIECE + scores.length;
    this.#pieces = new PieceTable(units, starts);
    this.#scores = scores;
    this.#unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_PENALTY;
  }

  encode(text: string, limit = Infinity): number[] {
    const ids: number[] = [];
    const reader = this.#reader;
    reader.start(text);
    while (ids.length < limit && reader.next()) {
      if (reader.length > MAX_KNOWN_LENGTH) {
        for (const id of this.#idsOf(reader.word())) ids.push(id);
      } else {
        const word = this.#numberOf(reader);
        const end = this.#starts[word + 1]!;
        for (let i = this.#starts[word]!; i < end; i++) ids.push(this.#ids[i]!);
      }
    }
    if (ids.length > limit) ids.length = limit;
    return ids;
  }

  /** The number of a word that was read. */
  #numberOf({ units, length, hash }: WordReader): number {
    const known = this.#words.find(units, length, hash);
    if (known >= 0) return known;
    if (this.#words.size >= MAX_KNOWN_WORDS) {
      this.#words = new WordTable();
      this.#ids = [];
      this.#starts = [0];
    }
    for (const id of this.#idsOf(this.#reader.word())) this.#ids.push(id);
    this.#starts.push(this.#ids.length);
    return this.#words.add(units, length, hash);
  }

  #idsOf(word: string): number[] {
    return this.#viterbi(isUnspaced(word) ? word : WORD_MARK + word);
  }

  /** A hot loop, hence indices and typed arrays: a first request has no word in the cache. */
  #viterbi(word: string): number[] {
    const length = word.length;
    // Best way to part word[0 … i): its score, its last piece's id, and where that piece starts.
    const best = new Float64Array(length + 1).fill(-Infinity);
    const lastId = new Int32Array(length + 1);
    const lastStart = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start++) {
      const score = best[start]!;
      if (score === -Infinity) continue; // inside a surrogate pair
      const reach = Math.min(length, start + this.#pieces.longestFrom(word.charCodeAt(start)));
      let hash = EMPTY_HASH;
      for (let end = start + 1; end <= reach; end++) {
        hash = extendHash(hash, word.charCodeAt(end - 1));
        const piece = this.#pieces.find(word, start, end, hash);
        if (piece >= 0 && score + this.#scores[piece]! > best[end]!) {
          best[end] = score + this.#scores[piece]!;
          lastId[end] = FIRST_PIECE + piece;
          lastStart[end] = start;
        }
      }
      const next = start + (word.codePointAt(start)! > 0xffff ? 2 : 1);
      if (score + this.#unknownScore > best[next]!) {
        best[next] = score + this.#unknownScore;
        lastId[next] = TOKEN_UNKNOWN;
        lastStart[next] = start;
      }
    }
    const backwards: number[] = [];
    for (let end = length; end > 0; end = lastStart[end]!) {
      const id = lastId[end]!;
      if (id !== TOKEN_UNKNOWN || backwards.at(-1) !== TOKEN_UNKNOWN) backwards.push(id);
    }
    return backwards.reverse();
  }
}
