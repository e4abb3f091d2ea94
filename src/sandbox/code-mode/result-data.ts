import type { RawToolResult } from '../../calling/index.ts';
import { tryParseExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';

/**
 * What a result says, in the form that code works with best: the structured content, else the text, parsed where it is
 * JSON. Undefined where it has parts that are no text.
 */
export function resultData({ structuredContent, content }: RawToolResult): unknown {
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((block: unknown) =>
    isObject(block) && block.type === 'text' && typeof block.text === 'string' ? block.text : undefined,
  );
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  const text = texts.join('\n');
  return /^\s*[[{]/.test(text) ? (tryParseExact(text) ?? text) : text;
}
