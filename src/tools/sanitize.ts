import { truncate } from '../shared/truncate.ts';

/** A text that is safe to show to a model and to the person who approves, and what was done to it. */
export interface SanitizedText {
  readonly text: string;
  /** Code points removed or replaced because a reader could not have seen them. */
  readonly hidden: number;
  readonly cut: boolean;
}

/**
 * Makes a foreign text read the same to a model as it looks to a person: removes control characters, zero-width
 * characters, direction marks, tag characters and stray variation selectors, keeps joiners where a script or an emoji
 * needs them, and puts U+FFFD for lone surrogates. Anything but a string becomes the empty text.
 */
export function sanitizeText(text: unknown, maxLength: number): SanitizedText {
  if (typeof text !== 'string') return { text: '', hidden: 0, cut: false };
  let clean = text;
  let hidden = 0;
  if (NOT_PLAIN.test(text) && SUSPECT.test(text)) ({ text: clean, hidden } = clear(text));
  const bounded = truncate(clean, maxLength);
  return { text: bounded, hidden, cut: bounded !== clean };
}

/** Folds every run of white space, line and paragraph separators included, to one blank: for one-line texts. */
export function singleLine(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim();
}

/** Writes every character that cannot be seen as `\\uXXXX`, for texts that must stay exact, such as names and values. */
export function escapeHidden(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(SUSPECTS, (found) => {
    let escaped = '';
    for (let index = 0; index < found.length; index++) {
      escaped += `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

/** Anything beside printable ASCII, tab and line feed. Most texts end here, and this test is much cheaper than the next. */
const NOT_PLAIN = /[^\t\n\x20-\x7e]/;

/** Every character that may have to go. U+FFF9–FFFB are annotation marks; the other classes name themselves. */
const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const SUSPECTS = new RegExp(`\r\n|${SUSPECT.source}`, 'gu');

const WHITE_SPACE = /[\s\u001c-\u001f\u0085]+/gu;

const LINE_BREAKS = /^(?:\r\n?|[\u000b\u000c\u0085\u2028\u2029])$/;

function clear(text: string): { text: string; hidden: number } {
  let hidden = 0;
  const cleared = text.replace(SUSPECTS, (found, index: number) => {
    if (LINE_BREAKS.test(found)) return '\n';
    if (isNeeded(text, index, found)) return found;
    hidden++;
    return isSurrogate(found) ? '\ufffd' : '';
  });
  return { text: cleared, hidden };
}

function isSurrogate(found: string): boolean {
  const unit = found.charCodeAt(0);
  return found.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
}

/** Is this invisible character part of how its neighbours are written? */
function isNeeded(text: string, index: number, found: string): boolean {
  const before = text.slice(Math.max(0, index - 4), index);
  const after = text.slice(index + found.length, index + found.length + 2);
  switch (found) {
    case '\u200d':
      return (ENDS_WITH_EMOJI.test(before) && PICTOGRAPH.test(after)) || isBetweenLetters(before, after);
    case '\u200c':
      return isBetweenLetters(before, after);
    case '\ufe0e':
    case '\ufe0f':
      return ENDS_WITH_EMOJI_BASE.test(before);
    case '\u180b':
    case '\u180c':
    case '\u180d':
    case '\u180e':
    case '\u180f':
      return MONGOLIAN.test(before);
    default:
      return false;
  }
}

function isBetweenLetters(before: string, after: string): boolean {
  return JOINING_END.test(before) && JOINING_START.test(after);
}

/** An emoji, with its presentation selector or skin tone if it has one. */
const ENDS_WITH_EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;
/** Digits, `#` and `*` count: they start keycap emoji. */
const ENDS_WITH_EMOJI_BASE = /\p{Emoji}$/u;
const MONGOLIAN = /\p{Script=Mongolian}$/u;

/** Scripts whose spelling uses ZWJ and ZWNJ between letters (Unicode Standard, chapters 9, 12, 13 and 16). */
const JOINING_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Nko',
  'Adlam',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Myanmar',
  'Khmer',
  'Tibetan',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const JOINING_START = new RegExp(`^[${JOINING_SCRIPTS}]`, 'u');
const JOINING_END = new RegExp(`[${JOINING_SCRIPTS}]$`, 'u');
