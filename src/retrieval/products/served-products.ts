import type { Tool } from '../../tools/index.ts';
import { productSpellings } from './knowledge.ts';
import { productLexicon } from './lexicon.ts';
import { isEdge, isTelling, servedText, soughtSpellings } from './serves-product.ts';

/** A word of spellings, or all words of one run together. */
interface Needle {
  readonly text: string;
  /** Counts inside of longer words. */
  readonly telling: boolean;
  /** Positions of the spellings that it is a word of. */
  readonly wordOf: number[];
  /** Positions of the spellings that it is enough for. */
  readonly whole: number[];
}

/**
 *     spelling s ─▶ products[s]; needs words[s] different needles
 *     text position ─▶ first three code units ─▶ bit of `begins` ─▶ needles by their first units
 */
interface Needles {
  readonly products: readonly string[];
  readonly words: readonly number[];
  /** Clear: no needle begins with units of this hash. */
  readonly begins: Uint32Array;
  /** Needles of three units and more by these; shorter ones by all they have. */
  readonly byStart: ReadonlyMap<string, readonly Needle[]>;
}

const HASH_BITS = 16;
let needles: Needles | undefined;

/**
 * Every product that a tool may be for: those of which `mayServe` is true, found in one pass over the text. For indexes,
 * where nobody can ask a million tools one by one.
 */
export function servedProducts(tool: Tool): ReadonlySet<string> {
  needles ??= collectNeedles();
  const { products, words, begins, byStart } = needles;
  const text = servedText(tool);
  const served = new Set<string>();
  const seen = new Set<Needle>();
  const missing = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    for (let length = 1; length <= START_LENGTH && at + length <= text.length; length++) {
      const bit = startHash(text, at, length);
      if ((begins[bit >>> 5]! & (1 << (bit & 31))) === 0) continue;
      for (const needle of byStart.get(text.slice(at, at + length)) ?? []) {
        if (seen.has(needle) || !text.startsWith(needle.text, at)) continue;
        const end = at + needle.text.length;
        if (!needle.telling && !(isEdge(text[at - 1]) && isEdge(text[end]))) continue;
        seen.add(needle);
        for (const spelling of needle.whole) served.add(products[spelling]!);
        for (const spelling of needle.wordOf) {
          const left = (missing.get(spelling) ?? words[spelling]!) - 1;
          missing.set(spelling, left);
          if (left === 0) served.add(products[spelling]!);
        }
      }
    }
  }
  return served;
}

const START_LENGTH = 3;

function startHash(text: string, at: number, length: number): number {
  let hash = length;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash, 0x9e3779b1) ^ text.charCodeAt(i);
  return (Math.imul(hash, 0x85ebca6b) >>> (32 - HASH_BITS)) & (2 ** HASH_BITS - 1);
}

function collectNeedles(): Needles {
  const products: string[] = [];
  const words: number[] = [];
  const byText = new Map<string, Needle>();
  const needleOf = (text: string): Needle => {
    let needle = byText.get(text);
    if (needle === undefined) {
      needle = { text, telling: isTelling(text), wordOf: [], whole: [] };
      byText.set(text, needle);
    }
    return needle;
  };
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
  const begins = new Uint32Array(2 ** (HASH_BITS - 5));
  const byStart = new Map<string, Needle[]>();
  for (const needle of byText.values()) {
    const start = needle.text.slice(0, START_LENGTH);
    const bit = startHash(start, 0, start.length);
    begins[bit >>> 5]! |= 1 << (bit & 31);
    const list = byStart.get(start);
    if (list === undefined) byStart.set(start, [needle]);
    else list.push(needle);
  }
  return { products, words, begins, byStart };
}
