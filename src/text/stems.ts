import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import type { ScriptKind } from './words.ts';

/** Letters that English does not have mark a word of another language, whose endings are not English ones. */
const ENGLISH_WORD = /^[a-z]+$/;
const CYRILLIC_WORD = /^\p{Script=Cyrillic}+$/u;

/** Forms whose rule-made stem is another word's (news ≠ new) or misses its family (analysis, analyze). */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['news', 'news'],
  ['analysis', 'analyz'],
  ['analyses', 'analyz'],
]);

/**
 * Stem of a folded word, by the script it is written in (Porter's stemmer for English, Snowball's for Russian); what
 * has no stemmer comes back unchanged.
 */
export function stem(word: string, kind: ScriptKind): string {
  if (kind === 'other' && ENGLISH_WORD.test(word)) return IRREGULAR.get(word) ?? stemEnglish(word);
  if (kind === 'cyrillic' && CYRILLIC_WORD.test(word)) return stemRussian(word);
  return word;
}
