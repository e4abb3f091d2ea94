import type { Implementation } from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  DEFAULT_CALL_TIMEOUT_MS,
  DEFAULT_MAX_CONCURRENT_CALLS,
  DEFAULT_MAX_QUEUED_CALLS,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  type ServerSpec,
} from '../server-spec.ts';
import { CallDeadline } from './call-deadline.ts';
import { deadlineError } from './call-failure.ts';
import { CallGate } from './call-gate.ts';
import type { RawToolResult } from './call-result.ts';
import type { CallProgress, Connection } from './connection.ts';
import type { ExchangeClient } from './exchanges.ts';
import type { ToolListCache } from './list-cache.ts';
import type { UpstreamLog } from './log.ts';
import { type SignIns, upstreamAuth } from './oauth/upstream-auth.ts';
import type { ProtocolEra } from './session.ts';
import { Supervisor, type UpstreamState } from './supervisor.ts';
import { EMPTY_LIST, type ToolList, type UpstreamWarning } from './tool-list.ts';

/** Where a server stands, for people and for `list --json`. */
export interface UpstreamStatus {
  readonly name: string;
  /** What it is, where it is no MCP server. */
  readonly kind?: 'openapi';
  readonly state: UpstreamState;
  /** Why it is not ready. */
  readonly message?: string;
  /** The same without the server's name, for places that show it beside the name. */
  readonly reason?: string;
  /** Number of tools after the allow and deny lists. */
  readonly tools: number;
  /** They are those of an earlier run, which the server has not confirmed yet. */
  readonly cached?: true;
  readonly era?: ProtocolEra;
  readonly protocolVersion?: string;
  readonly serverInfo?: { readonly name: string; readonly version: string; readonly title?: string };
  /** When the state was entered, in milliseconds since 1970. */
  readonly since: number;
  /** Connections tried after the first. */
  readonly restarts: number;
  /** Process id of a running local server. */
  readonly pid?: number;
  /** The end of what the server's process wrote to stderr, also after it has failed. */
  readonly stderrTail?: string;
}

export interface UpstreamOptions {
  /** What servers are told about us; give the version of the program here. */
  readonly clientInfo?: Implementation;
  readonly log?: UpstreamLog;
  /** Lists of an earlier run. Default: none. */
  readonly listCache?: ToolListCache;
  /** How people sign in to servers that ask for it. Default: nobody can. */
  readonly signIns?: SignIns;
  /** Whose tokens are used. Default: those of whoever runs the gateway. */
  readonly user?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Silence allowed, instead of the server's `callTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Sent along as the request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** On whose behalf it is called; the server may ask them something on the way. */
  readonly client?: ExchangeClient | undefined;
}

/** A notification of a server: its method and params. */
export type NoticeListener = (method: string, params: Readonly<Record<string, unknown>>) => void;

const DEFAULT_CLIENT_INFO: Implementation = { name: 'toolscout', title: 'Toolscout', version: 'unknown' };
/** Errors that a server gives when its tools are not what we think: unknown method, unknown tool, wrong headers. */
const STALE_LIST_CODES: ReadonlySet<unknown> = new Set([-32601, -32602, -32020]);

/** One configured server for as long as the gateway runs: its tools, its state, and calls to it. */
export class Upstream {
  readonly name: string;
  readonly #spec: ServerSpec;
  readonly #log: UpstreamLog;
  readonly #supervisor: Supervisor;
  readonly #gate: CallGate;
  readonly #listeners = new Set<() => void>();
  readonly #noticeListeners = new Set<NoticeListener>();
  /** The list that {@link #allowed} was made from. */
  #listed: ToolList = EMPTY_LIST;
  #allowed: readonly ToolDefinition[] = EMPTY_LIST.tools;

