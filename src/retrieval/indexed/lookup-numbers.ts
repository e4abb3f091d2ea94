import { EMPTY_WORD, WordTable, withUnit } from '../../shared/word-table.ts';
import type { Tool } from '../../tools/index.ts';
import { servedProducts } from '../products/served-products.ts';
import { BUCKETS, bucketOfHash, ownTerm, sharedTerm, termOfProduct } from './lookup-terms.ts';
import { isJoint, JOINT, nameKey } from './name-keys.ts';

const FIRST_UNITS = 256;
const ASCII_END = 0x80;
const JOINT_UNIT: number = JOINT.charCodeAt(0);

/** What `lookupTerms` gives, as numbers: the keys of names are found by their units, without being made texts. */
export class LookupNumbers {
  readonly #newNumber: (term: string) => number;
  readonly #keys = new WordTable();
  /** The term of each key of {@link #keys}. */
  readonly #sharedTerms: number[] = [];
  /** The term of each bucket, −1 = none yet. */
  readonly #ownTerms = new Int32Array(BUCKETS).fill(-1);
  readonly #products = new Map<string, number>();
  /** The key that was read last, and its hash. */
  #units = new Uint16Array(FIRST_UNITS);
  #length = 0;
  #hash = EMPTY_WORD;
  /** Keys that tools may share, of the tool in turn. */
  readonly #shared: number[] = [];
  /** The hashes of these, and of the keys of its own. */
  readonly #sharedHashes: number[] = [];
  readonly #ownHashes: number[] = [];

  /** @param newNumber asked once for each term */
  constructor(newNumber: (term: string) => number) {
    this.#newNumber = newNumber;
  }

  /** Appends the terms that a tool is looked up by. */
  add(tool: Tool, to: number[]): void {
    const { id, name, originalName, source } = tool;
    const start = to.length;
    this.#shared.length = 0;
    this.#sharedHashes.length = 0;
    this.#ownHashes.length = 0;
    this.#addShared(originalName, 0, start, to);
    eachSuffix(originalName, (at) => this.#addShared(originalName, at, start, to));
    if (source.name !== '') this.#addOwnKeys(`${source.name}:${originalName}`, start, to);
    this.#addOwnKeys(id, start, to);
    this.#addOwnKeys(name, start, to);
    for (const product of servedProducts(tool)) addOnce(this.#productTerm(product), start, to);
  }

  #addShared(name: string, at: number, start: number, to: number[]): void {
    this.#readKey(name, at);
    let key = this.#keys.find(this.#units, this.#length, this.#hash);
    if (key < 0) {
      key = this.#keys.add(this.#units, this.#length, this.#hash);
      this.#sharedTerms.push(this.#newNumber(sharedTerm(this.#key())));
    }
    if (!this.#shared.includes(key)) {
      this.#shared.push(key);
      this.#sharedHashes.push(this.#hash);
    }
    addOnce(this.#sharedTerms[key]!, start, to);
  }

  #addOwnKeys(text: string, start: number, to: number[]): void {
    this.#addOwn(text, 0, start, to);
    eachSuffix(text, (at) => this.#addOwn(text, at, start, to));
  }

  #addOwn(text: string, at: number, start: number, to: number[]): void {
    this.#readKey(text, at);
    const hash = this.#hash;
    // Most keys of an id are those of server and name; the same hash is the same bucket.
    if (this.#ownHashes.includes(hash)) return;
    if (this.#sharedHashes.includes(hash)) {
      const key = this.#keys.find(this.#units, this.#length, hash);
      if (key >= 0 && this.#shared.includes(key)) return;
    }
    this.#ownHashes.push(hash);
    const bucket = bucketOfHash(hash);
    let term = this.#ownTerms[bucket]!;
    if (term < 0) {
      term = this.#newNumber(ownTerm(bucket));
      this.#ownTerms[bucket] = term;
    }
    addOnce(term, start, to);
  }

  #productTerm(product: string): number {
    let term = this.#products.get(product);
    if (term === undefined) {
      term = this.#newNumber(termOfProduct(product));
      this.#products.set(product, term);
    }
    return term;
  }

  /** Reads `nameKey(text.slice(from))`. */
  #readKey(text: string, from: number): void {
    if (text.length > this.#units.length) this.#units = new Uint16Array(2 * text.length);
    const units = this.#units;
    let length = 0;
    let hash = EMPTY_WORD;
    let isStart = true;
    for (let i = from; i < text.length; i++) {
      let unit = text.charCodeAt(i);
      if (unit >= ASCII_END) {
        this.#take(nameKey(text.slice(from)));
        return;
      }
      if (isJoint(unit)) {
        isStart = true;
        continue;
      }
      if (isStart && length > 0) {
        units[length++] = JOINT_UNIT;
        hash = withUnit(hash, JOINT_UNIT);
      }
      isStart = false;
      if (unit >= 0x41 && unit <= 0x5a) unit += 0x20;
      units[length++] = unit;
      hash = withUnit(hash, unit);
    }
    this.#length = length;
    this.#hash = hash;
  }

  #take(key: string): void {
    // Small letters may be more than the capitals were.
    if (key.length > this.#units.length) this.#units = new Uint16Array(2 * key.length);
    this.#length = key.length;
    this.#hash = EMPTY_WORD;
    for (let i = 0; i < key.length; i++) {
      this.#units[i] = key.charCodeAt(i);
      this.#hash = withUnit(this.#hash, key.charCodeAt(i));
    }
  }

  #key(): string {
    let key = '';
    for (let i = 0; i < this.#length; i++) key += String.fromCharCode(this.#units[i]!);
    return key;
  }
}

/** Calls with the place behind each `NAME_SEPARATOR`. */
function eachSuffix(text: string, call: (at: number) => void): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3a || unit === 0x2f || unit === 0x2e) {
      call(i + 1);
    } else if (unit === 0x5f && text.charCodeAt(i + 1) === 0x5f) {
      call(i + 2);
      i++;
    }
  }
}

/** Tools have a dozen terms: no set is as fast as looking at them. */
function addOnce(term: number, start: number, to: number[]): void {
  for (let i = start; i < to.length; i++) if (to[i] === term) return;
  to.push(term);
}
