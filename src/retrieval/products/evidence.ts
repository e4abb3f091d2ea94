import { CYRILLIC, classOf, DIGIT, foldName, isUnspaced, LETTER, SEPARATOR } from './characters.ts';
import { wordEnd } from './lexicon.ts';
import type { ProductLine, SpellingMark } from './read-names.ts';

/** Words that make a name of the word before them, whatever the product. */
const AFTER_ANY = new Set(['app', 'api', 'account', 'workspace', 'integration', 'mcp', 'аккаунт', '应用', '账号']);
/** Beginnings of Russian words that make a name of the word after them. */
const BEFORE_ANY = ['приложени', 'сервис', 'аккаунт'];
/** Words on either side among which a confirming word is looked for; characters in scripts without spaces. */
const NEAR_WORDS = 2;
const NEAR_CHARACTERS = 6;
/** A separator run longer than this parts whatever stands around it. */
const MAX_DISTANCE = 4;
/** Marks and numbers before the first word of a sentence; more are no bullet, and prove nothing. */
const MAX_BULLET = 32;

/** Does an ambiguous spelling between `start` and `end` mean the product? Called for few words, so it may allocate. */
export function counts(
  product: ProductLine | undefined,
  mark: SpellingMark,
  text: string,
  start: number,
  end: number,
): boolean {
  const surface = text.slice(start, end);
  if (mark === '^') return surface === surface.toUpperCase() && !amongCapitals(text, start, end);
  if (confirmed(product?.confirming ?? [], text, start, end)) return true;
  if (mark === '?') return false;
  const before = wordsBefore(text, start);
  const after = wordsAfter(text, end);
  if (AFTER_ANY.has(after[0] ?? '') || BEFORE_ANY.some((word) => before[0]?.startsWith(word))) return true;
  if (isUnspaced(classOf(text.charCodeAt(start)))) return false;
  if (isForeign(text, start, end)) return true;
  return isCapital(surface) && !beginsSentence(text, start) && !amongCapitals(text, start, end);
}

function confirmed(confirming: readonly string[], text: string, start: number, end: number): boolean {
  if (confirming.length === 0) return false;
  const before = wordsBefore(text, start);
  const after = wordsAfter(text, end);
  const near = foldName(text.slice(Math.max(0, start - NEAR_CHARACTERS), end + NEAR_CHARACTERS));
  return confirming.some((word) => {
    if (word.startsWith('<')) return before[0] === word.slice(1);
    if (word.startsWith('>')) return after[0] === word.slice(1);
    const kind = classOf(word.charCodeAt(0));
    if (isUnspaced(kind)) return near.includes(word);
    const folded = foldName(word);
    const matches = (other: string) => (kind === CYRILLIC ? other.startsWith(folded) : other === folded);
    return before.some(matches) || after.some(matches);
  });
}

/** Folded words before a position, the nearest first. */
function wordsBefore(text: string, start: number): string[] {
  const words: string[] = [];
  for (let end = start; words.length < NEAR_WORDS; ) {
    while (end > 0 && start - end < 32 && classOf(text.charCodeAt(end - 1)) === SEPARATOR) {
      if (isSentenceEnd(text, end - 1)) return words;
      end--;
    }
    let begin = end;
    while (begin > 0 && isWordCode(text.charCodeAt(begin - 1))) begin--;
    if (begin === end) return words;
    words.push(foldName(text.slice(begin, end)));
    end = begin;
  }
  return words;
}

/** Folded words after a position. */
function wordsAfter(text: string, end: number): string[] {
  const words: string[] = [];
  for (let start = end; words.length < NEAR_WORDS; ) {
    while (start < text.length && start - end < 32 && classOf(text.charCodeAt(start)) === SEPARATOR) {
      if (isSentenceEnd(text, start)) return words;
      start++;
    }
    const wordStop = wordEnd(text, start);
    if (wordStop === start) return words;
    words.push(foldName(text.slice(start, wordStop)));
    start = wordStop;
  }
  return words;
}

function isWordCode(code: number): boolean {
  const kind = classOf(code);
  return kind === LETTER || kind === CYRILLIC || kind === DIGIT;
}

function isSentenceEnd(text: string, index: number): boolean {
  const mark = text[index]!;
  return (
    mark === '\n' ||
    ('.!?'.includes(mark) && (index + 1 >= text.length || text[index + 1] === ' ')) ||
    '。！？'.includes(mark)
  );
}

/** A Latin word with letters of another script next to it and no Latin ones: nobody mixes in an English common noun. */
function isForeign(text: string, start: number, end: number): boolean {
  if (classOf(text.charCodeAt(start)) !== LETTER) return false;
  const before = neighbour(text, start - 1, -1);
  const after = neighbour(text, end, 1);
  return before !== LETTER && after !== LETTER && (isOtherScript(before) || isOtherScript(after));
}

function isOtherScript(kind: number): boolean {
  return kind === CYRILLIC || isUnspaced(kind);
}

/** Class of the nearest character that is no separator. */
function neighbour(text: string, index: number, step: 1 | -1): number {
  for (let distance = 0; distance <= MAX_DISTANCE; distance++) {
    const at = index + step * distance;
    if (at < 0 || at >= text.length) return SEPARATOR;
    const kind = classOf(text.charCodeAt(at));
    if (kind !== SEPARATOR) return kind;
  }
  return SEPARATOR;
}

function isCapital(surface: string): boolean {
  const first = surface.charAt(0);
  return first !== first.toLowerCase();
}

/** Is the word beside it in capitals as well? Then capitals show a loud writer and no name. */
function amongCapitals(text: string, start: number, end: number): boolean {
  const surface = text.slice(start, end);
  if (surface !== surface.toUpperCase()) return false;
  const after = /^[^\p{L}]{1,3}(\p{L}{2,})/u.exec(text.slice(end, end + 24))?.[1];
  const before = /(\p{L}{2,})[^\p{L}]{1,3}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  return [before, after].some(
    (word) => word !== undefined && word === word.toUpperCase() && word !== word.toLowerCase(),
  );
}

/** Nothing before it in its sentence but marks, bullets and numbers. */
function beginsSentence(text: string, start: number): boolean {
  for (let index = start - 1; index >= Math.max(0, start - MAX_BULLET); index--) {
    const kind = classOf(text.charCodeAt(index));
    if (kind !== SEPARATOR && kind !== DIGIT) return false;
    if ('.!?:;\n。！？：…'.includes(text[index]!)) return true;
  }
  return true;
}
