import { readUint32s } from './little-endian.ts';

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

/** The four lanes before anything was taken in: those of seed 0. */
const FIRST_LANES = [(PRIME_1 + PRIME_2) | 0, PRIME_2 | 0, 0, -PRIME_1 | 0] as const;
/** Bytes that all lanes take in together. */
const STRIPE = 16;

/**
 * XXH32 with seed 0 (Yann Collet, xxHash fast digest algorithm, revision 0.1.1). Tells damage, not forgery: twelve
 * megabytes cost some milliseconds, which is why it and no cryptographic hash guards the model files.
 */
export function xxh32(bytes: Uint8Array): number {
  ownLanes.set(FIRST_LANES);
  const words = wordsOf(bytes);
  const word = takeStripes(ownLanes, words);
  return digestOf(ownLanes, bytes.byteLength, words, word, bytes);
}

const ownLanes = new Int32Array(FIRST_LANES);

/** {@link xxh32} of bytes that come in pieces. */
export class Xxh32 {
  readonly #lanes = new Int32Array(FIRST_LANES);
  #length = 0;
  /** What the last piece has behind its last whole stripe. */
  #rest = new Uint8Array(0);

  /** @param piece a multiple of 16 bytes, unless it is the last */
  add(piece: Uint8Array): void {
    if (this.#length % STRIPE !== 0) throw new RangeError(`A piece came behind one that ends at ${this.#length}.`);
    const taken = 4 * takeStripes(this.#lanes, wordsOf(piece));
    this.#length += piece.byteLength;
    this.#rest = new Uint8Array(piece.subarray(taken));
  }

  digest(): number {
    return digestOf(this.#lanes, this.#length, wordsOf(this.#rest), 0, this.#rest);
  }
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return readUint32s(bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 4)));
}

/** @returns the number of words in whole stripes */
function takeStripes(lanes: Int32Array, words: Uint32Array): number {
  let word = 0;
  let lane1 = lanes[0]!;
  let lane2 = lanes[1]!;
  let lane3 = lanes[2]!;
  let lane4 = lanes[3]!;
  // Written out, since calls cost most of the time in which a process meets this loop once.
  for (const end = words.length - 3; word < end; word += 4) {
    lane1 = (lane1 + Math.imul(words[word]!, PRIME_2)) | 0;
    lane1 = Math.imul((lane1 << 13) | (lane1 >>> 19), PRIME_1);
    lane2 = (lane2 + Math.imul(words[word + 1]!, PRIME_2)) | 0;
    lane2 = Math.imul((lane2 << 13) | (lane2 >>> 19), PRIME_1);
    lane3 = (lane3 + Math.imul(words[word + 2]!, PRIME_2)) | 0;
    lane3 = Math.imul((lane3 << 13) | (lane3 >>> 19), PRIME_1);
    lane4 = (lane4 + Math.imul(words[word + 3]!, PRIME_2)) | 0;
    lane4 = Math.imul((lane4 << 13) | (lane4 >>> 19), PRIME_1);
  }
  lanes[0] = lane1;
  lanes[1] = lane2;
  lanes[2] = lane3;
  lanes[3] = lane4;
  return word;
}

/**
 * @param length of all bytes
 * @param word the first of the words that are in no stripe
 * @param bytes those of which these are the words
 */
function digestOf(lanes: Int32Array, length: number, words: Uint32Array, word: number, bytes: Uint8Array): number {
  let hash: number = PRIME_5;
  if (length >= STRIPE) {
    hash = (rotate(lanes[0]!, 1) + rotate(lanes[1]!, 7) + rotate(lanes[2]!, 12) + rotate(lanes[3]!, 18)) | 0;
  }
  hash = (hash + length) | 0;
  for (let at = word; at < words.length; at++) {
    hash = Math.imul(rotate((hash + Math.imul(words[at]!, PRIME_3)) | 0, 17), PRIME_4);
  }
  for (let at = 4 * words.length; at < bytes.byteLength; at++) {
    hash = Math.imul(rotate((hash + Math.imul(bytes[at]!, PRIME_5)) | 0, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
