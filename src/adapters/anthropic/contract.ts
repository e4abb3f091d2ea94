import type { CallContext } from '../../calling/index.ts';
import type { LintMode, RequestFault, RequestKind } from '../lint/index.ts';
import type { Capability, WatchOptions } from '../probe/index.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import type { AnthropicProbe } from './probe.ts';
import type {
  AnthropicMessage,
  AnthropicSearchTool,
  AnthropicTool,
  AnthropicToolResult,
  BlockLike,
  CacheControl,
  MessageLike,
} from './types.ts';

/**
 * How hidden tools are found.
 * - `references`: our own search, whose answers the provider expands. The road past 10,000 tools: only what was found is
 *   in the request.
 * - `bm25`, `regex`: the provider's search over all tools, deferred. Above 10,000 tools it is `references`.
 * - `bridge`: three tools and nothing native, for endpoints that know none of it.
 * - `all`: nothing is hidden.
 */
export type AnthropicDiscovery = 'references' | 'bm25' | 'regex' | 'bridge' | 'all';

export interface AnthropicToolsOptions extends WatchOptions {
  readonly access: ToolAccess;
  /** Default: `references`. */
  readonly discovery?: AnthropicDiscovery;
  /** Asks the provider to hold the model to the schemas, for as many tools as it takes in one request. */
  readonly strict?: boolean;
  /** Marks the tools as the end of a cached prefix. */
  readonly cache?: boolean | CacheControl;
  /** What to do about faults of a request: tell them in its `faults` (the default), throw those that would be refused, or nothing. */
  readonly lint?: LintMode;
}

/** What goes into a request of the Messages API. In the types of the client whose messages were given. */
export interface AnthropicRequestPart<M extends MessageLike = AnthropicMessage> {
  readonly tools: (AnthropicTool | AnthropicSearchTool)[];
  /** The array that was given, where nothing had to be changed. */
  readonly messages: M[];
  /** What had to be done differently from what was asked for, in words. */
  readonly notes: readonly string[];
  /** What the provider would refuse or what would be lost, by its documented rules. */
  readonly faults: readonly RequestFault[];
}

/** What a request is for. */
export interface RequestPurpose {
  /** Default: `turn`. Other kinds are held to the tools of the request before. */
  readonly kind?: RequestKind;
}

export interface AnthropicTools {
  /**
   * The tools for these messages, and the messages as they can be sent. For every request of the conversation, also for
   * a summary or a title: what the history refers to has to be there.
   * @throws ToolscoutError `REQUEST_INVALID` where `lint` is `throw` and the request would be refused.
   */
  request<const M extends MessageLike>(
    messages: readonly M[],
    purpose?: RequestPurpose,
  ): Promise<AnthropicRequestPart<M>>;
  /** Runs the calls of an assistant message, at once, and answers each. Calls that the provider made itself are its own. */
  answer(content: readonly BlockLike[], context?: CallContext): Promise<AnthropicToolResult[]>;
  /**
   * Takes the error that the client threw for the last request. True: it was a refusal of deferred tools or of too many strict
   * ones, it is remembered, and the request will pass when it is made anew. False: it was something else.
   */
  recover(error: unknown): Promise<boolean>;
  /**
   * Sends one tiny request, unless it is known already what the endpoint takes.
   * @param send adds the model and sends it, as in `(body) => client.messages.create({ model, ...body })`. What it throws
   *   is passed on, unless it is a refusal of deferred tools.
   */
  probe(send: (body: AnthropicProbe) => Promise<{ readonly content: readonly BlockLike[] }>): Promise<Capability>;
}
