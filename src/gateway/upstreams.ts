import type { CallContext, RawToolResult } from '../calling/index.ts';
import { ToolscoutError } from '../errors.ts';
import { OpenApiPool, type PoolChanges, type Upstream, UpstreamPool, type UpstreamStatus } from '../sources/index.ts';
import type { Tool, ToolEntry } from '../tools/index.ts';
import { callUpstream } from './forward/call-upstream.ts';
import type { GatewayOptions, GatewayUpdate } from './gateway-options.ts';
import type { Logger } from './log.ts';
import type { ServerEntries } from './server-entries.ts';
import { PACKAGE_VERSION } from './version.ts';

/** How long calls to a server that is configured no more may still take. */
const RETIRE_MS = 60_000;
/** One server that takes long must not keep the others from being used. */
const READY_AFTER_MS = 5_000;

/** Everything that runs the tools of one gateway: MCP servers, HTTP APIs, and whoever made the gateway. */
export class Upstreams {
  /** The MCP servers among them, with what only those have: resources, prompts, tokens of their own. */
  readonly servers: UpstreamPool;
  readonly #services: OpenApiPool;
  readonly #execute: GatewayOptions['execute'];
  #failed: GatewayUpdate['failed'];
  #startedAt = 0;

  constructor(options: GatewayOptions, log: Logger) {
    const { servers, openapi = [], failed, listCache, signIns, execute } = options;
    this.#failed = failed;
    this.#execute = execute;
    this.servers = new UpstreamPool(servers, {
      clientInfo: { name: 'toolscout', title: 'Toolscout', version: PACKAGE_VERSION },
      log: (event) => log[event.level]({ server: event.server }, event.message),
      ...(listCache === undefined ? {} : { listCache }),
      ...(signIns === undefined ? {} : { signIns }),
    });
    this.#services = new OpenApiPool(openapi, (service) => {
      const { name: server } = service;
      const error = service.failure();
      if (error !== undefined) log.warn({ server, err: error }, 'an OpenAPI service has no tools');
      for (const warning of service.warnings()) log.warn({ server }, `OpenAPI document: ${warning}`);
    });
  }

  /** Starts all at once and returns; {@link settled} tells when they are through. */
  start(): void {
    this.#startedAt = Date.now();
    this.servers.start();
    this.#services.start();
  }

  get isStarted(): boolean {
    return this.#startedAt > 0;
  }

  /** Resolves when each is ready or failed, or when the time is over. */
  async settled(timeoutMs?: number): Promise<void> {
    await Promise.all([this.servers.settled(timeoutMs), this.#services.settled(timeoutMs)]);
  }

  /** As {@link settled}, for what is left of so many milliseconds after the start. */
  async grace(graceMs: number): Promise<void> {
    const left = this.#startedAt + graceMs - Date.now();
    if (left <= 0) return;
    // What a server listed the last time is worth more than a wait.
    const isKnown = (upstream: Upstream): boolean => upstream.status().cached === true;
    await Promise.all([this.servers.settled(left, isKnown), this.#services.settled(left)]);
  }

  /** Those that stay as they are go on undisturbed; calls that run on the others end as they would have. */
  update(update: GatewayUpdate): PoolChanges {
    this.#failed = update.failed;
    const servers = this.servers.update(update.servers, RETIRE_MS);
    const services = this.#services.update(update.openapi ?? []);
    return {
      added: [...servers.added, ...services.added],
      removed: [...servers.removed, ...services.removed],
      replaced: [...servers.replaced, ...services.replaced],
    };
  }

  /** Their tools of this moment. */
  *entries(table: ServerEntries): Generator<ToolEntry> {
    for (const upstream of this.servers.list()) yield* table.of(upstream);
    for (const service of this.#services.list()) yield* table.withFile(service.entries());
  }

  /** How each is doing, in order of name; those too that the configuration had ruled out. */
  statuses(): readonly UpstreamStatus[] {
    const failed = (this.#failed ?? []).map(
      ({ name, message }): UpstreamStatus => ({
        name,
        state: 'failed',
        message,
        reason: message,
        tools: 0,
        since: this.#startedAt,
        restarts: 0,
      }),
    );
    const running = [...this.servers.list(), ...this.#services.list()].map((one) => one.status());
    return [...running, ...failed].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** How many are in each state, and whether each is through its start or has had its time for it. */
  started(): { readonly states: Partial<Record<UpstreamStatus['state'], number>>; readonly isThrough: boolean } {
    const states: Partial<Record<UpstreamStatus['state'], number>> = {};
    for (const { state } of this.statuses()) states[state] = (states[state] ?? 0) + 1;
    return { states, isThrough: states.starting === undefined || Date.now() - this.#startedAt >= READY_AFTER_MS };
  }

  /** Why one is not ready; undefined while it is, or while nothing was tried yet. */
  failureOf(name: string): ToolscoutError | undefined {
    return (this.servers.get(name) ?? this.#services.get(name))?.failure();
  }

  /** Calls the listener whenever one changes its state or its tools. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    const ends = [this.servers.onChange(listener), this.#services.onChange(listener)];
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * Runs a tool at whatever it came from.
   * @throws ToolscoutError `CALL_FAILED`, `SERVER_UNAVAILABLE` where there is nothing that could
   */
  async call(tool: Tool, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<RawToolResult> {
    const { kind, name } = tool.source;
    const upstream = kind === 'mcp' ? this.servers.connectionOf(name, context.session, context.caller) : undefined;
    if (upstream !== undefined) return callUpstream(upstream, tool.originalName, args, context);
    const service = kind === 'openapi' ? this.#services.get(name) : undefined;
    if (service !== undefined) return service.call(tool.originalName, args, context);
    if (this.#execute !== undefined) return this.#execute(tool, args, context);
    if (kind !== 'mcp') {
      throw new ToolscoutError('CALL_FAILED', `${tool.id} has nothing that runs it.`, { details: { ran: false } });
    }
    throw new ToolscoutError('SERVER_UNAVAILABLE', `Server "${name}" is not configured any more.`, {
      details: { server: name },
    });
  }

  /** Ends all servers; none of their processes is left when it resolves. */
  close(graceMs: number): Promise<void> {
    return this.servers.close(graceMs);
  }
}
