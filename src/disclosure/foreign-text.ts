import { truncate } from '../shared/truncate.ts';
import { sanitizeText, singleLine } from '../tools/index.ts';

/**
 * A server's or configuration's text as it may stand in a prompt: one line, nothing that cannot be seen, bounded, and
 * none of the characters that open or close something there (tags, quotes, code, brackets). What it says stays what it
 * says; the reader is told that it is data, and it cannot end the place where it stands.
 */
export function toPromptText(text: string, maxLength: number): string {
  const visible = sanitizeText(text, MAX_READ).text;
  return truncate(singleLine(visible.replace(DELIMITERS, (mark) => HARMLESS[mark] ?? ' ')), maxLength);
}

/** No line of a prompt needs more than a small part of this. */
const MAX_READ = 4_000;

const HARMLESS: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '＜': '‹',
  '＞': '›',
  '"': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '＂': "'",
  '`': "'",
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
};
const DELIMITERS = new RegExp(`[${Object.keys(HARMLESS).join('').replace(/[[\]]/g, '\\$&')}]`, 'gu');
