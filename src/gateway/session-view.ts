import {
  type Absence,
  absenceError,
  type CallContext,
  type CallPathOptions,
  type CatalogHistory,
  checkPolicyBook,
  compilePolicy,
  createCatalogHistory,
  layersOf,
  type Policy,
  type PolicyBook,
  type PolicyLayer,
  type PolicyRules,
  type RawToolResult,
  type RightsDecision,
  resolveTool,
  type SessionScope,
} from '../calling/index.ts';
import {
  type Bridge,
  type BridgeCaller,
  type BridgeNames,
  bridgeInstructions,
  codeInstructions,
} from '../disclosure/index.ts';
import { checkFilterTags, filterKey, readFilter } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import { changedCatalog, type RetrievalBackend, type TriedChange } from '../retrieval/index.ts';
import type { CodeAnswer } from '../sandbox/index.ts';
import { isObject } from '../shared/json.ts';
import type { UpstreamStatus } from '../sources/index.ts';
import type { Catalog, Tool, ToolTags } from '../tools/index.ts';
import type { Asker } from './approvals/index.ts';
import type { AuditedScope } from './audit/index.ts';
import type { GatewayCode } from './code-mode.ts';
import type { ForwardedFeatures, ServerFilter } from './forward/forwarding.ts';
import { mayUseServer } from './forward/server-rights.ts';
import { type GatewayFace, type ListedTool, type Listing, withoutAppOnly } from './listing.ts';
import { type SavedTokens, savedTokens } from './saved-tokens.ts';
import type { ScopedCatalogs } from './scoped-catalogs.ts';
import { sessionOfCaller } from './session-name.ts';
import type { ShownBridge } from './session-watch.ts';
import { ShownTools } from './shown-tools.ts';
import { unavailableOf, withUnavailable } from './unavailable.ts';

/** What one client session is served: everything an MCP server for it needs. */
export interface GatewaySession {
  readonly bridgeNames: BridgeNames;
  readonly face: GatewayFace;
  /** The catalog of this moment: what the session may use. The same object as long as its content is the same. */
  catalog(): Catalog;
  /**
   * What a client lists, over the catalog as it is after the start grace: the bridge and the tools that are never
   * hidden, or every tool where they are passed through.
   */
  bridgeTools(caller?: BridgeCaller): Promise<readonly ListedTool[]>;
  /** Empty where nothing is hidden. */
  instructions(): string;
  /** What the bridge spares each request; undefined where there is none, or where it is not known. */
  savedTokens?(): SavedTokens | undefined;
  search(input: unknown, caller?: BridgeCaller): ReturnType<Bridge['search']>;
  describe(input: unknown, caller?: BridgeCaller): Promise<ReturnType<Bridge['describe']>>;
  /**
   * Runs a tool under its real name.
   * @throws ToolscoutError when it did not run or what became of it is unknown.
   */
  call(input: unknown, context?: CallContext): Promise<RawToolResult>;
  /**
   * Runs a snippet, `{code}`, over the tools of the session. What it does, also what it throws, is in the answer.
   * @throws ToolscoutError where no snippet could be run.
   */
  code(input: unknown, context?: CallContext): Promise<CodeAnswer>;
  /** Calls the listener after each change of the catalog's content. Returns the way to stop. */
  onCatalogChange(listener: () => void): () => void;
  /** Resources, prompts and completions of the servers; undefined where no server is behind it. */
  readonly features?: ForwardedFeatures;
  /**
   * The catalog as it is now, which knows what these texts name; absent where `catalog` is that already. For those who can
   * wait: an index elsewhere has to be asked.
   * @throws ToolscoutError `INDEX_UNAVAILABLE`
   */
  knowing?(texts: readonly string[]): Promise<Catalog & { readonly size?: number }>;
}

/** Who a session is, and rules of its own beside those of the configuration. */
export interface SessionOptions extends SessionScope {
  readonly rules?: PolicyRules;
  /** Whose session it is: audited, and held to the limits, whatever the session calls itself. Its sessions are its own. */
  readonly caller?: string;
}

