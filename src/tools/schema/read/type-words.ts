import { TYPES } from '../keywords.ts';

/**
 * Words that people and generators write for a type, and what they mean. Collected from other languages' type names
 * and from the older drafts; `any` stands for no type at all.
 */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['long', 'integer'],
  ['short', 'integer'],
  ['bigint', 'integer'],
  ['uint', 'integer'],
  ['float', 'number'],
  ['float32', 'number'],
  ['float64', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['numeric', 'number'],
  ['str', 'string'],
  ['text', 'string'],
  ['char', 'string'],
  ['varchar', 'string'],
  ['date', 'string'],
  ['datetime', 'string'],
  ['date-time', 'string'],
  ['time', 'string'],
  ['uuid', 'string'],
  ['uri', 'string'],
  ['url', 'string'],
  ['email', 'string'],
  ['file', 'string'],
  ['binary', 'string'],
  ['bytes', 'string'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['map', 'object'],
  ['record', 'object'],
  ['struct', 'object'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['set', 'array'],
  ['none', 'null'],
  ['nil', 'null'],
  ['void', 'null'],
  ['undefined', 'null'],
  ['any', 'any'],
  ['json', 'any'],
  ['enum', 'any'],
  ['timestamp', 'any'],
  ['mixed', 'any'],
  ['unknown', 'any'],
  ['*', 'any'],
]);

/** The JSON Schema word for a type word, `any`, or undefined when nobody knows what it means. */
export function readTypeWord(word: string): string | undefined {
  if (TYPES.has(word)) return word;
  const folded = word.trim().toLowerCase();
  return TYPES.has(folded) ? folded : SYNONYMS.get(folded);
}
