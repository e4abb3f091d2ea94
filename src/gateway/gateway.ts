import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type CallContext,
  checkPolicyBook,
  createResultStore,
  type Policy,
  type PolicyBook,
  type PolicyRules,
  type RawToolResult,
} from '../calling/index.ts';
import type { Bridge, BridgeCaller, BridgeNames } from '../disclosure/index.ts';
import type { Embedder } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding, type EmbeddingProgress } from '../retrieval/index.ts';
import type { CodeAnswer } from '../sandbox/index.ts';
import { own } from '../shared/json.ts';
import type { PoolChanges, UpstreamStatus } from '../sources/index.ts';
import { createMemoryStateStore, type StateStore } from '../state/index.ts';
import type { Catalog, ToolEntry, ToolTags } from '../tools/index.ts';
import { Consent } from './approvals/index.ts';
import { GatewayCode } from './code-mode.ts';
import { type ForwardedFeatures, Forwarding } from './forward/forwarding.ts';
import type { GatewayOptions, GatewayUpdate, Readiness } from './gateway-options.ts';
import { RateLimits } from './limits/index.ts';
import type { GatewayFace, ListedTool } from './listing.ts';
import { type Logger, silentLogger } from './log.ts';
import { type MetricsNow, SessionCounts } from './metrics/index.ts';
import { reportDuplicates } from './report-duplicates.ts';
import { ScopedCatalogs } from './scoped-catalogs.ts';
import { ServerEntries } from './server-entries.ts';
import { type GatewaySession, type SessionOptions, SessionView, type ViewHost } from './session-view.ts';
import { SessionWatch } from './session-watch.ts';
import { entriesWithTags } from './tagged-entries.ts';
import { Upstreams } from './upstreams.ts';
import { type BridgeParts, createViewBridge } from './view-bridge.ts';
import { type ListedSettings, ViewFace } from './view-face.ts';
import { entriesOfView, rulesOfView, type ViewSettings } from './view-settings.ts';

/** One of the configured views. */
interface GatewayView {
  readonly settings: ViewSettings;
  readonly face: ViewFace;
  readonly catalogs: ScopedCatalogs;
  readonly host: ViewHost;
}

/** How one configured server is doing. */
export type ServerStatus = UpstreamStatus;

/** Servers come up one after the other, each with a change: the embedding of the catalog waits for the last of them. */
const EMBED_AFTER_MS = 300;

