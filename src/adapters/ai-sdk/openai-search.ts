import { jsonSchema, type ModelMessage, type ToolSet } from 'ai';
import { isObject } from '../../shared/json.ts';
import type { Tool } from '../../tools/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { type OpenAIFunction, SEARCH_PARAMETERS, toFunction } from '../shared/openai-function.ts';
import { findTools } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';

/** What OpenAI's provider needs to know so that only the search brings a tool in: it can be called, and is not sent. */
export const SENT_BY_SEARCH = { openai: { omitFromRequestTools: true } } as const;

/**
 * OpenAI's `tool_search`, executed by us, in the form of its provider (`openai.tools.toolSearch`). It answers with the
 * definitions of what was found, and nothing else of the request changes.
 */
export function openaiSearch(
  access: ToolAccess,
  description: string,
  declare: (tool: Tool) => DeclaredTool | undefined,
): ToolSet[string] {
  const { search } = access.bridgeNames;
  return {
    type: 'provider',
    isProviderExecuted: false,
    id: 'openai.tool_search',
    args: { execution: 'client', description, parameters: SEARCH_PARAMETERS },
    inputSchema: jsonSchema({ type: 'object', properties: { arguments: {}, call_id: {} } }),
    execute: async (input: unknown) => {
      try {
        const { tools } = await findTools(access, search, isObject(input) ? input.arguments : undefined);
        return { tools: tools.flatMap((tool) => deferred(declare(tool))) };
      } catch {
        // The item has no place for words, and without an answer the conversation could not go on.
        return { tools: [] };
      }
    },
  };
}

function deferred(declared: DeclaredTool | undefined): OpenAIFunction[] {
  return declared === undefined ? [] : [toFunction(declared, true)];
}

/** The functions that a result of the search has loaded. */
export function loadedFunctions(output: unknown): readonly Readonly<Record<string, unknown>>[] {
  const value = isObject(output) && output.type === 'json' ? output.value : undefined;
  return isObject(value) && Array.isArray(value.tools) ? value.tools.filter(isObject) : [];
}

/**
 * A history in which no function is loaded twice, which strict endpoints refuse: searches side by side know nothing of
 * each other. Undefined where it is so already.
 */
export function withoutRepeatedLoads(messages: readonly ModelMessage[], search: string): ModelMessage[] | undefined {
  const seen = new Set<unknown>();
  let changed = false;
  const mended = messages.map((message) => {
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) => {
      if (part.type !== 'tool-result' || part.toolName !== search) return part;
      const loaded = loadedFunctions(part.output);
      const fresh = loaded.filter(({ name }) => !seen.has(name));
      for (const { name } of fresh) seen.add(name);
      if (fresh.length === loaded.length) return part;
      changed = true;
      return { ...part, output: { type: 'json', value: { tools: fresh } } } as typeof part;
    });
    return { ...message, content };
  });
  return changed ? mended : undefined;
}
