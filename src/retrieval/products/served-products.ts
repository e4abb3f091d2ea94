import { getOrAdd } from '../../shared/get-or-add.ts';
import { EMPTY_WORD, WordTable, withUnit } from '../../shared/word-table.ts';
import type { Tool } from '../../tools/index.ts';
import { productSpellings } from './knowledge.ts';
import { productLexicon } from './lexicon.ts';
import { isEdge, isTelling, servedTexts, soughtSpellings, TELLING_LENGTH } from './serves-product.ts';

/** A word of spellings, or all words of one run together. */
interface Needle {
  /** Its place among all. */
  readonly number: number;
  readonly text: string;
  /** Positions of the spellings of which it is the rarest word, and the other words of each. */
  readonly rarestOf: { readonly spelling: number; readonly others: readonly Needle[] }[];
  /** Positions of the spellings that it is enough for. */
  readonly whole: number[];
}

/**
 *     spelling s ─▶ products[s]; needs all its words, and is looked at where the rarest of them is
 *     place in a run of letters ─▶ hash of the next units ─▶ bit of `begins` ─▶ needles
 *
 * Of needles that count anywhere the first {@link TELLING_LENGTH} units are hashed; shorter ones of scripts without spaces
 * go by their first unit; the others, which stand between word edges, whole.
 */
interface Needles {
  readonly products: readonly string[];
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
  for (const text of servedTexts(tool)) knownRuns.eachNeedle(text, counter);
  return counter.finish();
}

/** Some megabytes. */
const MAX_KNOWN_RUNS = 2 ** 17;
/** Longer ones do not come back. */
const MAX_KNOWN_LENGTH = 32;
const NO_NEEDLES: readonly Needle[] = [];
const BLANK = 0x20;

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

  /** Gives all needles of a text in small letters to a counter, in the order of where they begin. */
  eachNeedle(text: string, counter: Counter, isLower = false): void {
    const units = this.#units;
    let length = 0;
    let hash = EMPTY_WORD;
    for (let at = 0; at <= text.length; at++) {
      let unit = at < text.length ? text.charCodeAt(at) : BLANK;
      if (unit < ASCII_END) {
        unit = ASCII_RUN_UNITS[unit]!;
      } else if (!isLower) {
        // Needles that were given already do not count again.
        this.eachNeedle(text.toLowerCase(), counter, true);
        return;
      } else if (!isRunUnit(unit)) {
        unit = 0;
      }
      if (unit !== 0) {
        if (length < MAX_KNOWN_LENGTH) units[length] = unit;
        length++;
        hash = withUnit(hash, unit);
        continue;
      }
      if (length === 0) continue;
      const needles = this.#needlesOf(text, at - length, length, hash);
      for (let i = 0; i < needles.length; i++) counter.add(needles[i]!);
      length = 0;
      hash = EMPTY_WORD;
    }
  }

  /** Of the run whose units lie in `#units`; `text` holds it from `start` on. */
  #needlesOf(text: string, start: number, length: number, hash: number): readonly Needle[] {
    if (length > MAX_KNOWN_LENGTH) return this.#look(text, start, length);
    const known = this.#runs.find(this.#units, length, hash);
    if (known >= 0) return this.#found[known]!;
    if (this.#runs.size >= MAX_KNOWN_RUNS) {
      this.#runs = new WordTable();
      this.#found = [];
    }
    const found = this.#look(text, start, length);
    this.#runs.add(this.#units, length, hash);
    this.#found.push(found.length === 0 ? NO_NEEDLES : found);
    return found;
  }

  #look(text: string, start: number, length: number): readonly Needle[] {
    return needlesIn(text.slice(start, start + length).toLowerCase(), this.#needles);
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

/**
 * What one text holds. Common words are parts of hundreds of spellings: each spelling is looked at once, where its rarest word is
 * there. The column is kept from text to text.
 */
class Counter {
  readonly #products: readonly string[];
  /** For each needle its place among those of the text, from 1; 0 = not there. */
  readonly #places: Uint32Array;
  readonly #seen: Needle[] = [];

  constructor({ products, needleCount }: Needles) {
    this.#products = products;
    this.#places = new Uint32Array(needleCount);
  }

  begin(): void {
    for (const { number } of this.#seen) this.#places[number] = 0;
    this.#seen.length = 0;
  }

  add(needle: Needle): void {
    if (this.#places[needle.number] === 0) this.#places[needle.number] = this.#seen.push(needle);
  }

  /** In the order in which a reader of the text would know of them. */
  finish(): ReadonlySet<string> {
    const complete: Complete[] = [];
    const seen = this.#seen;
    // Each tool comes by here: loops without iterators.
    for (let i = 0; i < seen.length; i++) {
      const { whole, rarestOf } = seen[i]!;
      for (let w = 0; w < whole.length; w++) complete.push({ place: i + 1, inParts: 0, spelling: whole[w]! });
      for (let r = 0; r < rarestOf.length; r++) {
        const place = this.#lastPlace(rarestOf[r]!.others, i + 1);
        if (place > 0) complete.push({ place, inParts: 1, spelling: rarestOf[r]!.spelling });
      }
    }
    if (complete.length === 0) return NO_PRODUCTS;
    complete.sort((a, b) => a.place - b.place || a.inParts - b.inParts || a.spelling - b.spelling);
    return new Set(complete.map(({ spelling }) => this.#products[spelling]!));
  }

  /** The last place among these and that of some needle; 0 where one of them is not there. */
  #lastPlace(needles: readonly Needle[], place: number): number {
    let last = place;
    for (let i = 0; i < needles.length; i++) {
      const at = this.#places[needles[i]!.number]!;
      if (at === 0) return 0;
      if (at > last) last = at;
    }
    return last;
  }
}

/** A spelling that a text holds: as one word or in parts, from the needle at this place on. */
interface Complete {
  readonly place: number;
  readonly inParts: number;
  readonly spelling: number;
}

const NO_PRODUCTS: ReadonlySet<string> = new Set();

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

const ASCII_END = 0x80;
/** For each ASCII unit the small letter, digit or plus sign that it is in a run; 0 = it parts runs. */
const ASCII_RUN_UNITS = Uint8Array.from({ length: ASCII_END }, (_, unit) =>
  isRunUnit(unit) ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : 0,
);

function collectNeedles(): Needles {
  const products: string[] = [];
  const spellings: Needle[][] = [];
  const byText = new Map<string, Needle>();
  /** In how many spellings each needle is a word. */
  const uses = new Map<Needle, number>();
  const needleOf = (text: string): Needle =>
    getOrAdd(byText, text, () => ({ number: byText.size, text, rarestOf: [], whole: [] }));
  for (const product of productLexicon().ids) {
    if (productSpellings(product).length === 0) continue;
    for (const spelling of soughtSpellings(product)) {
      const position = products.push(product) - 1;
      const words = [...new Set(spelling.words)].map(needleOf);
      for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
      spellings.push(words);
      needleOf(spelling.joined).whole.push(position);
    }
  }
  for (const [spelling, words] of spellings.entries()) {
    const [first] = words;
    if (first === undefined || first.whole.includes(spelling)) continue;
    const rarest = words.reduce((a, b) => (uses.get(b)! < uses.get(a)! ? b : a), first);
    rarest.rarestOf.push({ spelling, others: words.filter((word) => word !== rarest) });
  }
  return { products, needleCount: byText.size, ...hashNeedles([...byText.values()]) };
}

function hashNeedles(all: readonly Needle[]): Omit<Needles, 'products' | 'needleCount'> {
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
