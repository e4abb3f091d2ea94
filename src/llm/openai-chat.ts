import { ToolscoutError } from '../errors.ts';
import { foreignText, isObject, own } from '../shared/json.ts';
import { type EndpointAnswer, type EndpointOptions, postJson } from './endpoint.ts';
import type { Completion, CompletionRequest, LanguageModel, ModelUsage, StopReason } from './language-model.ts';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

export interface OpenAiChatOptions extends EndpointOptions {
  readonly model: string;
  /** Default: OpenAI itself. With or without `/chat/completions` at its end; a query stays. */
  readonly baseUrl?: string;
  /** Absent: no `Authorization` header, as local servers have it. */
  readonly apiKey?: string;
}

/** What some servers and models do not take, and how to do without; remembered for the life of the model. */
interface Concessions {
  tokenLimit: 'max_completion_tokens' | 'max_tokens';
  temperature: boolean;
  schema: boolean;
}

const STOPS: Readonly<Record<string, StopReason>> = { stop: 'end', length: 'length', content_filter: 'refusal' };

/** A model behind an OpenAI-compatible chat endpoint: OpenAI, and most gateways and local servers. */
export function createOpenAiChatModel(options: OpenAiChatOptions): LanguageModel {
  const url = chatUrl(options.baseUrl ?? OPENAI_BASE_URL);
  // Newer models of OpenAI refuse the old name of the limit, most other servers do not know the new one.
  const isOpenAi = url.hostname === new URL(OPENAI_BASE_URL).hostname;
  const concessions: Concessions = {
    tokenLimit: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    temperature: true,
    schema: true,
  };
  const headers: Record<string, string> =
    options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` };
  const post = (request: CompletionRequest, sent: Concessions): Promise<EndpointAnswer> => {
    const body = toBody(options.model, request, sent);
    return postJson({ url, headers, body, secret: options.apiKey, signal: request.signal }, options);
  };
  return {
    id: `openai/${options.model}`,
    complete: async (request) => {
      for (;;) {
        const sent = { ...concessions };
        const answer = await post(request, sent);
        if (answer.ok) return readCompletion(answer.body, url);
        const given = concede(answer, request, sent);
        if (given === undefined) throw answer.error;
        // Merged, not replaced: requests that run beside this one may have given up something else.
        Object.assign(concessions, given);
      }
    },
  };
}

/** The address of the chat endpoint, with or without `/chat/completions` at the end of what is given. */
export function chatUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  return url;
}

function toBody(model: string, request: CompletionRequest, { tokenLimit, temperature, schema }: Concessions): unknown {
  const system = request.system === undefined ? [] : [{ role: 'system', content: request.system }];
  return {
    model,
    messages: [...system, ...request.messages.map(({ role, content }) => ({ role, content }))],
    [tokenLimit]: request.maxTokens,
    ...(temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(schema && request.schema !== undefined
      ? { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: request.schema } } }
      : {}),
  };
}

/**
 * The one thing to give up next: what the endpoint names as `param`, else the schema, the youngest part of the
 * interface. Undefined: nothing that was sent can be given up, so the refusal stands.
 */
function concede(
  { status, body }: EndpointAnswer & { readonly ok: false },
  request: CompletionRequest,
  sent: Concessions,
): Partial<Concessions> | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const error = isObject(body) ? own(body, 'error') : undefined;
  const param = isObject(error) ? own(error, 'param') : undefined;
  if (param === 'max_tokens' && sent.tokenLimit === 'max_tokens') return { tokenLimit: 'max_completion_tokens' };
  if (param === 'temperature' && sent.temperature && request.temperature !== undefined) return { temperature: false };
  return sent.schema && request.schema !== undefined ? { schema: false } : undefined;
}

function readCompletion(body: unknown, url: URL): Completion {
  const choices = isObject(body) ? own(body, 'choices') : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? own(choice, 'message') : undefined;
  const text = isObject(message) ? readText(message) : undefined;
  if (!isObject(choice) || text === undefined) {
    throw new ToolscoutError('LLM_REPLY_INVALID', `${url.origin}${url.pathname} answered without a message.`, {
      next: 'Check llm.baseUrl and llm.provider.',
    });
  }
  const usage = readUsage(isObject(body) ? own(body, 'usage') : undefined);
  const stop = text === '' && isObject(message) && typeof message.refusal === 'string' ? 'refusal' : undefined;
  return {
    text,
    ...(usage === undefined ? {} : { usage }),
    stop: stop ?? STOPS[foreignText(own(choice, 'finish_reason'))] ?? 'other',
  };
}

/** A text, or a list of parts; null where the model declined. */
function readText(message: Readonly<Record<string, unknown>>): string | undefined {
  const content = own(message, 'content');
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return typeof message.refusal === 'string' ? '' : undefined;
  if (!Array.isArray(content)) return undefined;
  return content.map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function readUsage(value: unknown): ModelUsage | undefined {
  if (!isObject(value)) return undefined;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = value;
  return typeof inputTokens === 'number' && typeof outputTokens === 'number'
    ? { inputTokens, outputTokens }
    : undefined;
}
