/** The parts of OpenAI's Responses and Chat Completions APIs that tools touch, as far as we write or read them. */

export interface OpenAIFunction {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Always said: the Responses API takes a tool for strict where it is silent. */
  readonly strict: boolean;
  readonly defer_loading?: true;
}

export interface OpenAINamespace {
  readonly type: 'namespace';
  readonly name: string;
  readonly description: string;
  readonly tools: readonly OpenAIFunction[];
}

export interface OpenAIToolSearch {
  readonly type: 'tool_search';
  readonly execution?: 'server' | 'client';
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export type OpenAITool = OpenAIFunction | OpenAINamespace | OpenAIToolSearch;

/** An item of a Responses conversation. Items and members that we do not know stay as they are. */
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

/** A call in a Chat Completions message. */
export interface ChatToolCall {
  readonly id: string;
  readonly type?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly [member: string]: unknown;
}

export interface ChatToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}