  constructor(spec: ServerSpec, options: UpstreamOptions = {}) {
    this.name = spec.name;
    this.#spec = spec;
    this.#log = options.log ?? (() => {});
    const { clientInfo = DEFAULT_CLIENT_INFO } = options;
    this.#gate = new CallGate(spec.name, {
      maxConcurrent: spec.maxConcurrentCalls ?? DEFAULT_MAX_CONCURRENT_CALLS,
      maxQueued: spec.maxQueuedCalls ?? DEFAULT_MAX_QUEUED_CALLS,
    });
    this.#supervisor = new Supervisor(spec, {
      clientInfo,
      auth: options.signIns && upstreamAuth(spec, options.signIns, options.user),
      log: this.#log,
      listCache: options.listCache,
      onChange: () => this.#notify(),
      onNotice: (method, params) => {
        for (const listener of [...this.#noticeListeners]) listener(method, params);
      },
    });
  }

  status(): UpstreamStatus {
    const { state, since, starts, failure, latest, stderrTail } = this.#supervisor;
    const { protocolVersion, serverInfo, pid } = latest ?? {};
    return {
      name: this.name,
      state,
      // Also while it is tried again: a server that failed before is not merely slow.
      ...(failure === undefined || state === 'ready' ? {} : failureTexts(failure)),
      tools: this.tools().length,
      ...(this.#supervisor.isCached ? { cached: true as const } : {}),
      ...(latest === undefined ? {} : { era: latest.era }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
      ...(serverInfo === undefined ? {} : { serverInfo }),
      since,
      restarts: Math.max(0, starts - 1),
      ...(pid === undefined || state !== 'ready' ? {} : { pid }),
      ...(stderrTail === undefined || stderrTail === '' ? {} : { stderrTail }),
    };
  }

  /** The last good list, frozen, after the allow and deny lists. The same array as long as nothing changed. */
  tools(): readonly ToolDefinition[] {
    const { list } = this.#supervisor;
    if (list !== this.#listed) {
      this.#listed = list;
      this.#allowed = Object.freeze(list.tools.filter((tool) => this.#isAllowed(tool.name)));
    }
    return this.#allowed;
  }

  /** Why it is not ready; undefined while it is, or while nothing was tried yet. */
  failure(): ToolscoutError | undefined {
    return this.#supervisor.state === 'ready' ? undefined : this.#supervisor.failure;
  }

  /** Faults found in the last good list. */
  warnings(): readonly UpstreamWarning[] {
    return this.#supervisor.list.warnings;
  }

  /** What the server says about its own use. */
  instructions(): string | undefined {
    return this.#supervisor.latest?.instructions;
  }

  /** What the server says it can do; undefined before its first connection. */
  capabilities(): Readonly<Record<string, unknown>> | undefined {
    return this.#supervisor.latest?.capabilities;
  }

  /** Called with notifications that belong to no request. Returns the function that ends this. */
  onNotice(listener: NoticeListener): () => void {
    this.#noticeListeners.add(listener);
    return () => {
      this.#noticeListeners.delete(listener);
    };
  }

  /** Called after each change of the state or the tools. Returns the function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Starts the server. Resolves when it is ready or has failed for the first time; never rejects. */
  start(): Promise<void> {
    return this.#supervisor.start();
  }

  /**
   * Runs a tool under its original name and returns the server's result untouched. In arguments a `bigint` goes out with
   * all its digits; in results numbers beyond 2^53 lose some, as everywhere in JavaScript's JSON. Never repeated once the
   * server may have started on it.
   */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<RawToolResult> {
    if (!this.#isAllowed(name)) {
      const message = `Tool ${JSON.stringify(name)} of server ${JSON.stringify(this.name)} is switched off in the configuration`;
      throw new ToolscoutError('NOT_ALLOWED', message, { details: { server: this.name, tool: name, ran: false } });
    }
    return this.#limited(options, (deadline) => this.#callOnce(name, args, options, deadline));
  }

  /**
   * Sends a request of another kind (resources, prompts, completions) under the limits of a call. The result is the
   * server's own, untouched.
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<RawToolResult> {
    const { meta, client, onProgress } = options;
    const sent = meta === undefined ? params : { ...params, _meta: meta };
    return this.#limited(options, async (deadline) => {
      const connection = await this.#connection(method, deadline);
      return connection.request({ method, params: sent, deadline, client, onProgress });
    });
  }

  /** Asks the server to tell when a resource changes; {@link onNotice} hears of it. */
  async subscribe(uri: string): Promise<void> {
    await this.#limited({}, async (deadline) =>
      (await this.#connection('resources/subscribe', deadline)).subscribe(uri, deadline),
    );
  }

  /** The reverse of {@link subscribe}. */
  async unsubscribe(uri: string): Promise<void> {
    await this.#limited({}, async (deadline) =>
      (await this.#connection('resources/unsubscribe', deadline)).unsubscribe(uri, deadline),
    );
  }

  /** Ends the server once what runs on it has ended, or after `graceMs` at any rate. */
  async retire(graceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.#gate.idle(), late]);
    clearTimeout(timer);
    await this.close();
  }

  /** Ends the server. Resolves when no process of it is left. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }

  async #limited<T>(options: CallOptions, work: (deadline: CallDeadline) => Promise<T>): Promise<T> {
    const deadline = new CallDeadline({
      silenceMs: options.timeoutMs ?? this.#spec.callTimeoutMs ?? DEFAULT_CALL_TIMEOUT_MS,
      totalMs: this.#spec.maxTotalTimeoutMs ?? DEFAULT_MAX_TOTAL_TIMEOUT_MS,
      signal: options.signal,
    });
    const call = (): Promise<T> => work(deadline);
    try {
      return await this.#gate.pass(deadline, () =>
        call().catch((error: unknown) => {
          // The server refused the session before it looked at the call: the only case that is safe to repeat.
          if (error instanceof ToolscoutError && error.details.sessionLost === true) return call();
          throw error;
        }),
      );
    } finally {
      deadline.stop();
    }
  }

  async #callOnce(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { onProgress = () => {}, meta, client }: CallOptions,
    deadline: CallDeadline,
  ): Promise<RawToolResult> {
    const connection = await this.#connection(name, deadline);
    const definition = this.#supervisor.list.tools.find((tool) => tool.name === name);
    try {
      const result = await connection.callTool({
        name,
        arguments: args,
        definition,
        deadline,
        onProgress,
        meta,
        client,
      });
      this.#supervisor.markHealthy();
      return result;
    } catch (error) {
      const isStale = error instanceof ToolscoutError && STALE_LIST_CODES.has(error.details.rpcCode);
      if (isStale) this.#supervisor.requestList();
      throw error;
    }
  }

  async #connection(tool: string, deadline: CallDeadline): Promise<Connection> {
    try {
      const connection = await this.#supervisor.connection(deadline.signal);
      if (deadline.outcome === undefined) return connection;
    } catch (error) {
      if (deadline.outcome === undefined) throw error;
    }
    throw deadlineError(this.name, tool, deadline, false);
  }

  #isAllowed(tool: string): boolean {
    const { allowTools, denyTools } = this.#spec;
    return (allowTools === undefined || allowTools.includes(tool)) && denyTools?.includes(tool) !== true;
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.#log({ level: 'warn', server: this.name, message: `a listener failed: ${errorMessage(error)}` });
      }
    }
  }
}

function failureTexts({ message, details }: ToolscoutError): { message: string; reason: string } {
  return { message, reason: typeof details.reason === 'string' ? details.reason : message };
}
