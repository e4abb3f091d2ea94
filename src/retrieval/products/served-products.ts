import { EMPTY_WORD, WordTable, withUnit } from '../../shared/word-table.ts';
import type { Tool } from '../../tools/index.ts';
import { productSpellings } from './knowledge.ts';
import { productLexicon } from './lexicon.ts';
import { isEdge, isTelling, servedText, soughtSpellings, TELLING_LENGTH } from './serves-product.ts';

/** A word of spellings, or all words of one run together. */
interface Needle {
  /** Its place among all. */
  readonly number: number;
  readonly text: string;
  /** Positions of the spellings that it is a word of. */
  readonly wordOf: number[];
  /** Positions of the spellings that it is enough for. */
  readonly whole: number[];
}

/**
 *     spelling s ─▶ products[s]; needs words[s] different needles
 *     place in a run of letters ─▶ hash of the next units ─▶ bit of `begins` ─▶ needles
 *
 * Of needles that count anywhere the first {@link TELLING_LENGTH} units are hashed; shorter ones of scripts without spaces
 * go by their first unit; the others, which stand between word edges, whole.
 */
interface Needles {
  readonly products: readonly string[];
  readonly words: readonly number[];
  readonly needleCount: number;
  readonly begins: Uint32Array;
  readonly byHash: ReadonlyMap<number, readonly Needle[]>;
  readonly byUnit: ReadonlyMap<number, readonly Needle[]>;
  readonly byWord: ReadonlyMap<string, Needle>;
}

let needles: Needles | undefined;
let counter: Counter | undefined;
let knownRuns: KnownRuns | undefined;

/**
 * Every product that a tool may be for: those of which `mayServe` is true, found in one pass over the text. For indexes,
 * where nobody can ask a million tools one by one.
 */
export function servedProducts(tool: Tool): ReadonlySet<string> {
  needles ??= collectNeedles();
  counter ??= new Counter(needles);
  knownRuns ??= new KnownRuns(needles);
  counter.begin();
  const text = servedText(tool);
  let start = -1;
  let hash = EMPTY_WORD;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isRunUnit(text.charCodeAt(at))) {
      if (start < 0) start = at;
      hash = withUnit(hash, text.charCodeAt(at));
    } else if (start >= 0) {
      for (const needle of knownRuns.needlesOf(text, start, at, hash)) counter.add(needle);
      start = -1;
      hash = EMPTY_WORD;
    }
  }
  return counter.served;
}

/** Some megabytes. */
const MAX_KNOWN_RUNS = 2 ** 17;
/** Longer ones do not come back. */
const MAX_KNOWN_LENGTH = 32;
const NO_NEEDLES: readonly Needle[] = [];

/**
 * What lies in runs of letters and digits: no needle goes beyond one, and what stands around it makes no difference. Most
 * runs come back and hold nothing.
 */
class KnownRuns {
  readonly #needles: Needles;
  readonly #units = new Uint16Array(MAX_KNOWN_LENGTH);
  #runs = new WordTable();
  #found: (readonly Needle[])[] = [];

  constructor(needles: Needles) {
    this.#needles = needles;
  }

  /** @param hash of the units from `start` to `end` */
  needlesOf(text: string, start: number, end: number, hash: number): readonly Needle[] {
    const length = end - start;
    if (length > MAX_KNOWN_LENGTH) return needlesIn(text.slice(start, end), this.#needles);
    const units = this.#units;
    for (let i = 0; i < length; i++) units[i] = text.charCodeAt(start + i);
    const known = this.#runs.find(units, length, hash);
    if (known >= 0) return this.#found[known]!;
    if (this.#runs.size >= MAX_KNOWN_RUNS) {
      this.#runs = new WordTable();
      this.#found = [];
    }
    const found = needlesIn(text.slice(start, end), this.#needles);
    this.#runs.add(units, length, hash);
    this.#found.push(found.length === 0 ? NO_NEEDLES : found);
    return found;
  }
}

/** The needles of one run, in the order of where they begin. */
function needlesIn(text: string, { begins, byHash, byUnit, byWord }: Needles): readonly Needle[] {
  const found: Needle[] = [];
  const take = (some: readonly Needle[] | undefined, at: number): void => {
    if (some === undefined) return;
    for (const needle of some) if (text.startsWith(needle.text, at)) found.push(needle);
  };
  const { length } = text;
  let window = 0;
  for (let i = 0; i < TELLING_LENGTH - 1 && i < length; i++) window = hashStep(window, text.charCodeAt(i));
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (at + TELLING_LENGTH <= length) {
      window = hashStep(window, text.charCodeAt(at + TELLING_LENGTH - 1));
      if (hasBit(begins, window)) take(byHash.get(window), at);
      window = (window - Math.imul(unit, FIRST_FACTOR)) | 0;
    }
    if (unit >= FIRST_UNSPACED && byUnit.has(unit)) take(byUnit.get(unit), at);
    if (at > 0 && !edgeAt(text, at - 1)) continue;
    let word = 0;
    for (let end = at; end < length && end < at + TELLING_LENGTH - 1; end++) {
      word = hashStep(word, text.charCodeAt(end));
      if (!edgeAt(text, end + 1) || !hasBit(begins, word)) continue;
      const needle = byWord.get(text.slice(at, end + 1));
      if (needle !== undefined) found.push(needle);
    }
  }
  return found;
}

/** What one text holds. The columns are kept from text to text: a number counts only with the turn of this text. */
class Counter {
  served: Set<string> = new Set();
  readonly #products: readonly string[];
  readonly #words: readonly number[];
  #turn = 0;
  readonly #seenIn: Uint32Array;
  readonly #countedIn: Uint32Array;
  readonly #counts: Uint8Array;

