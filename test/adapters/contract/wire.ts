import { lintRequest } from '../../../src/adapters/lint/index.ts';
import type { OpenAIItem } from '../../../src/adapters/openai/index.ts';
import { type Part, parts } from '../endpoint/parts.ts';
import type { Act } from './conversation.ts';

/** The API that a framework's request goes out by. */
export type Wire = 'anthropic' | 'openai-chat' | 'openai-responses';

/** A call as most frameworks know it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** What a model writes for an act: a found tool goes through the bridge, or by its own name. */
export function toCall(act: Act, bridged: boolean): Call {
  const { id } = act;
  if ('search' in act) return { id, name: 'tool_search', input: { query: act.search } };
  const { tool: name, arguments: args } = act;
  return bridged
    ? { id, name: 'tool_call', input: { name, arguments: args } }
    : { id, name, input: args as Call['input'] };
}

/** The item of the Responses API for a call. */
export function toItem({ id, name, input }: Call, nativeSearch: boolean): OpenAIItem {
  if (nativeSearch && name === 'tool_search') {
    const search = { execution: 'client', status: 'completed', arguments: input };
    return { type: 'tool_search_call', id: `ts_${id}`, call_id: id, ...search };
  }
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(input) };
}

/** One request of a framework, as its client wrote it, and what is to be seen in it. */
export interface SentRequest {
  readonly names: readonly string[];
  readonly problems: readonly string[];
  readonly bytes: string;
}

/** The server's side of a client: takes one request and answers it with these calls. */
export function scripted(wire: Wire, calls: readonly Call[]): { readonly fetch: typeof fetch; sent(): SentRequest } {
  let body: Part = {};
  return {
    fetch: async (_url, init) => {
      body = JSON.parse(String(init?.body)) as Part;
      const nativeSearch = parts(body.tools).some(({ type }) => type === 'tool_search');
      return Response.json(REPLIES[wire](calls, nativeSearch));
    },
    sent: () => ({
      names: namesIn(body),
      problems: lintRequest(body, { provider: wire }).map(
        ({ code, path, message }) => `${code} at ${path}: ${message}`,
      ),
      bytes: JSON.stringify(body.tools),
    }),
  };
}

function namesIn(body: Part): readonly string[] {
  const loaded = parts(body.input).flatMap(({ type, tools }) => (type === 'tool_search_output' ? parts(tools) : []));
  return [...parts(body.tools), ...loaded].map((tool) => {
    const { name, type } = (tool.function as Part | undefined) ?? tool;
    return String(name ?? type);
  });
}

const REPLIES: Readonly<Record<Wire, (calls: readonly Call[], nativeSearch: boolean) => Part>> = {
  anthropic: (calls) => ({
    type: 'message',
    id: 'msg',
    role: 'assistant',
    model: 'any',
    content:
      calls.length > 0 ? calls.map((call) => ({ type: 'tool_use', ...call })) : [{ type: 'text', text: 'Done.' }],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  'openai-chat': (calls) => {
    const toolCalls = calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    const message = { role: 'assistant', content: calls.length > 0 ? null : 'Done.' };
    return {
      id: 'chatcmpl',
      object: 'chat.completion',
      created: 0,
      model: 'any',
      choices: [
        {
          index: 0,
          message: calls.length > 0 ? { ...message, tool_calls: toolCalls } : message,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
    };
  },
  'openai-responses': (calls, nativeSearch) => ({
    id: 'resp',
    object: 'response',
    created_at: 0,
    model: 'any',
    status: 'completed',
    output: calls.map((call) => toItem(call, nativeSearch)),
    incomplete_details: null,
    error: null,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }),
};
