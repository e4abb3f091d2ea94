import type { OpenAIFunction } from '../shared/openai-function.ts';

// The parts of OpenAI's Responses and Chat Completions APIs that tools touch, as far as we write or read them.
export type { OpenAIFunction };

/** Functions that a model sees as one group, and loads together. */
export interface OpenAINamespace {
  readonly type: 'namespace';
  readonly name: string;
  readonly description: string;
  readonly tools: OpenAIFunction[];
}

/** The search itself, run by the provider (`server`) or by the host (`client`). */
export interface OpenAIToolSearch {
  readonly type: 'tool_search';
  readonly execution?: 'server' | 'client';
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Anything that a list of tools of the Responses API may hold. */
export type OpenAITool = OpenAIFunction | OpenAINamespace | OpenAIToolSearch;

/** A part of a result: words, or an image. */
export type OpenAIResultPart =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly detail: 'auto'; readonly image_url: string };

/** The answer to a call or a search, for the next input. A type, so that clients with open and with closed types take it. */
export type OpenAIAnswer =
  | {
      readonly type: 'function_call_output';
      readonly call_id: string;
      readonly output: string | OpenAIResultPart[];
      readonly tools?: never;
    }
  | {
      readonly type: 'tool_search_output';
      readonly call_id: string;
      readonly execution: 'client';
      readonly status: 'completed' | 'incomplete';
      readonly tools: OpenAIFunction[];
      readonly output?: never;
    };

/** An item of a Responses conversation, where no client's types are at hand. Items and members that we do not know stay. */
export interface OpenAIItem {
  readonly type?: string;
  readonly [member: string]: unknown;
}

/** A tool of the Chat Completions API. */
export interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly strict?: true;
  };
}

/** A call in a Chat Completions message, of any client's types. */
export interface ChatToolCall {
  readonly id: string;
  readonly type?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

export interface ChatToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}
