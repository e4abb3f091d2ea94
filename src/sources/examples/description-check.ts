import { analyzeText } from '../../text/index.ts';

/**
 * A fingerprint of what a tool's description was about when its example requests were written, so that they are put
 * beside that tool only as long as it still does the same. It holds hashed words, not the description, which belongs
 * to somebody else, and it survives rewording: half of the words are enough.
 */

/** What a tool is for stands at the beginning; further on come formats, limits and advice. In UTF-16 units. */
const READ_LENGTH = 600;
/** Hexadecimal digits of one word. By chance a word of another text has one in 65,536. */
const DIGITS = 4;
/** Share of the words that must still be there. */
const SAME_FROM = 0.5;

/** Distinct terms of a description, in order of appearance, of which a check can be made. */
export function checkableTerms(description: string): string[] {
  return [...new Set(analyzeText(description.slice(0, READ_LENGTH)))];
}

/** The check over these terms; empty when there are none. */
export function writeCheck(terms: readonly string[]): string {
  return terms.map((term) => termHash(term).toString(16).padStart(DIGITS, '0')).join('');
}

/** Does this description still hold at least half of the words? False for an empty check: nothing says so. */
export function passesCheck(check: string, description: unknown): boolean {
  if (typeof description !== 'string' || check.length < DIGITS) return false;
  const wanted = new Set<number>();
  for (let at = 0; at + DIGITS <= check.length; at += DIGITS)
    wanted.add(Number.parseInt(check.slice(at, at + DIGITS), 16));
  const missing = (1 - SAME_FROM) * wanted.size;
  for (const term of checkableTerms(description))
    if (wanted.delete(termHash(term)) && wanted.size <= missing) return true;
  return false;
}

/** FNV-1a over UTF-16 units, 32 bits folded to 16. */
function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return ((hash >>> 16) ^ hash) & 0xffff;
}
