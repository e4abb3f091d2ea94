import type { CallContext } from '../../calling/index.ts';
import type { LintMode, RequestFault, RequestKind } from '../lint/index.ts';
import type { Capability, WatchOptions } from '../probe/index.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import type { OpenAIProbe } from './probe.ts';
import type { OpenAIAnswer, OpenAIItem, OpenAITool } from './types.ts';

/**
 * How hidden tools are found.
 * - `client`: the provider asks, we search; only what was found is ever sent.
 * - `server`: the provider's own search over all tools, deferred in one namespace for each source.
 * - `bridge`: three tools and nothing native, for models and endpoints that know none of it.
 * - `all`: nothing is hidden.
 */
export type OpenAIDiscovery = 'client' | 'server' | 'bridge' | 'all';

export interface OpenAIToolsOptions extends WatchOptions {
  readonly access: ToolAccess;
  /** Default: `client`. */
  readonly discovery?: OpenAIDiscovery;
  /** Asks the provider to hold the model to the schemas. */
  readonly strict?: boolean;
  /** What to do about faults of a request: tell them in its `faults` (the default), throw those that would be refused, or nothing. */
  readonly lint?: LintMode;
}

/** What goes into a request of the Responses API. In the types of the client whose items were given. */
export interface OpenAIRequestPart<I extends object = OpenAIItem> {
  readonly tools: OpenAITool[];
  /** The array that was given, where nothing had to be changed. */
  readonly input: I[];
  /** What had to be done differently from what was asked for, in words. */
  readonly notes: readonly string[];
  /** What the provider would refuse or what would be lost, by its documented rules. */
  readonly faults: readonly RequestFault[];
}

export interface OpenAITools {
  /**
   * The tools for this input, and the input as it can be sent. For every request of the conversation.
   * @param purpose Default: a turn. Other kinds are held to the tools of the request before.
   * @throws ToolscoutError `REQUEST_INVALID` where `lint` is `throw` and the request would be refused.
   */
  request<const I extends object>(
    input: readonly I[],
    purpose?: { readonly kind?: RequestKind },
  ): Promise<OpenAIRequestPart<I>>;
  /**
   * Runs the calls and searches among the output items, at once, and answers each. Items of the provider's own search
   * are not answered.
   */
  answer(output: readonly object[], context?: CallContext): Promise<OpenAIAnswer[]>;
  /**
   * Takes the error that the client threw for the last request. True: it was a refusal of deferred tools, it is remembered,
   * and the request will pass when it is made anew. False: it was something else.
   */
  recover(error: unknown): Promise<boolean>;
  /**
   * Sends one tiny request, unless it is known already what the endpoint takes.
   * @param send adds the model and sends it, as in `(body) => client.responses.create({ model, ...body })`. What it throws
   *   is passed on, unless it is a refusal of deferred tools.
   */
  probe(send: (body: OpenAIProbe) => Promise<{ readonly output: readonly object[] }>): Promise<Capability>;
}
