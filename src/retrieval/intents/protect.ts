import { MASK } from './language.ts';

/**
 * Stretches that are one thing however they read: code, quotations, brackets, addresses. Every class leaves out its
 * own opening sign, so that many of these without an end cost no more than one pass.
 */
const PROTECTED = new RegExp(
  [
    '```[^`]*```',
    '`[^`]+`',
    '"[^"]*"',
    '“[^“”]*”',
    '„[^„“”]*[“”]',
    '«[^«»]*»',
    '「[^「」]*」',
    '『[^『』]*』',
    '《[^《》]*》',
    '\\([^()\\n]{0,200}\\)',
    '（[^（）\\n]{0,200}）',
    '\\[[^[\\]\\n]{0,200}\\]',
    // An apostrophe inside a word opens nothing.
    "(?<![\\p{L}\\p{N}])['‘][^'‘’\\n]{2,200}['’](?![\\p{L}\\p{N}])",
    '(?<![\\p{L}\\p{N}])[a-z][a-z0-9+.-]{1,20}://[^\\s，。；！？、]*[^\\s，。；！？、.,;:!?)]',
  ].join('|'),
  'gu',
);

/** The text with what must not be split made unreadable, each character where it was. */
export function protect(text: string): string {
  return text.replace(PROTECTED, (stretch) => MASK.repeat(stretch.length));
}
