import { type CallContext, type CallHook, createCallPath, type RawToolResult } from '../calling/index.ts';
import {
  type Bridge,
  type BridgeNames,
  type BridgeTool,
  bridgeInstructions,
  bridgeTools,
  createBridge,
  DEFAULT_BRIDGE_NAMES,
  directoryBridgeTools,
  type UnavailableServer,
} from '../disclosure/index.ts';
import type { Embedder } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import {
  type BackgroundEmbedding,
  createBackgroundEmbedding,
  createMemoryBackend,
  type EmbeddingProgress,
} from '../retrieval/index.ts';
import { isObject } from '../shared/json.ts';
import { type ServerSpec, UpstreamPool, type UpstreamStatus } from '../sources/index.ts';
import { type Catalog, createCatalog, type Tool, type ToolEntry } from '../tools/index.ts';
import type { ExampleSettings, FailedServer } from './config/index.ts';
import { type Logger, silentLogger } from './log.ts';
import { ServerEntries } from './server-entries.ts';
import { PACKAGE_VERSION } from './version.ts';

export interface GatewayOptions {
  readonly servers: readonly ServerSpec[];
  /** Servers that the configuration already ruled out; they are reported beside the running ones. */
  readonly failed?: readonly FailedServer[];
  /** Tools that are not behind one of `servers`, of whatever kind, with {@link execute} to run them. */
  readonly entries?: readonly ToolEntry[];
  readonly execute?: (
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ) => Promise<RawToolResult>;
  /** Which example requests are indexed beside those that tools and servers bring. Default: the shipped pack. */
  readonly examples?: ExampleSettings;
  readonly bridgeNames?: BridgeNames;
  /** `directory` puts a bounded list of what there is into the search tool's description. Default: `tools`. */
  readonly mode?: 'tools' | 'directory';
  /** Most characters of that description. Default 2,048, where some hosts cut. */
  readonly directoryMaxCharacters?: number;
  readonly searchDefaultLimit?: number;
  readonly maxSearchLimit?: number;
  /** Finds by meaning; without one the search is lexical. */
  readonly embedder?: Embedder;
  /** A slower second embedder: the catalog is embedded by it in the background, and used once that is through. */
  readonly deepEmbedder?: Embedder;
  /** Called with each step of that. */
  readonly onEmbedding?: (progress: EmbeddingProgress) => void;
  readonly hooks?: readonly CallHook[];
  /** Operations right after the start wait a moment for the servers. Default: true. */
  readonly startGrace?: boolean;
  readonly log?: Logger;
}

/** How one configured server is doing. */
export type ServerStatus = UpstreamStatus;

/**
 * How long listing and searching wait for servers that are still starting, from the gateway's own start. Servers that
 * come later join the catalog when they are ready; after this grace nothing waits for anyone.
 */
const LIST_GRACE_MS = 1_500;
const SEARCH_GRACE_MS = 5_000;
/** Servers come up one after the other, each with a change: the embedding of the catalog waits for the last of them. */
const EMBED_AFTER_MS = 300;

/**
 * Many upstream servers as one catalog behind the bridge. Holds the running upstreams and the catalog of the moment;
 * every operation pins that catalog, and a change of any upstream's tools makes a new one.
 */
