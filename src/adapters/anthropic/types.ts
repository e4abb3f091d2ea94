/** The parts of Anthropic's Messages API that tool search touches, as far as we write or read them. */

export interface CacheControl {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

/** A tool that we declare. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly strict?: true;
  readonly defer_loading?: true;
  readonly cache_control?: CacheControl;
}

/** The provider's own search over deferred tools. */
export interface AnthropicSearchTool {
  readonly type: 'tool_search_tool_regex_20251119' | 'tool_search_tool_bm25_20251119';
  readonly name: 'tool_search_tool_regex' | 'tool_search_tool_bm25';
  readonly cache_control?: CacheControl;
}

/** A message of the conversation. Blocks and members that we do not know stay as they are. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly AnthropicBlock[];
}

export interface AnthropicBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The answer to one call, for the next user message. */
export interface AnthropicToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: readonly AnthropicBlock[];
  readonly is_error?: true;
  readonly [member: string]: unknown;
}
