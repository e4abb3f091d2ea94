import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  ProtocolError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  type Tool,
} from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { ServerSpec } from '../server-spec.ts';
import type { CallDeadline } from './call-deadline.ts';
import { callFailure } from './call-failure.ts';
import { type RawToolResult, readCallResult } from './call-result.ts';
import { openSession } from './connect.ts';
import { type ExchangeClient, Exchanges } from './exchanges.ts';
import { describeExit, describeRemoteFailure, httpStatus, networkCode, ownError, unavailable } from './failures.ts';
import { headerMarkFault } from './header-marks.ts';
import { type ListedEntries, listPages } from './list-pages.ts';
import { endsAccess } from './oauth/sign-in-required.ts';
import { rawResult } from './raw-results.ts';
import {
  type ConnectOptions,
  closeTransport,
  EXIT_KNOWN_MS,
  NEVER_MS,
  type ProtocolEra,
  type Session,
} from './session.ts';
import { watchList } from './watch-list.ts';

const METHOD_NOT_FOUND = -32601;
/** The farewell to a remote session is a courtesy. */
const END_SESSION_MS = 1000;

/** What one call needs beside its arguments. */
export interface ConnectionCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The definition as listed; tells which arguments are repeated in HTTP headers. */
  readonly definition: ToolDefinition | undefined;
  readonly deadline: CallDeadline;
  readonly onProgress: (progress: CallProgress) => void;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Who waits for the result, and may be asked on the way. */
  readonly client?: ExchangeClient | undefined;
}

/** A request other than the call of a tool. */
export interface ConnectionRequest extends Pick<ConnectionCall, 'deadline' | 'client'> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Without it no progress is asked for. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
}

/** A progress report of the server. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ConnectionHooks {
  /** The connection was lost; it is not called for {@link Connection.close}. */
  readonly onLost: (error: ToolscoutError) => void;
  readonly onListChanged: () => void;
  /** Any other notification that is nobody's in particular: changed resources and prompts, log messages. */
  readonly onNotice: (method: string, params: Readonly<Record<string, unknown>>) => void;
}

/** One live connection to one server: lists its tools and calls them. It ends once and is never revived. */
export class Connection {
  readonly #spec: ServerSpec;
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #hooks: ConnectionHooks;
  readonly #ended = new AbortController();
  readonly #exchanges = new Exchanges();
  /** Streams on which a server of revision 2026-07-28 tells of one resource. */
  readonly #subscriptions = new Map<string, AbortController>();
  #lost: ToolscoutError | undefined;

