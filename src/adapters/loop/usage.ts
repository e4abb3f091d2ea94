import type { ModelUsage } from '../../llm/index.ts';
import { isObject } from '../../shared/json.ts';

/** Tokens as Chat Completions counts them. */
export function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value)) return undefined;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = value;
  return typeof inputTokens === 'number' && typeof outputTokens === 'number'
    ? { inputTokens, outputTokens }
    : undefined;
}