/** What a view needs of the gateway that it is a view of. */
export interface ViewHost {
  readonly bridgeNames: BridgeNames;
  readonly catalogs: ScopedCatalogs;
  /** The rules of this moment. */
  book(): PolicyBook;
  /** What this way to see the gateway leaves of it, whoever looks. */
  readonly rules: readonly PolicyRules[];
  /** A bridge over this index, with what its calls need to know of the session. */
  createBridge(index: ViewIndex, calls: ViewCalls): Bridge;
  readonly face: GatewayFace;
  /** The mode `code`, where it was asked for. */
  readonly code: GatewayCode | undefined;
  /** What is listed of a catalog. */
  list(catalog: Catalog): Listing;
  /** The bridge tools were shown, with these instructions. */
  onShown(caller: BridgeCaller, shown: Omit<ShownBridge, 'mode' | 'fallbackFrom'>): void;
  /**
   * A search begins; the returned function is told of its end.
   * @throws ToolscoutError `RATE_LIMITED`
   */
  searching(session: string | undefined, rights: string): (outcome: 'ok' | 'failed') => void;
  /** Every configured server. */
  statuses(): readonly UpstreamStatus[];
  /** Tags that every tool of a server is given. */
  tagsOf(server: string): ToolTags;
  failureOf(server: string): ToolscoutError | undefined;
  /** Waits for servers that are still starting, at most so long after the start. */
  grace(graceMs: number): Promise<void>;
  /**
   * What servers have beside their tools, as far as this session may use it. It comes over the common connection, so
   * there is none of it from servers where this caller has tokens of its own.
   */
  features(allows: ServerFilter, caller: string | undefined): ForwardedFeatures;
  /** Calls the listener when servers, tools or rules have changed. */
  onChange(listener: () => void): () => void;
}

export type ViewIndex = (catalog: Catalog) => ReturnType<ScopedCatalogs['backend']>;
export type ViewCalls = Required<Pick<CallPathOptions, 'policy' | 'history' | 'explainAbsence'>> & {
  /** The names by which the rights of the session were looked up. */
  readonly scope: AuditedScope;
  /** Fingerprint of its rights of this moment. */
  readonly rights: () => string;
  readonly caller: string | undefined;
  /** Key of the filter that the session is held to. */
  readonly tenant: string | undefined;
};

/**
 * How long listing and searching wait for servers that are still starting, from the gateway's own start. Servers that
 * come later join the catalog when they are ready; after this grace nothing waits for anyone.
 */
const LIST_GRACE_MS = 1_500;
const SEARCH_GRACE_MS = 5_000;

/**
 * One session's view of the gateway. It shares the servers with all others and has a catalog of its own, made from
 * what its rights allow: what it may not use can be neither found nor called nor guessed at. Rights are asked again at
 * each call, with the real tool.
 */
