import { ToolscoutError } from '../../errors.ts';
import { chatUrl, type EndpointOptions, postJson } from '../../llm/index.ts';
import { isObject, own } from '../../shared/json.ts';
import type { ChatToolCall } from '../openai/index.ts';
import { holdStream, readChatStream } from './chat-stream.ts';
import type { LoopMessage, LoopModel, LoopReply } from './types.ts';
import { readUsage } from './usage.ts';

/** An endpoint that speaks Chat Completions: OpenAI, most gateways, most local servers. */
export interface LoopEndpoint extends Omit<EndpointOptions, 'section'> {
  /** With or without `/chat/completions` at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** Absent: no `Authorization` header, as local servers have it. */
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the request: temperature, reasoning effort, … */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Asks for the reply piece by piece, for `onEvent` to show. Default: false. */
  readonly stream?: boolean;
}

/** A model behind an endpoint, with time-outs and retries. */
export function createEndpointModel(endpoint: LoopEndpoint): LoopModel {
  const { baseUrl, model, apiKey, headers = {}, body = {}, stream = false, ...options } = endpoint;
  const url = chatUrl(baseUrl);
  const secret = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return async ({ messages, tools, signal, onText }) => {
    const asked = {
      ...body,
      model,
      messages,
      ...(tools.length === 0 ? {} : { tools }),
      ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    };
    const request = { url, headers: { ...secret, ...headers }, body: asked, secret: apiKey, signal };
    const held = stream ? holdStream(options.fetch ?? fetch, signal) : undefined;
    const answer = await postJson(request, {
      ...options,
      section: 'endpoint',
      ...(held === undefined ? {} : { fetch: held.fetch }),
    });
    if (!answer.ok) throw answer.error;
    const events = held?.take();
    const reply = events === undefined ? readReply(answer.body) : await readChatStream(events, onText);
    if (reply === undefined) {
      throw new ToolscoutError('LLM_REPLY_INVALID', `${url.origin}${url.pathname} answered without a message.`, {
        next: 'Check endpoint.baseUrl: it has to speak Chat Completions.',
      });
    }
    return reply;
  };
}

function readReply(body: unknown): LoopReply | undefined {
  const choices = isObject(body) ? own(body, 'choices') : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? own(choice, 'message') : undefined;
  if (!isObject(choice) || !isObject(message)) return undefined;
  const { finish_reason: finish } = choice;
  const usage = readUsage(isObject(body) ? body.usage : undefined);
  return {
    message: toMessage(message),
    ...(typeof finish === 'string' ? { finish } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** What the endpoint is sent back: its own words, without what only answers hold. */
function toMessage({
  role: _role,
  content,
  tool_calls: calls,
  refusal,
}: Readonly<Record<string, unknown>>): LoopMessage {
  return {
    role: 'assistant',
    content: content ?? (typeof refusal === 'string' ? refusal : null),
    ...(Array.isArray(calls) && calls.length > 0 ? { tool_calls: calls as readonly ChatToolCall[] } : {}),
  };
}
