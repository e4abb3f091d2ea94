import type { BaseMessage } from '@langchain/core/messages';
import { isObject } from '../../shared/json.ts';
import type { Catalog } from '../../tools/index.ts';
import { hitTools } from '../shared/search-hits.ts';

/** Names of the tools that a history has found or called, first mention first. */
export function referredNames(messages: readonly BaseMessage[], search: string, catalog: Catalog): readonly string[] {
  const names = new Set<string>();
  for (const message of messages) {
    const { type } = message;
    const calls =
      type === 'ai' && 'tool_calls' in message && Array.isArray(message.tool_calls) ? message.tool_calls : [];
    for (const call of calls) if (isObject(call)) names.add(String(call.name));
    if (type !== 'tool' || message.name !== search) continue;
    for (const { name } of hitTools(parsed(message.content), catalog)) names.add(name);
  }
  return [...names];
}

function parsed(content: unknown): unknown {
  try {
    return typeof content === 'string' ? JSON.parse(content) : undefined;
  } catch {
    return undefined;
  }
}
