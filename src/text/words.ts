/**
 * From text to runs of one kind of script. What a word is depends on the script: spaces part words in most, nothing
 * does in Chinese, Japanese, Thai and their neighbours, and Korean hangs particles onto words.
 */

export type ScriptKind = 'unspaced' | 'hangul' | 'cyrillic' | 'other';

export interface ScriptRun {
  readonly kind: ScriptKind;
  readonly text: string;
}

/** Letters, marks and digits in a row; everything else parts words. */
export const WORD_RUNS: RegExp = /[\p{L}\p{M}\p{N}]+/gu;

/** ー prolongs a kana vowel and 々 and 〆 stand for Han letters; Unicode files them under no single script. */
const UNSPACED =
  'ー々〆\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const HANGUL = '\\p{Script=Hangul}';
const CYRILLIC = '\\p{Script=Cyrillic}';

const SCRIPT_RUNS = new RegExp(
  `([${UNSPACED}]+)|([${HANGUL}]+)|((?:[${CYRILLIC}]\\p{M}*)+)|(?:(?![${UNSPACED}${HANGUL}${CYRILLIC}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);
const ASCII = /^[\u0000-\u007f]*$/;

/** Splits one word run where the script changes: `用API查询` is three words. */
export function scriptRuns(run: string): ScriptRun[] {
  if (ASCII.test(run)) return [{ kind: 'other', text: run }];
  const runs: ScriptRun[] = [];
  for (const [text, unspaced, hangul, cyrillic] of run.matchAll(SCRIPT_RUNS)) {
    const kind = unspaced ? 'unspaced' : hangul ? 'hangul' : cyrillic ? 'cyrillic' : 'other';
    runs.push({ kind, text });
  }
  return runs;
}

/** One for the process, made on first use: it loads dictionaries. The locale is fixed; the machine's own would differ. */
let segmenter: Intl.Segmenter | undefined;

/** Words of a run in a script without spaces, by the dictionary. */
export function segmentUnspaced(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) words.push(segment);
  return words;
}

const LONG_HAN_WORD = /^\p{Script=Han}{3,}$/u;

/** A Chinese word of three characters or more, which mostly is made of shorter words. */
export function isLongHanWord(word: string): boolean {
  return LONG_HAN_WORD.test(word);
}

/** Pairs of neighbouring characters; a single character stands for itself. */
export function bigrams(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => characters[index] + character);
}