  constructor({ products, words, needleCount }: Needles) {
    this.#products = products;
    this.#words = words;
    this.#seenIn = new Uint32Array(needleCount);
    this.#countedIn = new Uint32Array(products.length);
    this.#counts = new Uint8Array(products.length);
  }

  begin(): void {
    if (++this.#turn === 2 ** 32) {
      this.#turn = 1;
      this.#seenIn.fill(0);
      this.#countedIn.fill(0);
    }
    this.served = new Set();
  }

  add({ number, whole, wordOf }: Needle): void {
    if (this.#seenIn[number] === this.#turn) return;
    this.#seenIn[number] = this.#turn;
    for (const spelling of whole) this.served.add(this.#products[spelling]!);
    for (const spelling of wordOf) {
      if (this.#countedIn[spelling] !== this.#turn) {
        this.#countedIn[spelling] = this.#turn;
        this.#counts[spelling] = 0;
      }
      if (++this.#counts[spelling]! === this.#words[spelling]) this.served.add(this.#products[spelling]!);
    }
  }
}

/** Of the rolling hash over the next units; odd, so that nothing is lost. */
const FACTOR = 0x01000193;
const FIRST_FACTOR = powerOf(TELLING_LENGTH - 1);
/** First unit of the blocks that hold the scripts without spaces. */
const FIRST_UNSPACED = 0x1100;
/** Some thousand needles: one position in a hundred is looked up in vain. */
const FILTER_BITS = 20;

function powerOf(exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) power = Math.imul(power, FACTOR);
  return power;
}

function hashStep(hash: number, unit: number): number {
  return (Math.imul(hash, FACTOR) + unit) | 0;
}

function hasBit(begins: Uint32Array, hash: number): boolean {
  const bit = Math.imul(hash, 0x85ebca6b) >>> (32 - FILTER_BITS);
  return (begins[bit >>> 5]! & (1 << (bit & 31))) !== 0;
}

/** What {@link isEdge} says of each code unit: 0 not asked yet, 1 no, 2 yes. */
const edges = new Uint8Array(2 ** 16);

function edgeAt(text: string, at: number): boolean {
  return at >= text.length || isEdgeUnit(text.charCodeAt(at));
}

function isEdgeUnit(unit: number): boolean {
  if (edges[unit] === 0) edges[unit] = isEdge(String.fromCharCode(unit)) ? 2 : 1;
  return edges[unit] === 2;
}

/** Needles are made of these: letters and digits, halves of such beyond the basic plane, and plus signs. */
function isRunUnit(unit: number): boolean {
  return !isEdgeUnit(unit) || unit === PLUS || (unit >= 0xd800 && unit <= 0xdfff);
}

const PLUS = 0x2b;

function collectNeedles(): Needles {
  const products: string[] = [];
  const words: number[] = [];
  const byText = new Map<string, Needle>();
  const needleOf = (text: string): Needle =>
    getOrAdd(byText, text, () => ({ number: byText.size, text, wordOf: [], whole: [] }));
  for (const product of productLexicon().ids) {
    if (productSpellings(product).length === 0) continue;
    for (const spelling of soughtSpellings(product)) {
      const position = products.push(product) - 1;
      const parts = new Set(spelling.words);
      words.push(parts.size);
      for (const word of parts) needleOf(word).wordOf.push(position);
      needleOf(spelling.joined).whole.push(position);
    }
  }
  return { products, words, needleCount: byText.size, ...hashNeedles([...byText.values()]) };
}

function hashNeedles(all: readonly Needle[]): Omit<Needles, 'products' | 'words' | 'needleCount'> {
  const begins = new Uint32Array(2 ** (FILTER_BITS - 5));
  const byHash = new Map<number, Needle[]>();
  const byUnit = new Map<number, Needle[]>();
  const byWord = new Map<string, Needle>();
  for (const needle of all) {
    const { text } = needle;
    if (isTelling(text) && text.length < TELLING_LENGTH) {
      getOrAdd(byUnit, text.charCodeAt(0), () => []).push(needle);
      continue;
    }
    let hash = 0;
    for (let i = 0; i < text.length && i < TELLING_LENGTH; i++) hash = hashStep(hash, text.charCodeAt(i));
    const bit = Math.imul(hash, 0x85ebca6b) >>> (32 - FILTER_BITS);
    begins[bit >>> 5]! |= 1 << (bit & 31);
    if (isTelling(text)) getOrAdd(byHash, hash, () => []).push(needle);
    else byWord.set(text, needle);
  }
  return { begins, byHash, byUnit, byWord };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
