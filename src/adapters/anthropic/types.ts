/** The parts of Anthropic's Messages API that tool search touches, as far as we write or read them. */

export interface CacheControl {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

/** A tool that we declare. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly strict?: true;
  readonly defer_loading?: true;
  readonly cache_control?: CacheControl;
}

/** The provider's own search over deferred tools. */
export type AnthropicSearchTool =
  | {
      readonly type: 'tool_search_tool_regex_20251119';
      readonly name: 'tool_search_tool_regex';
      readonly cache_control?: CacheControl;
    }
  | {
      readonly type: 'tool_search_tool_bm25_20251119';
      readonly name: 'tool_search_tool_bm25';
      readonly cache_control?: CacheControl;
    };

/** A message of any client's types. Blocks and members that we do not know stay as they are. */
export interface MessageLike {
  readonly role: string;
  readonly content: string | readonly object[];
}

/** A block of any client's types. */
export interface BlockLike {
  readonly type: string;
}

/** A message of the conversation, where no client's types are at hand. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly AnthropicBlock[];
}

export interface AnthropicBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A part of an answer: words, an image, or a tool that was found. */
export type AnthropicResultPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: AnthropicImageType; readonly data: string };
    }
  | { readonly type: 'tool_reference'; readonly tool_name: string };

/** The kinds of image that the API takes. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** The answer to one call, for the next user message. A type, so that clients with open and with closed types take it. */
export type AnthropicToolResult = {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: AnthropicResultPart[];
  readonly is_error?: true;
};
