import type { CallContext } from '../../calling/index.ts';
import type { ModelUsage } from '../../llm/index.ts';
import { type ChatToolCall, type ChatToolsOptions, createChatTools } from '../openai/index.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { createEndpointModel, type LoopEndpoint } from './endpoint-model.ts';
import { mended, withIds } from './messages.ts';
import type { LoopEvent, LoopMessage, LoopModel, LoopReply, LoopRequest } from './types.ts';

/** Turns until a loop ends by itself. */
const DEFAULT_MAX_TURNS = 20;

interface CommonOptions extends Omit<ChatToolsOptions, 'access'> {
  readonly access: ToolAccess;
  /** The conversation so far; the last message is the task. */
  readonly messages: readonly LoopMessage[];
  /** Requests to the model. Default: 20. */
  readonly maxTurns?: number;
  /** Tokens of all requests together, as the endpoint counts them. No request is made beyond it. */
  readonly maxTokens?: number;
  /** Ends the loop, the request and the calls that run; the promise then rejects with its reason. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: LoopEvent) => void;
  /**
   * Makes the history shorter before a request, where it has to be. What it tears apart, a call without its result or
   * the reverse, is mended.
   */
  readonly compact?: (
    messages: readonly LoopMessage[],
    lastUsage: ModelUsage | undefined,
  ) => readonly LoopMessage[] | Promise<readonly LoopMessage[]>;
  /** Goes with every call: session, client, who consents. */
  readonly context?: Omit<CallContext, 'signal'>;
}

/** An endpoint, or any model as a function. */
export type ToolLoopOptions = CommonOptions &
  (
    | { readonly endpoint: LoopEndpoint; readonly complete?: undefined }
    | { readonly complete: LoopModel; readonly endpoint?: undefined }
  );

export interface ToolLoopResult {
  /** The whole conversation, valid for another request: every call is answered. */
  readonly messages: readonly LoopMessage[];
  /** What the model said last; empty where the loop ended before it said anything. */
  readonly text: string;
  /** `answered`: the model is done. Else the bound that was reached. */
  readonly stopped: 'answered' | 'cut' | 'turns' | 'tokens';
  readonly turns: number;
  /** Of all requests whose endpoint counted. */
  readonly usage: ModelUsage;
}

/**
 * A small agent: asks the model, runs what it calls, all calls of a turn at once, and goes on until it calls nothing.
 * @throws ToolscoutError `LLM_…` where the endpoint fails
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopResult> {
  const { access, maxTurns = DEFAULT_MAX_TURNS, maxTokens = Infinity, signal, compact, onEvent = () => {} } = options;
  const model = options.complete ?? createEndpointModel(options.endpoint);
  const tools = createChatTools({ ...options, access });
  const context: CallContext = { ...options.context, ...(signal === undefined ? {} : { signal }) };
  const onText = (text: string): void => onEvent({ type: 'text', text });
  let messages: readonly LoopMessage[] = options.messages;
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  let lastUsage: ModelUsage | undefined;
  const end = (stopped: ToolLoopResult['stopped'], turns: number, text = ''): ToolLoopResult => ({
    messages,
    text,
    stopped,
    turns,
    usage,
  });
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    if (turn > maxTurns) return end('turns', maxTurns);
    if (usage.inputTokens + usage.outputTokens >= maxTokens) return end('tokens', turn - 1);
    if (compact !== undefined) {
      const before = messages.length;
      messages = mended(await compact(messages, lastUsage));
      if (messages.length !== before) onEvent({ type: 'compacted', before, after: messages.length });
    }
    const carried = await tools.tools(messages);
    onEvent({ type: 'turn', turn, tools: carried.length, messages: messages.length });
    const request = { messages, tools: carried, onText, ...(signal === undefined ? {} : { signal }) };
    const reply = await ask(request);
    lastUsage = reply.usage;
    usage = sum(usage, lastUsage);
    const message = withIds(reply.message, messages);
    messages = [...messages, message];
    const { tool_calls: calls = [] } = message;
    if (calls.length === 0) return end(reply.finish === 'length' ? 'cut' : 'answered', turn, textOf(message));
    messages = [...messages, ...(await answer(calls))];
  }

  async function ask(request: LoopRequest): Promise<LoopReply> {
    try {
      return await model(request);
    } catch (error) {
      // Whatever became of the request, the caller hears of his own signal.
      signal?.throwIfAborted();
      throw error;
    }
  }

  async function answer(calls: readonly ChatToolCall[]): Promise<readonly LoopMessage[]> {
    for (const { id, function: called } of calls) {
      onEvent({ type: 'call', id, name: called?.name ?? '', arguments: called?.arguments ?? '' });
    }
    const answers = await tools.answer(calls, context);
    signal?.throwIfAborted();
    for (const { tool_call_id: id, content } of answers) onEvent({ type: 'answer', id, content });
    return answers.map((one) => ({ ...one }));
  }
}

function sum(total: ModelUsage, more: ModelUsage = { inputTokens: 0, outputTokens: 0 }): ModelUsage {
  return {
    inputTokens: total.inputTokens + more.inputTokens,
    outputTokens: total.outputTokens + more.outputTokens,
  };
}

function textOf({ content }: LoopMessage): string {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => String((part as { readonly text?: unknown } | null)?.text ?? '')).join('');
}