/**
 * Many upstream servers as one catalog behind the bridge. Holds the running upstreams; what a session may see of them is
 * a view's business, and the gateway's own methods are those of one view.
 */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #log: Logger;
  readonly #upstreams: Upstreams;
  readonly #catalogs: ScopedCatalogs;
  readonly #face: ViewFace;
  readonly #host: ViewHost;
  readonly #views = new Map<string, GatewayView>();
  readonly #watch: SessionWatch;
  readonly #forwarding: Forwarding;
  readonly #own: SessionView;
  readonly #listeners = new Set<() => void>();
  #serverEntries: ServerEntries;
  #withTags: (entries: Iterable<ToolEntry>) => Iterable<ToolEntry>;
  readonly #consent: Consent;
  readonly #bridges: BridgeParts;
  /** Where the mode `code` was asked for, by the gateway or by one of its views. */
  #code: GatewayCode | undefined;
  readonly #limits: RateLimits;
  readonly #counts = new SessionCounts();
  #embedTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #draining = false;
  #book: PolicyBook;
  #current: GatewayUpdate;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#current = options;
    this.#limits = new RateLimits(options.limits);
    this.#log = options.log ?? silentLogger();
    this.#face = new ViewFace(options, this.#listed(), () => this.#openCode());
    this.#upstreams = new Upstreams(options, this.#log);
    const { servers: pool } = this.#upstreams;
    this.#forwarding = new Forwarding({ pool, ownNames: () => this.#hasOwnNames(), log: this.#log });
    this.#serverEntries = this.#createEntries();
    this.#withTags = entriesWithTags(options.tagged ?? {});
    const { policy = {} } = options;
    checkPolicyBook(policy, this.#tags());
    this.#book = policy;
    this.#consent = new Consent(options, this.#knownTags(policy), this.#log);
    this.#catalogs = this.#createCatalogs((entries) => entries);
    const { telemetry, activity, state } = options;
    this.#watch = new SessionWatch({
      telemetry,
      activity,
      state,
      onError: (error) => this.#log.warn({ err: error }, 'what a session did could not be kept or told'),
    });
    this.#bridges = {
      options,
      upstreams: this.#upstreams,
      consent: this.#consent,
      limits: this.#limits,
      results: createResultStore(state ?? createMemoryStateStore()),
      watch: this.#watch,
      counts: this.#counts,
      log: this.#log,
      opening: () => this.#refuseWhileDraining(),
      toolTimeoutMs: (tool) => this.#current.toolTimeoutMs?.(tool),
    };
    this.#host = this.#createHost(this.#face, this.#catalogs, []);
    for (const [name, settings] of Object.entries(options.views ?? {}))
      this.#views.set(name, this.#createView(settings));
    this.#own = new SessionView(this.#host, options.session ?? {});
    this.#upstreams.onChange(() => this.#changed());
  }

  /** Starts all servers at once and returns; {@link settled} tells when they are through. */
  start(): void {
    this.#upstreams.start();
    this.#embedSoon();
    void this.#reportDuplicates();
  }

  /** A remark for the operator: whatever goes wrong with it, the gateway goes on. */
  async #reportDuplicates(): Promise<void> {
    try {
      await this.settled();
      if (!this.#closed) await reportDuplicates(this.catalog(), this.#log);
    } catch (error) {
      this.#log.debug({ err: error }, 'tools that read alike could not be looked for');
    }
  }

  /** How far the catalog is embedded by the deep model; undefined where there is none. */
  embedding(): EmbeddingProgress | undefined {
    return this.#catalogs.deep(this.#own.policy())?.progress();
  }

  /** Resolves when every server is ready or failed, or when the time is over. */
  settled(timeoutMs?: number): Promise<void> {
    return this.#upstreams.settled(timeoutMs);
  }

  /** The catalog of this moment. The same object, and so the same index, as long as its content is the same. */
  catalog(): Catalog {
    return this.#own.catalog();
  }

  /**
   * A view of this gateway for one session, with the rights that its names have in the policy, and with its own rules.
   * @param name of one of its configured views
   * @throws ToolscoutError `CONFIG_INVALID` or `FILTER_INVALID` for rules that cannot be read, and for an unknown view.
   */
  session(options: SessionOptions = {}, name?: string): SessionView {
    const view = new SessionView(this.#hostOf(name), options);
    this.#embedSoon();
    return view;
  }

  /** Is there a configured view of this name? */
  hasView(name: string): boolean {
    return this.#views.has(name);
  }

  get bridgeNames(): BridgeNames {
    return this.#face.bridgeNames;
  }

  get face(): GatewayFace {
    return this.#face.face;
  }

  /** Resources, prompts and completions of the servers that the gateway's own session may use. */
  get features(): ForwardedFeatures {
    return this.#own.features;
  }

  /** The view of the gateway's own session. */
  own(): SessionView {
    return this.#own;
  }

  /**
   * Puts other rules in the place of those that hold; views that exist follow at once.
   * @throws ToolscoutError `CONFIG_INVALID` for rules that cannot be read; those that hold stay then.
   */
  setPolicy(book: PolicyBook): void {
    checkPolicyBook(book, this.#tags());
    this.#book = book;
    this.#announce();
  }

  /**
   * Puts another configuration in the place of the one that holds, as a whole or not at all. Servers that stay as they
   * are go on undisturbed; calls that run on the others end under the old configuration.
   * @throws ToolscoutError `CONFIG_INVALID` for rules that cannot be read; nothing has changed then.
   */
  update(update: GatewayUpdate): PoolChanges {
    const { policy = {} } = update;
    checkPolicyBook(policy, this.#tags());
    const consentByThese = this.#consent.prepare(update.approvals, this.#knownTags(policy));
    this.#current = update;
    this.#book = policy;
    consentByThese();
    this.#limits.set(update.limits);
    this.#serverEntries = this.#createEntries();
    this.#withTags = entriesWithTags(update.tagged ?? {});
    this.#face.set(this.#listed());
    for (const { face, settings } of this.#views.values()) face.set(this.#listed(settings));
    const changes = this.#upstreams.update(update);
    this.#changed();
    return changes;
  }

  /**
   * Calls of all sessions that wait for consent, oldest first: for the operator.
   * @param viewer with one, only what it may know of
   */
  pendingApprovals(viewer?: GatewaySession): readonly ApprovalRequest[] {
    if (!(viewer instanceof SessionView)) return this.#consent.pending();
    return this.#consent.pending(({ tool }, asker) => viewer.mayKnowOf(tool, asker));
  }

  /** Answers one of them. Tells whether it was still there to be decided. */
  decideApproval(id: string, answer: boolean | ApprovalAnswer): boolean {
    return this.#consent.decide(id, answer);
  }

  /** Answers one that waits at another gateway over the same store. Tells whether it was still there to be decided. */
  decideElsewhere(id: string, answer: boolean | ApprovalAnswer): Promise<boolean> {
    return this.#consent.decideElsewhere(id, answer);
  }

  /** Every configured server that the gateway's own session may know of, in order of name. */
  statuses(): readonly ServerStatus[] {
    return this.#own.statuses();
  }

  /** Why a server is not ready; undefined while it is, or while nothing was tried yet. For the operator. */
  failureOf(server: string): ToolscoutError | undefined {
    return this.#upstreams.failureOf(server);
  }

  /** The bridge tools over the catalog as it is after the start grace. */
  bridgeTools(caller?: BridgeCaller): Promise<readonly ListedTool[]> {
    return this.#own.bridgeTools(caller);
  }

  instructions(): string {
    return this.#own.instructions();
  }

  savedTokens(): ReturnType<SessionView['savedTokens']> {
    return this.#own.savedTokens();
  }

  search(input: unknown, caller?: BridgeCaller): ReturnType<Bridge['search']> {
    return this.#own.search(input, caller);
  }

  describe(input: unknown, caller?: BridgeCaller): Promise<ReturnType<Bridge['describe']>> {
    return this.#own.describe(input, caller);
  }

  /**
   * Runs a tool under its real name.
   * @throws ToolscoutError when it did not run or what became of it is unknown.
   */
  call(input: unknown, context: CallContext = {}): Promise<RawToolResult> {
    return this.#own.call(input, context);
  }

  /** Runs a snippet over the tools of the gateway's own session; see {@link SessionView.code}. */
  code(input: unknown, context: CallContext = {}): Promise<CodeAnswer> {
    return this.#own.code(input, context);
  }

  /**
   * Resolves when it is known whether the mode that was asked for can be had. Listing tools waits for it; instructions,
   * which a client may get before, cannot.
   */
  async decided(): Promise<void> {
    if (this.#face.code !== undefined) await this.#code?.decide();
  }

  /** Ready once every server is through its start, or has had its time; not before it is started, and not at its end. */
  readiness(): Readiness {
    const { states, isThrough } = this.#upstreams.started();
    return {
      ready: this.#upstreams.isStarted && isThrough && !this.#draining && !this.#closed,
      servers: states,
      draining: this.#draining,
    };
  }

  /** Takes no new calls from now on. Resolves when those that run have ended, after `graceMs` at the latest. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    if (!(await this.#counts.whole.drained(graceMs)))
      this.#log.warn('calls were still running when the time to end them was over');
  }

  /**
   * Counts of everything so far, as text for Prometheus. They name no tool, server or client.
   * @param viewer with one, counts of what it may see and of what happened under its very rights
   */
  metrics(more: Pick<MetricsNow, 'reloads'> = {}, viewer?: GatewaySession): string {
    if (viewer instanceof SessionView && !viewer.policy().open) {
      return this.#counts.of(viewer.policy().fingerprint).text({
        statuses: viewer.statuses(),
        tools: viewer.catalog().tools.length,
        pendingApprovals: this.pendingApprovals(viewer).length,
        part: true,
      });
    }
    return this.#counts.whole.text({
      ...more,
      statuses: this.#upstreams.statuses(),
      tools: this.#catalogs.whole().tools.length,
      pendingApprovals: this.#consent.pending().length,
    });
  }

  /** Calls the listener after each change of the catalog's content. Returns the way to stop. */
  onCatalogChange(listener: () => void): () => void {
    return this.#own.onCatalogChange(listener);
  }

  /** Calls the listener whenever a server changes its state or its tools. Returns the way to stop. */
  onStatusChange(listener: () => void): () => void {
    return this.#upstreams.onChange(listener);
  }

  /**
   * Ends all servers; none of their processes is left when it resolves.
   * @param graceMs how long calls that run may still take. Default: none.
   */
  async close(graceMs = 0): Promise<void> {
    this.#listeners.clear();
    this.#closed = true;
    clearTimeout(this.#embedTimer);
    for (const catalogs of this.#allCatalogs()) catalogs.stop();
    this.#forwarding.close();
    await Promise.all([this.#upstreams.close(graceMs), this.#code?.close()]);
    await this.#options.onClosed?.();
  }

  /** Where it keeps what other gateways know of, too; undefined where none do. */
  get state(): StateStore | undefined {
    return this.#options.state;
  }

  #createEntries(): ServerEntries {
    const { servers, examples, overrides = {} } = this.#current;
    return new ServerEntries({
      servers,
      pack: examples?.pack ?? true,
      overrides,
      ...(examples?.file === undefined ? {} : { file: examples.file }),
      onUnknownTool: (server, tool) =>
        this.#log.warn({ server }, `examples are configured for "${tool}", which the server does not list`),
      onPackError: (error) =>
        this.#log.warn({ code: error.code, err: error }, 'searching without a part of the example pack'),
      onFileProblem: (message) => this.#log.warn(`examples file: ${message}`),
    });
  }

  #openCode(): GatewayCode {
    const { sandbox, codeTimeoutMs: timeoutMs, maxResultBytes: maxValueBytes } = this.#options;
    this.#code ??= new GatewayCode({ sandbox, timeoutMs, maxValueBytes, log: this.#log });
    return this.#code;
  }

  /** What is listed at this moment, where a view does not say otherwise. */
  #listed(own: Pick<ViewSettings, 'pinned' | 'directoryMaxCharacters'> = {}): ListedSettings {
    const { pinned = this.#current.pinned, directoryMaxCharacters = this.#current.directoryMaxCharacters } = own;
    return { pinned, directoryMaxCharacters, ownNames: this.#hasOwnNames() };
  }

  /** @throws ToolscoutError `CONFIG_INVALID` for rules that cannot be followed */
  #createView(settings: ViewSettings): GatewayView {
    const { overrides } = settings;
    const rules = rulesOfView(settings);
    for (const one of rules) checkPolicyBook({ all: one }, this.#knownTags(this.#book));
    const { expose, family, mode, name, profile, bridgeNames, views: _views } = this.#options;
    const base = { expose, family, mode, name, ...(settings.profile === undefined ? { profile, bridgeNames } : {}) };
    const face = new ViewFace({ ...base, ...settings }, this.#listed(settings), () => this.#openCode());
    const catalogs = overrides === undefined ? this.#catalogs : this.#createCatalogs(entriesOfView(overrides));
    return { settings, face, catalogs, host: this.#createHost(face, catalogs, rules) };
  }

  #hostOf(name: string | undefined): ViewHost {
    if (name === undefined) return this.#host;
    const view = this.#views.get(name);
    if (view !== undefined) return view.host;
    throw new ToolscoutError('CONFIG_INVALID', `There is no view "${name}".`, {
      next: 'Name one that is configured under "views".',
    });
  }

  #createHost(face: ViewFace, catalogs: ScopedCatalogs, rules: readonly PolicyRules[]): ViewHost {
    return {
      bridgeNames: face.bridgeNames,
      catalogs,
      book: () => this.#book,
      rules,
      createBridge: (index, calls) => createViewBridge(this.#bridges, index, calls, face),
      face: face.face,
      code: face.code,
      list: (catalog) => face.list(catalog),
      onShown: (caller, shown) => void this.#watch.shown(caller, { ...shown, ...face.shownAs() }),
      searching: (client, rights) => this.#counts.searching(rights, () => this.#limits.search(client)),
      tagsOf: (server) => (own(this.#current.tagged ?? {}, server) ?? {}) as ToolTags,
      statuses: () => this.#upstreams.statuses(),
      failureOf: (server) => this.#upstreams.failureOf(server),
      grace: (graceMs) => this.#grace(graceMs),
      features: (allows, caller) =>
        this.#forwarding.view((server) => allows(server) && !this.#upstreams.servers.needsOwnTokens(server, caller)),
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  #createCatalogs(shown: (entries: Iterable<ToolEntry>) => Iterable<ToolEntry>): ScopedCatalogs {
    const { embedder, deepEmbedder, embedAhead = false, reranking } = this.#options;
    return new ScopedCatalogs({
      entries: () => shown(this.#withTags(this.#entries())),
      ...(embedder === undefined ? {} : { embedder }),
      ...(deepEmbedder === undefined ? {} : { deep: (rights) => this.#embedInBackground(deepEmbedder, rights) }),
      onDenseError: (error) => this.#log.warn({ err: error }, 'searching without the embedder'),
      embedAhead,
      ...(reranking === undefined
        ? {}
        : {
            reranking: {
              ...reranking,
              onError: (error: unknown) => this.#log.warn({ err: error }, 'searching without the reranker'),
            },
          }),
    });
  }

  #allCatalogs(): ReadonlySet<ScopedCatalogs> {
    return new Set([this.#catalogs, ...[...this.#views.values()].map(({ catalogs }) => catalogs)]);
  }

  /** One server passed through keeps its names: nothing else could have them. */
  #hasOwnNames(): boolean {
    const { expose, entries = [] } = this.#options;
    const { servers, openapi = [], failed = [] } = this.#current;
    return expose === 'tools' && openapi.length === 0 && servers.length + failed.length === 1 && entries.length === 0;
  }

  #refuseWhileDraining(): true {
    // A call that waited, for a person or for others, is asked again: a yes that comes after the end runs nothing.
    if (!this.#draining && !this.#closed) return true;
    throw new ToolscoutError('SERVER_UNAVAILABLE', 'This gateway is about to end and takes no new calls.', {
      next: 'Connect again, then repeat the call.',
      details: { ran: false },
    });
  }

  *#entries(): Generator<ToolEntry> {
    yield* this.#options.entries ?? [];
    yield* this.#upstreams.entries(this.#serverEntries);
  }

  /** Tags that tools carry; those of MCP servers carry none, those of HTTP APIs one. */
  #tags(): string[] {
    return [...(this.#options.entries ?? []).flatMap(({ tags = {} }) => Object.keys(tags)), 'namespace'];
  }

  /** And those that the rules themselves speak of. */
  #knownTags(book: PolicyBook): string[] {
    return [...this.#tags(), ...(book.tags ?? [])];
  }

  #changed(): void {
    for (const catalogs of this.#allCatalogs()) catalogs.changed();
    this.#announce();
  }

  #announce(): void {
    this.#embedSoon();
    for (const listener of [...this.#listeners]) listener();
  }

  #embedInBackground(embedder: Embedder, rights: Policy): BackgroundEmbedding {
    const { deepToolLimit } = this.#options;
    return createBackgroundEmbedding(embedder, {
      ...(deepToolLimit === undefined ? {} : { limit: deepToolLimit }),
      onProgress: (progress) => {
        // Progress is told of the gateway's own session.
        if (rights.fingerprint !== this.#own.policy().fingerprint) return;
        const { state, embedded, total, tier } = progress;
        if (state !== 'embedding') this.#log.info({ tier, state, embedded, total }, `deep model: ${state}`);
        this.#options.onEmbedding?.(progress);
      },
      onError: (error) => this.#log.warn({ err: error }, 'searching without the deep model'),
    });
  }

  #embedSoon(): void {
    const { deepEmbedder, embedAhead = false } = this.#options;
    if ((deepEmbedder === undefined && !embedAhead) || this.#closed) return;
    clearTimeout(this.#embedTimer);
    this.#embedTimer = setTimeout(() => void this.#embedAll(), EMBED_AFTER_MS);
    this.#embedTimer.unref();
  }

  async #embedAll(): Promise<void> {
    const own = this.#own.policy();
    for (const catalogs of this.#allCatalogs()) await catalogs.embed(own);
  }

  async #grace(graceMs: number): Promise<void> {
    if (this.#options.startGrace === false) return;
    await this.#upstreams.grace(graceMs);
  }
}
