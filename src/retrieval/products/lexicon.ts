import { CYRILLIC, classOf, DIGIT, foldCode, foldName, isUnspaced, SEPARATOR } from './characters.ts';
import { NOT_NAMES } from './not-names.ts';
import { type ProductLine, readNames, type SpellingMark } from './read-names.ts';
import { declensionsOf, MAX_ENDING } from './russian-cases.ts';

/** A spelling as the matcher meets it. */
export interface Name {
  /** Position of its product, −1 for a phrase that is no name. */
  readonly product: number;
  readonly mark: SpellingMark;
  /** The folded spelling if the text must have it to the letter (`x.com`, `h&m`), else undefined. */
  readonly exact: string | undefined;
}

/** Words of names, word after word. */
export interface NameNode {
  name: Name | undefined;
  next: Map<string, NameNode> | undefined;
  /** Stems of the Cyrillic words among `next`. */
  stems: Map<string, DeclinedNode[]> | undefined;
}

interface DeclinedNode {
  readonly endings: ReadonlySet<string>;
  readonly node: NameNode;
}

/** A spelling with characters of a script without spaces: compared character by character. */
export interface Literal {
  readonly text: string;
  readonly name: Name;
}

export interface Lexicon {
  readonly products: readonly ProductLine[];
  /** Ids (folded names) by position in `products`. */
  readonly ids: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  readonly root: NameNode;
  /** By first code unit, longest first. */
  readonly literals: ReadonlyMap<number, readonly Literal[]>;
  /** Hashes of all first words and their stems; a clear bit says that no name begins so. */
  readonly firstWords: Uint32Array;
}

/** 2^18 bits for some 9,000 first words and stems: of other words about 3 in 100 are looked up in vain. */
const FILTER_BITS = 18;
const FILTER_MASK = 2 ** FILTER_BITS - 1;
/** Of a name in several words, this many letters must be there before it also counts as one word (`googlecalendar`). */
const MIN_JOINED = 6;
/** Names of several words that have no more letters in all (`x.com`, `h&m`) must be there to the letter. */
const MAX_EXACT = 4;

export const HASH_START: number = 0x811c9dc5 | 0;

let lexicon: Lexicon | undefined;

/** The lexicon, built when first asked for (some tens of milliseconds). */
export function productLexicon(): Lexicon {
  lexicon ??= build(readNames());
  return lexicon;
}

/** One step of the hash of a word (FNV-1a over folded code units). */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** May a name begin with the word of this hash? */
export function mayBegin(firstWords: Uint32Array, hash: number): boolean {
  const bit = (hash ^ (hash >>> FILTER_BITS)) & FILTER_MASK;
  return (firstWords[bit >>> 5]! & (1 << (bit & 31))) !== 0;
}

/** The node after a folded word, in whatever Russian case it stands. */
export function stepTo(node: NameNode, word: string): NameNode | undefined {
  const exact = node.next?.get(word);
  if (exact !== undefined || node.stems === undefined || classOf(word.charCodeAt(0)) !== CYRILLIC) return exact;
  for (let length = 0; length <= MAX_ENDING; length++) {
    const declined = node.stems.get(word.slice(0, word.length - length));
    if (declined === undefined) continue;
    const ending = word.slice(word.length - length);
    for (const one of declined) if (one.endings.has(ending)) return one.node;
  }
  return undefined;
}

/** Folded words of a spelling: runs of letters and digits, parted where Latin and Cyrillic meet. */
export function wordsOfName(spelling: string): string[] {
  const folded = foldName(spelling);
  const words: string[] = [];
  for (let start = 0; start < folded.length; ) {
    const end = wordEnd(folded, start);
    if (end > start) words.push(folded.slice(start, end));
    start = Math.max(end, start + 1);
  }
  return words;
}

/**
 * Where the word that begins at `start` ends; `start` itself when no word begins there. Digits go with the letters
 * beside them, and closing plus signs belong to a word: disney+, c++.
 */
export function wordEnd(text: string, start: number): number {
  let kind = DIGIT;
  let end = start;
  for (; end < text.length; end++) {
    const next = classOf(text.charCodeAt(end));
    if (next === SEPARATOR || isUnspaced(next)) break;
    if (next === DIGIT || next === kind) continue;
    if (kind !== DIGIT) break;
    kind = next;
  }
  if (end === start || text.charCodeAt(end) !== PLUS) return end;
  let after = end;
  while (text.charCodeAt(after) === PLUS) after++;
  return after < text.length && classOf(text.charCodeAt(after)) !== SEPARATOR ? end : after;
}