export class SessionView implements GatewaySession {
  readonly #host: ViewHost;
  readonly #options: SessionOptions;
  readonly #parent: SessionView | undefined;
  readonly #bridge: Bridge;
  readonly #shown = new ShownTools();
  readonly #history = createCatalogHistory();
  /**
   * The history of what the session was told of. Of the rest of its earlier catalogs nothing may be said: that it could
   * have found a tool is no reason to tell it of one.
   */
  readonly #known: CatalogHistory = {
    remember: () => {},
    meant: (epoch, reference) => this.#ifShown(this.#history.meant(epoch, reference)),
    gone: (reference) => this.#ifShown(this.#history.gone(reference)),
    shownAs: (tool) => this.#shown.shownAs(tool),
  };
  #features: ForwardedFeatures | undefined;
  /** Under which the session is remembered and told about. */
  #name: string | undefined;
  #compiled: { readonly from: PolicyBook | Policy; readonly policy: Policy } | undefined;

  /** @param parent whose rights this view narrows. */
  constructor(host: ViewHost, options: SessionOptions, parent?: SessionView) {
    this.#host = host;
    this.#options = options;
    this.#parent = parent;
    this.#name = options.session;
    this.#bridge = host.createBridge((catalog) => host.catalogs.backend(this.policy(), catalog), {
      policy: ({ tool }) => this.#maySee(tool) || 'it is not allowed any more',
      history: () => this.#known,
      explainAbsence: (tool) => this.#whyAbsent(tool),
      scope: namesOf(options),
      rights: () => this.policy().fingerprint,
      caller: options.caller,
      tenant: this.#tenant(),
    });
    // Rules that cannot be used are told to whoever opens the session, not to whoever uses it.
    this.policy();
    const { filter, rules } = options;
    const known = new Set([...host.catalogs.whole().tagKeys, ...(host.book().tags ?? [])]);
    if (filter !== undefined) checkFilterTags(readFilter(filter), known);
    if (rules !== undefined) checkPolicyBook({ all: rules }, known);
  }

  get bridgeNames(): BridgeNames {
    return this.#host.bridgeNames;
  }

  get features(): ForwardedFeatures {
    this.#features ??= this.#host.features(
      (server) => mayUseServer(this.policy(), server, this.#host.tagsOf(server)),
      this.#options.caller,
    );
    return this.#features;
  }

  /** A view with further limits, such as that of a subagent: it can never do what this one cannot. */
  session(options: SessionOptions): SessionView {
    // Names that are not given anew stay those of this view, so that each table finds its rules.
    const { rules: _rules, filter: _filter, ...names } = this.#options;
    const view = new SessionView(this.#host, { ...names, ...options }, this);
    // What the outer session did is not the inner one's memory: it could see more.
    view.#name = options.session;
    return view;
  }

  /**
   * May it know of a call that waits for consent? Rights to a tool that is everybody's are none to what others do with it:
   * it must have been asked under the same filter, or where the session has none, under the same rights.
   */
  mayKnowOf(tool: Tool, { caller, tenant, rights }: Asker): boolean {
    if (caller !== undefined && caller === this.#options.caller) return true;
    const policy = this.policy();
    const own = this.#tenant();
    return policy.open || (this.#maySee(tool) && (own === undefined ? policy.fingerprint === rights : own === tenant));
  }

  #tenant(): string | undefined {
    const { filter } = this.#options;
    if (filter !== undefined) return filterKey(readFilter(filter));
    const parent = this.#parent;
    return parent === undefined ? undefined : parent.#tenant();
  }

  /** The rights of this moment. */
  policy(): Policy {
    const book = this.#host.book();
    const parent = this.#parent?.policy();
    const from = parent ?? book;
    // A child is made of the book as well, but the parent's policy is a new one with each new book.
    if (this.#compiled?.from === from) return this.#compiled.policy;
    const { rules, ...scope } = this.#options;
    const layers: PolicyLayer[] = [...layersOf(book, scope)];
    if (rules !== undefined) layers.push({ kind: 'session', name: 'own rules', rules });
    if (parent === undefined) {
      layers.push(...this.#host.rules.map((one) => ({ kind: 'session' as const, name: 'view', rules: one })));
    }
    const policy = parent === undefined ? compilePolicy(layers) : parent.narrow(layers);
    this.#compiled = { from, policy };
    return policy;
  }

  catalog(): Catalog {
    const catalog = withoutAppOnly(this.#whole());
    this.#history.remember(catalog);
    return catalog;
  }

  /** What searches of this moment ask. */
  backend(): RetrievalBackend {
    return this.#host.catalogs.backend(this.policy(), this.catalog());
  }

  /** What searches would ask if one tool were another. */
  async trial(change: TriedChange): Promise<RetrievalBackend> {
    const catalog = this.catalog();
    return this.#host.catalogs.trial(this.policy(), catalog, changedCatalog(catalog, change));
  }

  /** What a client would be listed at this moment; nobody is told that somebody looked. */
  listed(): readonly ListedTool[] {
    return this.#host.list(this.face.passesThrough ? this.#whole() : this.catalog()).tools;
  }

  /** With the tools that no model is told of: a server's own user interface calls them by their names. */
  #whole(): Catalog {
    return this.#host.catalogs.catalog(this.policy());
  }

  /** Servers that the session may know of, with the tools that it may use. */
  statuses(): readonly UpstreamStatus[] {
    const policy = this.policy();
    const statuses = this.#host.statuses();
    if (policy.open) return statuses;
    const counts = new Map<string, number>();
    for (const { source } of this.catalog().tools) {
      if (source.kind === 'mcp' || source.kind === 'openapi')
        counts.set(source.name, (counts.get(source.name) ?? 0) + 1);
    }
    return statuses
      .filter(
        ({ name, kind }) =>
          counts.has(name) || policy.allowsSource({ kind: kind ?? 'mcp', name }, this.#host.tagsOf(name)),
      )
      .map((status) => ({ ...status, tools: counts.get(status.name) ?? 0 }));
  }

  get face(): GatewayFace {
    return this.#host.face;
  }

  async bridgeTools(caller?: BridgeCaller): Promise<readonly ListedTool[]> {
    await Promise.all([this.#host.grace(LIST_GRACE_MS), this.#host.code?.decide()]);
    const catalog = this.face.passesThrough ? this.#whole() : this.catalog();
    const { tools, isExposed } = this.#host.list(catalog);
    const hidden = catalog.tools.filter((tool) => !isExposed(tool));
    this.#shown.remember(
      catalog,
      tools.map(({ name }) => name),
    );
    // A directory in a description is an answer, too.
    if (hidden.length > 0) for (const { description = '' } of tools) this.#shown.rememberText(catalog, description);
    const rights = this.policy().fingerprint;
    const shown = { catalog, tools, deferred: hidden.length, instructions: this.instructions(), rights };
    this.#host.onShown(this.#callerOf(caller), shown);
    return tools;
  }

  instructions(): string {
    if (this.face.passesThrough) return '';
    return this.#host.code?.usable === true ? codeInstructions() : bridgeInstructions(this.bridgeNames);
  }

  savedTokens(): SavedTokens | undefined {
    if (this.face.passesThrough) return undefined;
    const catalog = this.catalog();
    return savedTokens(this.#host.list(catalog), catalog, this.instructions());
  }

  async search(input: unknown, caller?: BridgeCaller): ReturnType<Bridge['search']> {
    const { session, isProgram = false } = this.#callerOf(caller);
    const ended = this.#host.searching(this.#options.caller ?? session, this.policy().fingerprint);
    await this.#host.grace(SEARCH_GRACE_MS);
    const catalog = this.catalog();
    const { isExposed } = this.#host.list(catalog);
    const unavailable = unavailableOf(this.statuses());
    try {
      const answer = await this.#bridge.search(catalog, input, { unavailable, session, isExposed, isProgram });
      this.#shown.remember(catalog, answer);
      ended('ok');
      return answer;
    } catch (error) {
      ended('failed');
      throw error;
    }
  }

  async describe(input: unknown, caller?: BridgeCaller): Promise<ReturnType<Bridge['describe']>> {
    if (!this.#isThere(input)) await this.#host.grace(SEARCH_GRACE_MS);
    const catalog = this.catalog();
    try {
      const answer = this.#bridge.describe(catalog, input, this.#callerOf(caller));
      this.#shown.remember(catalog, answer);
      return answer;
    } catch (error) {
      throw this.#explain(error, catalog);
    }
  }

  async call(input: unknown, context: CallContext = {}): Promise<RawToolResult> {
    if (!this.#isThere(input)) await this.#host.grace(SEARCH_GRACE_MS);
    const catalog = context.entrance === 'direct' ? this.#whole() : this.catalog();
    try {
      const { session = this.#name } = context;
      const { caller = context.caller } = this.#options;
      const own = {
        ...context,
        ...(session === undefined ? {} : { session: this.#ownName(session) }),
        ...(caller === undefined ? {} : { caller }),
      };
      const result = await this.#bridge.call(catalog, input, own);
      this.#shown.remember(catalog, input);
      return result;
    } catch (error) {
      throw this.#explain(error, catalog);
    }
  }

  async code(input: unknown, context: CallContext = {}): Promise<CodeAnswer> {
    const { code } = this.#host;
    if (code === undefined) {
      throw new ToolscoutError('SANDBOX_UNAVAILABLE', 'Snippets run in the mode "code" only.', {
        next: 'Set tools.toolSearch to {"mode": "code"}.',
      });
    }
    const own = this.#name === undefined ? context : { session: this.#name, ...context };
    const caller = { session: own.session, isProgram: true };
    const tools = {
      profile: this.face.profile,
      catalog: () => this.catalog(),
      search: (one: unknown) => this.search(one, caller),
      describe: (one: unknown) => this.describe(one, caller),
      call: (one: unknown, inner: CallContext) => this.call(one, inner),
    };
    return code.run(input, tools, own);
  }

  /** Where nobody says whose operation it is, it is that of the session that this view is named after. */
  #callerOf(caller: BridgeCaller = {}): BridgeCaller {
    const { session = this.#name } = caller;
    return session === undefined ? caller : { ...caller, session: this.#ownName(session) };
  }

  /** Two callers may give their sessions the same name, and share nothing for it. */
  #ownName(session: string): string {
    const { caller } = this.#options;
    return caller === undefined ? session : sessionOfCaller(caller, session);
  }

  onCatalogChange(listener: () => void): () => void {
    // One object for one catalog and one way to show it, however often it is asked for.
    const shown = (): Listing => this.#host.list(this.catalog());
    let announced = shown();
    return this.#host.onChange(() => {
      // What changes outside this view is none of its business.
      const listing = shown();
      if (listing === announced) return;
      announced = listing;
      listener();
    });
  }

  /**
   * Why a tool may or may not be used, and which layer says so. For the operator: it tells of tools that the session
   * itself must not know.
   * @throws ToolscoutError `UNKNOWN_TOOL` or `AMBIGUOUS_TOOL`
   */
  explain(reference: string): { readonly tool: Tool; readonly decision: RightsDecision } {
    const tool = resolveTool(this.#host.catalogs.whole(), reference);
    return { tool, decision: this.policy().decide(tool) };
  }

  /** What an error may say beyond itself: that rights were withdrawn, to who knew the tool; which servers are down. */
  #explain(error: unknown, catalog: Catalog): unknown {
    if (!(error instanceof ToolscoutError)) return error;
    const { similar, tool, tools } = error.details;
    this.#shown.remember(catalog, [similar, tool, tools]);
    if (error.code === 'UNKNOWN_TOOL') {
      const reference = String(error.details.reference);
      const lost = this.#known.gone(reference);
      if (lost !== undefined) return absenceError(lost, reference, this.#whyAbsent(lost));
    }
    return withUnavailable(error, unavailableOf(this.statuses()), (server) => this.#host.failureOf(server));
  }

  #ifShown(tool: Tool | undefined): Tool | undefined {
    return tool !== undefined && this.#shown.has(tool) ? tool : undefined;
  }

  /** Why a tool that the session was told of is not in its catalog any more. */
  #whyAbsent(lost: Tool): Absence {
    if (!this.policy().allows(lost) && this.#isRegistered(lost)) return { kind: 'not-allowed' };
    const { kind, name } = lost.source;
    const down = unavailableOf(this.statuses()).find(
      ({ server }) => (kind === 'mcp' || kind === 'openapi') && server === name,
    );
    if (down === undefined) return { kind: 'removed' };
    const next = this.#host.failureOf(name)?.next;
    const message = `${lost.name} is not available: ${down.message ?? `its server is ${down.state}`}`;
    return { kind: 'server-down', message, ...(next === undefined ? {} : { next }) };
  }

  /**
   * May it use the tool as that is by now? One that a call found earlier has the tags and annotations of then; what was
   * removed meanwhile its server says itself.
   */
  #maySee(tool: Tool): boolean {
    if (!this.policy().allows(tool)) return false;
    if (this.#whole().byId(tool.id) !== undefined) return true;
    return this.#host.catalogs.whole().byId(tool.id) === undefined;
  }

  /** By content: another tenant may have a tool of the same id. */
  #isRegistered({ hash }: Tool): boolean {
    return this.#host.catalogs.whole().narrow((tool) => tool.hash === hash).tools.length > 0;
  }

  /** Is the tool named in full, and listed already? Then no server that is still starting can change what it means. */
  #isThere(input: unknown): boolean {
    if (!isObject(input)) return false;
    const reference = input.name ?? input.id;
    if (typeof reference !== 'string') return false;
    const catalog = this.#whole();
    return (catalog.byName(reference) ?? catalog.byId(reference)) !== undefined;
  }
}

function namesOf({ agent, profile, sandbox, channel }: SessionOptions): AuditedScope {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(profile === undefined ? {} : { profile }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(channel === undefined ? {} : { channel }),
  };
}
