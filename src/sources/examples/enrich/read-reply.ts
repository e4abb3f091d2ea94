import { readJsonReply } from '../../../llm/index.ts';
import { isObject, own } from '../../../shared/json.ts';
import type { Tool } from '../../../tools/index.ts';
import { checkExample } from './check-example.ts';
import type { ExamplesByLanguage } from './example-line.ts';
import type { LanguageCounts } from './languages.ts';

/** What of a reply may be kept, and why the rest may not. */
export interface ReadReply {
  readonly examples: ExamplesByLanguage;
  readonly refused: readonly string[];
}

export interface ReplyContext {
  readonly tool: Tool;
  readonly counts: LanguageCounts;
  readonly boundary: string;
  readonly taken: readonly string[];
}

/** Reads a model's reply: only the languages that were asked for, no more of each than asked for, each text checked. */
export function readReply(reply: string, { tool, counts, boundary, taken }: ReplyContext): ReadReply {
  const value = readJsonReply(reply);
  if (!isObject(value)) return { examples: {}, refused: ['no JSON object'] };
  const examples: Record<string, string[]> = {};
  const refused: string[] = [];
  const all = [...taken];
  for (const [language, count] of Object.entries(counts)) {
    const list = own(value, language);
    if (!Array.isArray(list) || list.length === 0) {
      refused.push(`nothing for ${language}`);
      continue;
    }
    const kept: string[] = [];
    for (const one of list.slice(0, 4 * count)) {
      if (kept.length === count) break;
      const checked = checkExample(one, { tool, language, boundary, taken: all });
      if ('reason' in checked) {
        refused.push(checked.reason);
        continue;
      }
      kept.push(checked.text);
      all.push(checked.text);
    }
    if (kept.length > 0) examples[language] = kept;
  }
  return { examples, refused };
}
