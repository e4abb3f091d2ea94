import type { ModelUsage } from '../../llm/index.ts';
import type { ChatTool, ChatToolCall } from '../openai/index.ts';

/** A message of the Chat Completions API. Members that we do not know stay as they are. */
export interface LoopMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
  readonly [member: string]: unknown;
}

/** One request to the model. */
export interface LoopRequest {
  readonly messages: readonly LoopMessage[];
  readonly tools: readonly ChatTool[];
  readonly signal?: AbortSignal;
  /** Told of text as it comes, by models that stream. */
  readonly onText?: (text: string) => void;
}

/** What the model said. */
export interface LoopReply {
  /** Of the role `assistant`, as it goes back into the next request. */
  readonly message: LoopMessage;
  /** As the endpoint named it: `stop`, `tool_calls`, `length`, … */
  readonly finish?: string;
  readonly usage?: ModelUsage;
}

/** Any model that speaks Chat Completions: an endpoint, a client's method, a script. */
export type LoopModel = (request: LoopRequest) => Promise<LoopReply>;

/** What happens in a loop, in order. */
export type LoopEvent =
  | { readonly type: 'turn'; readonly turn: number; readonly tools: number; readonly messages: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'answer'; readonly id: string; readonly content: string }
  | { readonly type: 'compacted'; readonly before: number; readonly after: number };
