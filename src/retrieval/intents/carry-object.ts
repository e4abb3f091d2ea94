import { analyzeQuery } from '../../text/index.ts';
import type { Language } from './language.ts';
import { LANGUAGES } from './languages.ts';

/** A part with more words says itself what it is about, pronoun or not; then a foreign object only blurs it. */
const FEW_WORDS = 4;

/**
 * What to search with for each part: its own words and, where a short part says "it", behind them what the part before
 * was about ("send it to Anna" after "find the invoice": an invoice is sent).
 */
export function carryObjects(parts: readonly string[]): readonly string[] {
  return parts.map((part, i) => {
    const before = parts[i - 1];
    if (before === undefined || analyzeQuery(part).terms.length > FEW_WORDS) return part;
    const object = objectFor(part, before);
    return object === undefined || object === '' ? part : `${part} (${object})`;
  });
}

function objectFor(part: string, before: string): string | undefined {
  const refers = (language: Language): boolean => language.pronouns.test(part);
  if (!LANGUAGES.some((language) => language.knows(part) && refers(language))) return undefined;
  return LANGUAGES.find((language) => language.knows(before))?.objectOf(before);
}