  private constructor(spec: ServerSpec, session: Session, options: ConnectOptions, hooks: ConnectionHooks) {
    this.#spec = spec;
    this.#session = session;
    this.#options = options;
    this.#hooks = hooks;
    const { client } = session;
    client.onclose = () => this.#lose(this.#lostProcess());
    client.onerror = (error) => this.#onError(error);
    client.setNotificationHandler('notifications/tools/list_changed', () => hooks.onListChanged());
    client.fallbackRequestHandler = ({ method, params }, context) =>
      this.#exchanges.ask(method, params, context.mcpReq.signal) as Promise<never>;
    client.fallbackNotificationHandler = async ({ method, params = {} }) => this.#onNotice(method, params);
    // It may have ended before anybody could hear of it.
    if (client.transport === undefined) queueMicrotask(() => this.#lose(this.#lostProcess()));
    else if (this.era === 'modern') void watchList(client, this.#ended.signal, hooks.onListChanged);
  }

  /** Connects and shakes hands. */
  static async open(spec: ServerSpec, options: ConnectOptions, hooks: ConnectionHooks): Promise<Connection> {
    return new Connection(spec, await openSession(spec, options), options, hooks);
  }

  get era(): ProtocolEra {
    return this.#client.getProtocolEra() ?? 'legacy';
  }

  get protocolVersion(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  get serverInfo(): { readonly name: string; readonly version: string; readonly title?: string } | undefined {
    const info = this.#client.getServerVersion();
    if (info === undefined) return undefined;
    return { name: info.name, version: info.version, ...(info.title === undefined ? {} : { title: info.title }) };
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  /** What the server says it can do. */
  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#client.getServerCapabilities() ?? {};
  }

  /** Process id of a local server. */
  get pid(): number | undefined {
    return this.#session.process?.pid;
  }

  get ended(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Every page of the tool list, entries unread. */
  async listTools(signal: AbortSignal): Promise<ListedEntries> {
    try {
      const list = await listPages(async (cursor) => {
        const request = { method: 'tools/list' as const, ...(cursor === undefined ? {} : { params: { cursor } }) };
        return rawResult(await this.#client.request(request, { signal, timeout: NEVER_MS }));
      });
      return this.era === 'modern' && this.#session.kind === 'http' ? this.#withoutHeaderFaults(list) : list;
    } catch (error) {
      const hasTools = this.#client.getServerCapabilities()?.tools !== undefined;
      if (!hasTools && error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return { entries: [] };
      throw this.#lost ?? this.#listFailure(error, signal);
    }
  }

  /** Calls a tool once. The error's `details.ran` is false only where the server certainly did not start on it. */
  async callTool(call: ConnectionCall): Promise<RawToolResult> {
    const { name, definition, deadline, meta, client } = call;
    try {
      // With a definition at hand the SDK neither looks into its list cache nor, there being no output schema,
      // judges the result; all it adds are the `Mcp-Param-*` headers that revision 2026-07-28 asks for.
      const params = { name, arguments: { ...call.arguments }, ...client?.answers, ...metaFor(this.era, meta) };
      const result = await this.#exchanges.run(patient(client, deadline), () =>
        this.#client.callTool(params, {
          signal: deadline.signal,
          timeout: NEVER_MS,
          toolDefinition: { name, inputSchema: definitionSchema(definition) },
          onprogress: progressReader(deadline, call.onProgress),
        }),
      );
      return readCallResult(this.#spec.name, name, rawResult(result) as RawToolResult);
    } catch (error) {
      if (endsAccess(error)) throw await this.#callFailure(call, error);
      if (error instanceof ToolscoutError) throw error;
      throw await this.#callFailure(call, error);
    }
  }

  /** Sends a request of another kind and returns its result as it came. Errors are those of {@link callTool}. */
  async request(request: ConnectionRequest): Promise<RawToolResult> {
    const { method, params, deadline, client, onProgress } = request;
    try {
      const { _meta: meta, ...own } = params;
      const sent = {
        method: method as 'resources/list',
        params: { ...own, ...client?.answers, ...metaFor(this.era, meta) },
      };
      const result = await this.#exchanges.run(patient(client, deadline), () =>
        this.#client.request(sent, {
          signal: deadline.signal,
          timeout: NEVER_MS,
          ...(onProgress === undefined ? {} : { onprogress: progressReader(deadline, onProgress) }),
        }),
      );
      return (rawResult(result) ?? result) as RawToolResult;
    } catch (error) {
      throw await this.#callFailure({ name: method, deadline }, error);
    }
  }

  /** Asks to be told when this resource changes, in the way of the connection's era. */
  async subscribe(uri: string, deadline: CallDeadline): Promise<void> {
    if (this.era === 'legacy') {
      await this.request({ method: 'resources/subscribe', params: { uri }, deadline });
      return;
    }
    if (this.#subscriptions.has(uri)) return;
    const stop = new AbortController();
    this.#subscriptions.set(uri, stop);
    const signal = AbortSignal.any([stop.signal, this.#ended.signal]);
    try {
      await this.#client.listen({ resourceSubscriptions: [uri] }, { signal });
    } catch (error) {
      this.#subscriptions.delete(uri);
      throw await this.#callFailure({ name: 'subscriptions/listen', deadline }, error);
    }
  }

  /** The reverse of {@link subscribe}. */
  async unsubscribe(uri: string, deadline: CallDeadline): Promise<void> {
    if (this.era === 'legacy') {
      await this.request({ method: 'resources/unsubscribe', params: { uri }, deadline });
      return;
    }
    this.#subscriptions.get(uri)?.abort();
    this.#subscriptions.delete(uri);
  }

  /** Ends the connection and, for a local server, its process group. Resolves when nothing of it is left. */
  async close(): Promise<void> {
    const wasOpen = this.#lost === undefined;
    this.#lost ??= unavailable(this.#spec.name, 'the connection was closed on our side');
    this.#ended.abort();
    if (wasOpen) {
      await Promise.race([
        this.#session.endSession?.().catch(() => {}),
        sleep(END_SESSION_MS, undefined, { ref: false }),
      ]);
    }
    await closeTransport(this.#session.transport, this.#options.transports);
  }

  /** Revision 2026-07-28 forbids tools over HTTP whose arguments are marked for headers in a way that misleads. */
  #withoutHeaderFaults(list: ListedEntries): ListedEntries {
    const entries = list.entries.filter((entry) => {
      const fault = isObject(entry) ? headerMarkFault(entry.inputSchema) : undefined;
      if (fault === undefined) return true;
      const message = `left out tool ${JSON.stringify((entry as { name?: unknown }).name)}: ${fault}`;
      this.#options.log({ level: 'warn', server: this.#spec.name, message });
      return false;
    });
    return { ...list, entries };
  }

  get #client(): Client {
    return this.#session.client;
  }

  #listFailure(error: unknown, signal: AbortSignal): ToolscoutError {
    const { name, transport } = this.#spec;
    const known = ownError(error);
    if (known !== undefined) {
      if (endsAccess(known)) this.#lose(known);
      return known;
    }
    if (signal.aborted) return unavailable(name, errorMessage(signal.reason), { cause: error });
    const text =
      transport.kind === 'stdio' || error instanceof ProtocolError
        ? truncate(errorMessage(error), 300)
        : describeRemoteFailure(transport, error);
    const failure = unavailable(name, `tools/list failed: ${text}`, { cause: error });
    if (networkCode(error) !== undefined || this.#isForgotten(error)) this.#lose(failure);
    return failure;
  }

  /** What a server says about a request goes to whoever waits for that request, and to nobody else. */
  #onNotice(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'notifications/elicitation/complete' && this.#exchanges.complete(params)) return;
    if (method !== 'notifications/message' || this.#exchanges.idle) this.#hooks.onNotice(method, params);
    else this.#exchanges.only?.notify(method, params);
  }

  async #callFailure(call: Pick<ConnectionCall, 'name' | 'deadline'>, thrown: unknown): Promise<ToolscoutError> {
    const stillOpen = (): boolean => this.#lost === undefined && call.deadline.outcome === undefined;
    if (this.#session.process !== undefined && networkCode(thrown) !== undefined && stillOpen()) {
      await this.#session.process.goneWithin(EXIT_KNOWN_MS);
    }
    const { error, endsConnection } = callFailure(
      {
        spec: this.#spec,
        tool: call.name,
        deadline: call.deadline,
        lost: this.#lost,
        hasSession: this.#session.transport.sessionId !== undefined,
        auth: this.#options.auth,
      },
      thrown,
    );
    if (endsConnection) this.#lose(error);
    return error;
  }

  #onError(error: Error): void {
    const { transport, name } = this.#spec;
    if (transport.kind === 'stdio') {
      this.#options.log({ level: 'debug', server: name, message: truncate(errorMessage(error), 300) });
      return;
    }
    const message = describeRemoteFailure(transport, error);
    if (this.#endsStream(error)) this.#lose(unavailable(name, message, { cause: error }));
    else this.#options.log({ level: 'debug', server: name, message });
  }

  /** Failed calls report their own errors; here it is about the stream that the server talks to us on. */
  #endsStream(error: Error): boolean {
    // The one stream of SSE carries every answer: once it breaks, its session and the open calls are lost.
    if (this.#session.kind === 'sse') return error instanceof SseError;
    const isStream = error instanceof SdkHttpError && error.code === SdkErrorCode.ClientHttpFailedToOpenStream;
    return isStream && this.#isForgotten(error);
  }

  /** Does the server no longer know our session? */
  #isForgotten(error: unknown): boolean {
    return httpStatus(error) === 404 && this.#session.transport.sessionId !== undefined;
  }

  #lostProcess(): ToolscoutError {
    const { process } = this.#session;
    const { name } = this.#spec;
    if (process === undefined) return unavailable(name, 'the connection was closed');
    const details = { exitCode: process.exit?.code, signal: process.exit?.signal, stderr: process.stderr.reason() };
    return unavailable(name, describeExit(process) ?? 'the connection was closed', { details });
  }

