import type { ToolSearchResult } from '../hit.ts';
import { carryObjects } from './carry-object.ts';
import { mergeIntents } from './merge-intents.ts';
import { splitIntents } from './split-intents.ts';

/**
 * Searches for the whole request and, where it is compound, for each of its parts at the same time.
 * @param search answers one text alone.
 */
export async function searchIntents(
  query: string,
  limit: number,
  search: (text: string) => Promise<ToolSearchResult>,
): Promise<ToolSearchResult> {
  const texts = splitIntents(query);
  if (texts.length < 2) return search(query);
  const [whole, ...results] = await Promise.all([query, ...carryObjects(texts)].map(search));
  const parts = results.map((result, part) => ({ text: texts[part]!, result }));
  return mergeIntents(whole!, parts, limit);
}
