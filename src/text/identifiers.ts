/**
 * Splitting of names that people and programs write without spaces: camelCase, HTTPServer, ID2. Underscores, dots,
 * dashes and slashes have parted the name before; here one unbroken run of letters and digits comes in.
 */

/** Beyond this a run without a separator is data (base64, a hash) and is cut; the longest operation names stay below. */
const MAX_RUN_LENGTH = 128;

/** A term longer than this is cut; its first 64 characters tell it apart. */
export const MAX_TERM_LENGTH = 64;

const DIGITS_OR_LETTERS = /\p{N}+|\P{N}+/gu;

/**
 * In order: a plural acronym (IDs, URLs); an acronym up to the next word (HTTP|Server); a word with or without its
 * capital; a lone capital. Letters of scripts without case count as small.
 */
const WORDS = /\p{Lu}{2,}s(?!\P{Lu})|\p{Lu}+(?!\P{Lu})|\p{Lu}?\P{Lu}+|\p{Lu}/gu;

/** Nothing to do for most words of a text. */
const PLAIN_WORD = /^[A-Z]?[a-z]+$/;

/** `createIssue`: two whole words, the first in small letters. Nobody writes such a name as one word. */
const VERB_FIRST = /^\p{Ll}{2,}\p{Lu}\p{Ll}/u;

/**
 * Parts of a run, case kept. What may be one name in other people's spelling (GitHub, MySQL, macOS, S3, OAuth2) is
 * followed by the whole.
 */
export function splitRun(run: string): string[] {
  if (PLAIN_WORD.test(run)) return [run];
  if (run.length > MAX_RUN_LENGTH) return [run.slice(0, MAX_RUN_LENGTH)];
  const pieces = run.match(DIGITS_OR_LETTERS) ?? [run];
  const parts = pieces.flatMap(splitLetters);
  if (looksLikeData(run, parts)) return [run];
  if (pieces.length === 2 && pieces.every(isOneName)) parts.push(run);
  return parts;
}

function splitLetters(piece: string): string[] {
  const words: string[] = piece.match(WORDS) ?? [piece];
  if (words.length === 2 && isOneName(piece)) words.push(piece);
  return words;
}

function isOneName(piece: string): boolean {
  return (piece.match(WORDS) ?? []).length <= 2 && !VERB_FIRST.test(piece);
}

/** Names have words of some length; a run of many short scraps is a hash or a key, and its scraps match anything. */
function looksLikeData(run: string, parts: readonly string[]): boolean {
  return parts.length > 8 && run.length < parts.length * 3;
}
