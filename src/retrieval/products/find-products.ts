import { classOf, DIGIT, foldCode, foldName, HANGUL, isUnspaced, KATAKANA, LETTER, SEPARATOR } from './characters.ts';
import { counts } from './evidence.ts';
import {
  HASH_START,
  hashStep,
  type Lexicon,
  type Literal,
  mayBegin,
  type Name,
  productLexicon,
  stepTo,
  wordEnd,
} from './lexicon.ts';
import { MAX_ENDING } from './russian-cases.ts';

/** A product named in a text. */
export interface ProductMention {
  /** Id of the product: its name in small letters. */
  readonly product: string;
  /** Where it stands in the text, in UTF-16 code units; `end` is the first one after it. */
  readonly start: number;
  readonly end: number;
  /** How the text writes it. */
  readonly surface: string;
}

/** A request says what it is about before this; more is a pasted document. */
const MAX_CHARACTERS = 4_000;
/** Words of a name may stand this far apart: "AT & T". */
const MAX_GAP = 3;

const NONE: readonly ProductMention[] = [];

/** Every product that a text names, from left to right; of overlapping names the longest. */
export function findProducts(request: string): readonly ProductMention[] {
  const lexicon = productLexicon();
  const text = request.length > MAX_CHARACTERS ? request.slice(0, MAX_CHARACTERS) : request;
  const { length } = text;
  let mentions: ProductMention[] | undefined;
  // An index loop without closures: texts without any name, the usual case, then cost no allocation.
  for (let index = 0; index < length; ) {
    const code = text.charCodeAt(index);
    const kind = classOf(code);
    if (kind === SEPARATOR) {
      index++;
      continue;
    }
    const unspaced = isUnspaced(kind);
    const end = unspaced ? index + 1 : wordEnd(text, index);
    const found = unspaced
      ? literalAt(lexicon, text, index)
      : ((beginsLiteral(text, end) ? literalAt(lexicon, text, index) : undefined) ??
        wordsAt(lexicon, text, index, end));
    if (found === undefined) {
      index = end;
      continue;
    }
    index = found.end;
    if (found.name.product < 0) continue;
    mentions ??= [];
    const product = lexicon.ids[found.name.product]!;
    mentions.push({ product, start: found.start, end: found.end, surface: text.slice(found.start, found.end) });
  }
  return mentions ?? NONE;
}

interface Found {
  readonly name: Name;
  readonly start: number;
  readonly end: number;
}

/** The longest name that begins with the word from `start` to `end` and counts here. */
function wordsAt(lexicon: Lexicon, text: string, start: number, end: number): Found | undefined {
  if (!mayBeginAt(lexicon, text, start, end)) return undefined;
  let node = stepTo(lexicon.root, foldName(text.slice(start, end)));
  let best: Found | undefined;
  let last = end;
  while (node !== undefined) {
    const { name } = node;
    if (name !== undefined && isThere(lexicon, text, start, last, name)) best = { name, start, end: last };
    if (node.next === undefined) break;
    const next = afterGap(text, last);
    if (next < 0) break;
    last = wordEnd(text, next);
    node = stepTo(node, foldName(text.slice(next, last)));
  }
  return best;
}

function isThere(lexicon: Lexicon, text: string, start: number, end: number, name: Name): boolean {
  if (name.exact !== undefined && foldName(text.slice(start, end)) !== name.exact) return false;
  return name.mark === '' || counts(lexicon.products[name.product], name.mark, text, start, end);
}

function mayBeginAt(lexicon: Lexicon, text: string, start: number, end: number): boolean {
  const { firstWords } = lexicon;
  let hash = HASH_START;
  for (let index = start; index < end; index++) {
    hash = hashStep(hash, foldCode(text.charCodeAt(index)));
    // The stems of a declined word are among its beginnings.
    if (index >= end - 1 - MAX_ENDING && mayBegin(firstWords, hash)) return true;
  }
  return false;
}

/** Where the next word of a name may begin, −1 when the words are parted: by a comma, a line break, a full stop. */
function afterGap(text: string, end: number): number {
  for (let index = end; index < text.length && index <= end + MAX_GAP; index++) {
    const code = text.charCodeAt(index);
    const kind = classOf(code);
    if (isUnspaced(kind)) return -1;
    if (kind !== SEPARATOR) return index;
    if (!GAPS.includes(text[index]!)) return -1;
    if (text[index] === '.' && text[index + 1] === ' ') return -1;
  }
  return -1;
}

const GAPS = " -_.&'’+/:*‑–\u00a0";

/** Does a character of a script without spaces follow, as in QQ音乐 or "Google 地图"? */
function beginsLiteral(text: string, end: number): boolean {
  const next = text.charCodeAt(text[end] === ' ' ? end + 1 : end);
  return isUnspaced(classOf(next));
}

function literalAt(lexicon: Lexicon, text: string, start: number): Found | undefined {
  const list = lexicon.literals.get(foldCode(text.charCodeAt(start)));
  if (list === undefined) return undefined;
  for (const { text: spelling, name } of list) {
    const end = literalEnd(text, start, spelling);
    if (end < 0 || !standsAlone(text, start, end)) continue;
    if (name.mark === '' || counts(lexicon.products[name.product], name.mark, text, start, end)) {
      return { name, start, end };
    }
  }
  return undefined;
}

/** Where a spelling that begins at `start` ends, −1 if it is not there. Single spaces in the text are skipped. */
function literalEnd(text: string, start: number, spelling: Literal['text']): number {
  let index = start;
  for (let at = 0; at < spelling.length; at++) {
    if (at > 0 && text[index] === ' ' && spelling[at] !== ' ') index++;
    if (index >= text.length || foldCode(text.charCodeAt(index)) !== spelling.charCodeAt(at)) return -1;
    index++;
  }
  return index;
}

/**
 * Katakana and Hangul write whole words, so a name is not found inside one: ライン (LINE) in オンライン. Korean
 * particles may follow a name, and Han stands among other Han.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  const first = classOf(text.charCodeAt(start));
  const before = start === 0 ? SEPARATOR : classOf(text.charCodeAt(start - 1));
  if (first === before && (first === KATAKANA || first === HANGUL)) return false;
  if ((first === LETTER || first === DIGIT) && (before === LETTER || before === DIGIT)) return false;
  const last = classOf(text.charCodeAt(end - 1));
  const after = end >= text.length ? SEPARATOR : classOf(text.charCodeAt(end));
  if (last === KATAKANA && after === KATAKANA) return false;
  return !((last === LETTER || last === DIGIT) && (after === LETTER || after === DIGIT));
}
