import type { DeclaredTool } from './declared.ts';

/** A function of the Responses API: in a list of tools, in a namespace, or in the answer to a search. */
export interface OpenAIFunction {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Always said: the Responses API takes a tool for strict where it is silent. */
  readonly strict: boolean;
  readonly defer_loading?: true;
}

/** A function as the Responses API takes it. */
export function toFunction({ name, description, schema, strict }: DeclaredTool, deferred: boolean): OpenAIFunction {
  return {
    type: 'function',
    name,
    ...(description === '' ? {} : { description }),
    parameters: schema,
    strict,
    ...(deferred ? { defer_loading: true as const } : {}),
  };
}

/** What a model fills in for a `tool_search` that we execute. */
export const SEARCH_PARAMETERS = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What the tool should do.' },
    limit: { type: 'integer' },
  },
  required: ['query'],
  additionalProperties: false,
} as const;