  #lose(error: ToolscoutError): void {
    if (this.ended) return;
    this.#lost = error;
    this.#ended.abort();
    void closeTransport(this.#session.transport, this.#options.transports);
    this.#hooks.onLost(error);
  }
}

/** `_meta` of a request; what only revision 2026-07-28 has a place for stays away from older servers. */
function metaFor(era: ProtocolEra, meta: unknown): { _meta?: Record<string, unknown> } {
  if (!isObject(meta)) return {};
  const kept = Object.entries(meta).filter(([key]) => era === 'modern' || !key.startsWith('io.modelcontextprotocol/'));
  return kept.length === 0 ? {} : { _meta: Object.fromEntries(kept) };
}

/** The client, while whose answer is waited for no silence of the server is counted. */
function patient(client: ExchangeClient | undefined, deadline: CallDeadline): ExchangeClient | undefined {
  if (client === undefined) return undefined;
  return {
    session: client.session,
    capabilities: client.capabilities,
    notify: (method, params) => {
      deadline.touch();
      client.notify(method, params);
    },
    request: async (method, params, signal) => {
      const release = deadline.hold();
      try {
        return await client.request(
          method,
          params,
          signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
        );
      } finally {
        release();
      }
    },
  };
}

function progressReader(deadline: CallDeadline, onProgress: (progress: CallProgress) => void) {
  return ({
    progress,
    total,
    message,
  }: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }): void => {
    deadline.touch();
    const extra = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
    onProgress({ progress, ...extra });
  };
}

/** The SDK reads only the header marks of the schema and takes any object. */
function definitionSchema(definition: ToolDefinition | undefined): Tool['inputSchema'] {
  const schema = definition?.inputSchema;
  return (isObject(schema) ? schema : { type: 'object' }) as Tool['inputSchema'];
}