const PLUS = 43;

function build(products: readonly ProductLine[]): Lexicon {
  const root = newNode();
  const literals = new Map<number, Literal[]>();
  const firstWords = new Uint32Array(2 ** FILTER_BITS / 32);
  const ids = products.map((product) => foldName(product.name));
  const add = (spelling: string, name: Omit<Name, 'exact'>) => {
    if (hasUnspaced(spelling)) addLiteral(literals, spelling, { ...name, exact: undefined });
    else addWords(root, firstWords, spelling, name);
  };
  for (const phrase of NOT_NAMES.split(/[|\n]/)) if (phrase !== '') add(phrase, { product: -1, mark: '' });
  for (const [position, product] of products.entries()) {
    for (const { text, mark } of product.spellings) add(text, { product: position, mark });
  }
  // Only now, so that a real spelling of another product keeps its place.
  for (const [position, product] of products.entries()) {
    for (const { text, mark } of product.spellings) addJoined(root, firstWords, text, { product: position, mark });
  }
  for (const list of literals.values()) list.sort((a, b) => b.text.length - a.text.length);
  const positions = new Map(ids.map((id, position) => [id, position]));
  return { products, ids, positions, root, literals, firstWords };
}

function addWords(root: NameNode, firstWords: Uint32Array, spelling: string, name: Omit<Name, 'exact'>): void {
  const words = wordsOfName(spelling);
  if (words.length === 0) return;
  remember(firstWords, words[0]!);
  let node = root;
  for (const word of words) node = childOf(node, word);
  node.name ??= { ...name, exact: isExact(spelling, words) ? foldName(spelling) : undefined };
}

function addJoined(root: NameNode, firstWords: Uint32Array, spelling: string, name: Omit<Name, 'exact'>): void {
  if (hasUnspaced(spelling)) return;
  const words = wordsOfName(spelling);
  const joined = words.join('');
  if (words.length < 2 || joined.length < MIN_JOINED || isExact(spelling, words) || root.next?.has(joined)) return;
  remember(firstWords, joined);
  childOf(root, joined).name = { ...name, exact: undefined };
}

/** Domains are named with their dot: `make.com` is no "make com", and "any do" no `any.do`. */
function isExact(spelling: string, words: readonly string[]): boolean {
  if (words.length < 2) return false;
  return /^[!-~]+\.[!-~]+$/.test(spelling) || (words.join('').length <= MAX_EXACT && /^[ -~]+$/.test(spelling));
}

function childOf(node: NameNode, word: string): NameNode {
  node.next ??= new Map();
  let child = node.next.get(word);
  if (child === undefined) {
    child = newNode();
    node.next.set(word, child);
    if (classOf(word.charCodeAt(word.length - 1)) === CYRILLIC) {
      node.stems ??= new Map();
      for (const { stem, endings } of declensionsOf(word)) {
        const declined = node.stems.get(stem);
        if (declined === undefined) node.stems.set(stem, [{ endings, node: child }]);
        else declined.push({ endings, node: child });
      }
    }
  }
  return child;
}

function remember(firstWords: Uint32Array, word: string): void {
  const stems = classOf(word.charCodeAt(word.length - 1)) === CYRILLIC ? declensionsOf(word) : [];
  for (const form of [word, ...stems.map((declension) => declension.stem)]) {
    let hash = HASH_START;
    for (let index = 0; index < form.length; index++) hash = hashStep(hash, foldCode(form.charCodeAt(index)));
    const bit = (hash ^ (hash >>> FILTER_BITS)) & FILTER_MASK;
    firstWords[bit >>> 5]! |= 1 << (bit & 31);
  }
}

function addLiteral(literals: Map<number, Literal[]>, spelling: string, name: Name): void {
  // Spaces are optional in the text, so they are left out here.
  const text = foldName(spelling).replaceAll(' ', '');
  const list = literals.get(text.charCodeAt(0));
  if (list === undefined) literals.set(text.charCodeAt(0), [{ text, name }]);
  else list.push({ text, name });
}

function hasUnspaced(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (isUnspaced(classOf(text.charCodeAt(index)))) return true;
  return false;
}

function newNode(): NameNode {
  return { name: undefined, next: undefined, stems: undefined };
}