export class Gateway {
  readonly bridgeNames: BridgeNames;
  readonly #options: GatewayOptions;
  readonly #log: Logger;
  readonly #pool: UpstreamPool;
  readonly #bridge: Bridge;
  readonly #listeners = new Set<() => void>();
  readonly #serverEntries: ServerEntries;
  readonly #deep: BackgroundEmbedding | undefined;
  #embedTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #catalog: Catalog | undefined;
  /** A server changed since the catalog was made. */
  #stale = false;
  #announced = '';
  #startedAt = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#log = options.log ?? silentLogger();
    this.bridgeNames = options.bridgeNames ?? DEFAULT_BRIDGE_NAMES;
    this.#pool = new UpstreamPool(options.servers, {
      clientInfo: { name: 'toolscout', title: 'Toolscout', version: PACKAGE_VERSION },
      log: (event) => this.#log[event.level]({ server: event.server }, event.message),
    });
    this.#serverEntries = new ServerEntries({
      servers: options.servers,
      pack: options.examples?.pack ?? true,
      ...(options.examples?.file === undefined ? {} : { file: options.examples.file }),
      onUnknownTool: (server, tool) =>
        this.#log.warn({ server }, `examples are configured for "${tool}", which the server does not list`),
      onPackError: (error) =>
        this.#log.warn({ code: error.code, err: error }, 'searching without a part of the example pack'),
      onFileProblem: (message) => this.#log.warn(`examples file: ${message}`),
    });
    const { embedder, deepEmbedder } = options;
    this.#deep = deepEmbedder === undefined ? undefined : this.#embedInBackground(deepEmbedder);
    const deep = this.#deep;
    this.#bridge = createBridge({
      index: (catalog) =>
        createMemoryBackend(catalog, {
          ...(embedder === undefined ? {} : { embedder }),
          ...(deep === undefined ? {} : { deep }),
          onDenseError: (error) => this.#log.warn({ err: error }, 'searching without the embedder'),
        }),
      defaultLimit: options.searchDefaultLimit ?? 5,
      maxLimit: options.maxSearchLimit ?? 20,
      callPath: createCallPath({
        execute: (tool, args, context) => this.#execute(tool, args, context),
        bridgeNames: Object.values(this.bridgeNames),
        hooks: options.hooks ?? [],
        onHookError: (error, event) =>
          this.#log.error({ tool: event.tool.id, err: error }, 'hook failed after the call'),
      }),
    });
    this.#pool.onChange(() => this.#changed());
  }

  /** Starts all servers at once and returns; {@link settled} tells when they are through. */
  start(): void {
    this.#startedAt = Date.now();
    this.#pool.start();
    this.#embedSoon();
  }

  /** How far the catalog is embedded by the deep model; undefined where there is none. */
  embedding(): EmbeddingProgress | undefined {
    return this.#deep?.progress();
  }

  /** Resolves when every server is ready or failed, or when the time is over. */
  settled(timeoutMs?: number): Promise<void> {
    return this.#pool.settled(timeoutMs);
  }

  /** The catalog of this moment. The same object, and so the same index, as long as its content is the same. */
  catalog(): Catalog {
    if (this.#catalog !== undefined && !this.#stale) return this.#catalog;
    this.#stale = false;
    const catalog = createCatalog(this.#entries());
    if (catalog.epoch !== this.#catalog?.epoch) this.#catalog = catalog;
    return this.#catalog!;
  }

  /** Every configured server, in order of name. */
  statuses(): readonly ServerStatus[] {
    const failed = (this.#options.failed ?? []).map(
      ({ name, message }): ServerStatus => ({
        name,
        state: 'failed',
        message,
        reason: message,
        tools: 0,
        since: this.#startedAt,
        restarts: 0,
      }),
    );
    return [...this.#pool.list().map((upstream) => upstream.status()), ...failed].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  }

  /** The bridge tools over the catalog as it is after the start grace. */
  async bridgeTools(): Promise<readonly BridgeTool[]> {
    await this.#grace(LIST_GRACE_MS);
    const { mode, directoryMaxCharacters: maxLength } = this.#options;
    if (mode !== 'directory') return bridgeTools(this.catalog(), this.bridgeNames);
    return directoryBridgeTools(this.catalog(), {
      names: this.bridgeNames,
      ...(maxLength === undefined ? {} : { maxLength }),
    });
  }

  instructions(): string {
    return bridgeInstructions(this.bridgeNames);
  }

  async search(input: unknown): ReturnType<Bridge['search']> {
    await this.#grace(SEARCH_GRACE_MS);
    return this.#bridge.search(this.catalog(), input, { unavailable: this.#unavailable() });
  }

  async describe(input: unknown): Promise<ReturnType<Bridge['describe']>> {
    if (!this.#isThere(input)) await this.#grace(SEARCH_GRACE_MS);
    try {
      return this.#bridge.describe(this.catalog(), input);
    } catch (error) {
      throw this.#withUnavailable(error);
    }
  }

  /**
   * Runs a tool under its real name.
   * @throws ToolscoutError when it did not run or what became of it is unknown.
   */
  async call(input: unknown, context: CallContext = {}): Promise<RawToolResult> {
    if (!this.#isThere(input)) await this.#grace(SEARCH_GRACE_MS);
    try {
      return await this.#bridge.call(this.catalog(), input, context);
    } catch (error) {
      throw this.#withUnavailable(error);
    }
  }

  /** Calls the listener after each change of the catalog's content. Returns the way to stop. */
  onCatalogChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listener whenever a server changes its state or its tools. Returns the way to stop. */
  onStatusChange(listener: () => void): () => void {
    return this.#pool.onChange(listener);
  }

  /** Ends all servers; none of their processes is left when it resolves. */
  async close(): Promise<void> {
    this.#listeners.clear();
    this.#closed = true;
    clearTimeout(this.#embedTimer);
    this.#deep?.stop();
    await this.#pool.close();
  }

  *#entries(): Generator<ToolEntry> {
    yield* this.#options.entries ?? [];
    for (const upstream of this.#pool.list()) yield* this.#serverEntries.of(upstream);
  }

  #changed(): void {
    this.#stale = true;
    this.#embedSoon();
    if (this.#listeners.size === 0) return;
    const { epoch } = this.catalog();
    if (epoch === this.#announced) return;
    this.#announced = epoch;
    for (const listener of this.#listeners) listener();
  }

  #embedInBackground(embedder: Embedder): BackgroundEmbedding {
    return createBackgroundEmbedding(embedder, {
      onProgress: (progress) => {
        const { state, embedded, total, tier } = progress;
        if (state !== 'embedding') this.#log.info({ tier, state, embedded, total }, `deep model: ${state}`);
        this.#options.onEmbedding?.(progress);
      },
      onError: (error) => this.#log.warn({ err: error }, 'searching without the deep model'),
    });
  }

  #embedSoon(): void {
    const deep = this.#deep;
    if (deep === undefined || this.#closed) return;
    clearTimeout(this.#embedTimer);
    this.#embedTimer = setTimeout(() => {
      const { tools } = this.catalog();
      if (tools.length > 0 && deep.vectors(tools) === undefined) void deep.embed(tools);
    }, EMBED_AFTER_MS);
    this.#embedTimer.unref();
  }

  async #execute(tool: Tool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<RawToolResult> {
    const upstream = tool.source.kind === 'mcp' ? this.#pool.get(tool.source.name) : undefined;
    if (upstream !== undefined) return upstream.callTool(tool.originalName, args, context);
    if (this.#options.execute !== undefined) return this.#options.execute(tool, args, context);
    if (tool.source.kind !== 'mcp') {
      throw new ToolscoutError('CALL_FAILED', `${tool.id} has nothing that runs it.`, { details: { ran: false } });
    }
    throw new ToolscoutError('SERVER_UNAVAILABLE', `Server "${tool.source.name}" is not configured any more.`, {
      details: { server: tool.source.name },
    });
  }

  /** Servers whose tools cannot be found at the moment, so that "nothing fits" is never said in their name. */
  #unavailable(): UnavailableServer[] {
    return this.statuses()
      .filter((status) => status.state !== 'ready')
      .map(({ name, state, message }) => ({ server: name, state, ...(message === undefined ? {} : { message }) }));
  }

  /**
   * An unknown name may belong to a server that is down. Where it names that server, the error is that of the server;
   * otherwise it says which servers are missing.
   */
  #withUnavailable(error: unknown): unknown {
    if (!(error instanceof ToolscoutError) || error.code !== 'UNKNOWN_TOOL') return error;
    const down = this.#unavailable();
    if (down.length === 0) return error;
    const reference = String(error.details.reference);
    const owner = down.find(({ server }) => namesToolOf(server, reference));
    if (owner !== undefined) return this.#ownerDown(owner, reference, error);
    const list = down.map(({ server, state }) => `${server} (${state})`).join(', ');
    return new ToolscoutError(error.code, error.message, {
      next: `${error.next ?? ''} Not available at the moment: ${list}.`.trim(),
      details: error.details,
      cause: error,
    });
  }

  #ownerDown({ server, state, message }: UnavailableServer, reference: string, cause: ToolscoutError): ToolscoutError {
    const failure = this.#pool.get(server)?.failure();
    const why = message ?? `Server ${JSON.stringify(server)} is ${state}`;
    const details = { ...failure?.details, server, tool: reference, ran: false };
    return new ToolscoutError('SERVER_UNAVAILABLE', `"${reference}" is not available: ${why}`, {
      next: failure?.next ?? (state === 'starting' ? 'Try again in a moment.' : 'Tell the user.'),
      details,
      cause: failure ?? cause,
    });
  }

  /** Is the tool named in full, and listed already? Then no server that is still starting can change what it means. */
  #isThere(input: unknown): boolean {
    if (!isObject(input)) return false;
    const reference = input.name ?? input.id;
    if (typeof reference !== 'string') return false;
    const catalog = this.catalog();
    return (catalog.byName(reference) ?? catalog.byId(reference)) !== undefined;
  }

  async #grace(graceMs: number): Promise<void> {
    if (this.#options.startGrace === false) return;
    const left = this.#startedAt + graceMs - Date.now();
    if (left > 0) await this.#pool.settled(left);
  }
}

/** Does a written reference start with this server, in one of the spellings that ids and hosts use? */
function namesToolOf(server: string, reference: string): boolean {
  const bare = reference.trim().replace(/^mcp(?::|__|_)/, '');
  return [':', '/', '.', '__'].some((joint) => bare.startsWith(server + joint));
}
