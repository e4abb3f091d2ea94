import { ToolscoutError } from '../errors.ts';
import { foreignText, isObject, own } from '../shared/json.ts';
import { type EndpointOptions, postJson } from './endpoint.ts';
import type { Completion, CompletionRequest, LanguageModel, ModelUsage, StopReason } from './language-model.ts';

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';
const API_VERSION = '2023-06-01';
/** The tool through which a model is held to a schema; no other is offered, and it must be called. */
const REPLY_TOOL = 'reply';

export interface AnthropicMessagesOptions extends EndpointOptions {
  readonly model: string;
  /** Default: Anthropic itself. With or without `/v1` and `/messages` at its end. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'end',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** A model behind Anthropic's messages endpoint, or one that speaks like it. */
export function createAnthropicModel(options: AnthropicMessagesOptions): LanguageModel {
  const url = messagesUrl(options.baseUrl ?? ANTHROPIC_BASE_URL);
  const headers = {
    'anthropic-version': API_VERSION,
    ...(options.apiKey === undefined ? {} : { 'x-api-key': options.apiKey }),
  };
  return {
    id: `anthropic/${options.model}`,
    complete: async (request) => {
      const body = toBody(options.model, request);
      const { signal } = request;
      const answer = await postJson({ url, headers, body, secret: options.apiKey, signal }, options);
      if (!answer.ok) throw answer.error;
      return readCompletion(answer.body, url);
    },
  };
}

function messagesUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/messages')) url.pathname = path;
  else url.pathname = path.endsWith('/v1') ? `${path}/messages` : `${path}/v1/messages`;
  return url;
}

function toBody(model: string, request: CompletionRequest): unknown {
  const { system, messages, maxTokens, temperature, schema } = request;
  return {
    model,
    max_tokens: maxTokens,
    ...(system === undefined ? {} : { system }),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined
      ? {}
      : {
          tools: [{ name: REPLY_TOOL, description: 'Gives the reply.', input_schema: schema }],
          tool_choice: { type: 'tool', name: REPLY_TOOL },
        }),
  };
}

function readCompletion(body: unknown, url: URL): Completion {
  const content = isObject(body) ? own(body, 'content') : undefined;
  if (!isObject(body) || !Array.isArray(content)) {
    throw new ToolscoutError('LLM_REPLY_INVALID', `${url.origin}${url.pathname} answered without content.`, {
      next: 'Check llm.baseUrl and llm.provider.',
    });
  }
  const usage = readUsage(own(body, 'usage'));
  return {
    text: readText(content),
    ...(usage === undefined ? {} : { usage }),
    stop: STOPS[foreignText(own(body, 'stop_reason'))] ?? 'other',
  };
}

/** The input of the reply tool as JSON, where the model was held to it; the texts otherwise. */
function readText(content: readonly unknown[]): string {
  const blocks = content.filter(isObject);
  const reply = blocks.find((block) => block.type === 'tool_use' && block.name === REPLY_TOOL);
  if (reply !== undefined) return JSON.stringify(reply.input ?? {});
  return blocks.map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : '')).join('');
}

/** What was read from a cache or written to it is input as well. */
function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value) || typeof value.input_tokens !== 'number' || typeof value.output_tokens !== 'number') {
    return undefined;
  }
  const cached = [value.cache_read_input_tokens, value.cache_creation_input_tokens];
  const more = cached.reduce<number>((sum, tokens) => sum + (typeof tokens === 'number' ? tokens : 0), 0);
  return { inputTokens: value.input_tokens + more, outputTokens: value.output_tokens };
}
