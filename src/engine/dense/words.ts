/** Scripts written without spaces between words: Han, kana, Thai, and the radicals and compatibility forms of Han. */
const UNSPACED = '\\u2e80-\\u2fff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u0e00-\\u0e7f';

/** A run of an unspaced script, or a word of any other: letters and digits, and the marks that combine with them. */
const WORD = new RegExp(`[${UNSPACED}]+|[[\\p{L}\\p{N}]--[${UNSPACED}]][[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]*`, 'gv');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * The words of a text as the built-in models know them: identifiers parted (`listPullRequests` is three words), NFKC,
 * lower case, punctuation dropped; a run of an unspaced script is one word. The models were trained on exactly this; a
 * change here needs new models.
 */
export function modelWords(text: string): string[] {
  return ASCII_ONLY.test(text) ? asciiWords(text) : anyWords(text);
}

/** Is this word a run of an unspaced script? */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word);
}

/** The rule itself. Exported as the oracle of the short cut below. */
export function anyWords(text: string): string[] {
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase();
  return spaced.match(WORD) ?? [];
}

const OTHER = 0;
const LOWER_OR_DIGIT = 1;
const UPPER = 2;

/** The same in one pass over plain English text, where the expressions above take most of the time of an embedding. */
function asciiWords(text: string): string[] {
  const words: string[] = [];
  const lower = text.toLowerCase();
  let start = -1;
  let previous = OTHER;
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? asciiKind(text.charCodeAt(i)) : OTHER;
    const begins =
      kind === UPPER && (previous === LOWER_OR_DIGIT || (previous === UPPER && isLowerLetter(text.charCodeAt(i + 1))));
    if (start >= 0 && (kind === OTHER || begins)) {
      words.push(lower.slice(start, i));
      start = -1;
    }
    if (start < 0 && kind !== OTHER) start = i;
    previous = kind;
  }
  return words;
}

function asciiKind(unit: number): number {
  if (isLowerLetter(unit) || (unit >= 0x30 && unit <= 0x39)) return LOWER_OR_DIGIT;
  return unit >= 0x41 && unit <= 0x5a ? UPPER : OTHER;
}

function isLowerLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}
