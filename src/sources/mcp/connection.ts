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
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { ServerSpec } from '../server-spec.ts';
import { Backoff } from './backoff.ts';
import type { CallDeadline } from './call-deadline.ts';
import { callFailure } from './call-failure.ts';
import { openSession } from './connect.ts';
import { describeExit, describeRemoteFailure, httpStatus, networkCode, unavailable } from './failures.ts';
import { rawResult } from './raw-results.ts';
import {
  type ConnectOptions,
  closeTransport,
  EXIT_KNOWN_MS,
  NEVER_MS,
  type ProtocolEra,
  type Session,
} from './session.ts';

/** A server that hands out cursors for ever is cut here; the largest real list has a few pages. */
const MAX_PAGES = 1000;
const METHOD_NOT_FOUND = -32601;
/** The farewell to a remote session is a courtesy. */
const END_SESSION_MS = 1000;

/** A tool's own result, as the server sent it: any member may be missing, unknown or of an odd shape. */
export type RawToolResult = Readonly<Record<string, unknown>>;

/** What one call needs beside its arguments. */
export interface ConnectionCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The definition as listed; tells which arguments are repeated in HTTP headers. */
  readonly definition: ToolDefinition | undefined;
  readonly deadline: CallDeadline;
  readonly onProgress: (progress: CallProgress) => void;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
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
}

/** One live connection to one server: lists its tools and calls them. It ends once and is never revived. */
export class Connection {
  readonly #spec: ServerSpec;
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #hooks: ConnectionHooks;
  readonly #ended = new AbortController();
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
    // It may have ended before anybody could hear of it.
    if (client.transport === undefined) queueMicrotask(() => this.#lose(this.#lostProcess()));
    else if (this.era === 'modern') void this.#watchList();
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

  get stderrTail(): string | undefined {
    return this.#session.process?.stderr.text();
  }

  /** Process id of a local server. */
  get pid(): number | undefined {
    return this.#session.process?.pid;
  }

  get ended(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Every page of the tool list, entries unread; `cut` says why it may be incomplete. */
  async listTools(signal: AbortSignal): Promise<{ readonly entries: readonly unknown[]; readonly cut?: string }> {
    const entries: unknown[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (;;) {
      const page = await this.#listPage(cursor, signal);
      for (const entry of page.tools) entries.push(entry);
      if (page.next === undefined) return { entries };
      if (seen.has(page.next)) return { entries, cut: 'the server repeats a cursor: its list may be incomplete' };
      if (seen.size + 1 >= MAX_PAGES)
        return { entries, cut: `the list has more than ${MAX_PAGES} pages; the rest is left out` };
      seen.add(page.next);
      cursor = page.next;
    }
  }

  /** Calls a tool once. The error's `details.ran` is false only where the server certainly did not start on it. */
  async callTool(call: ConnectionCall): Promise<RawToolResult> {
    const { name, definition, deadline, meta } = call;
    try {
      // With a definition at hand the SDK neither looks into its list cache nor, there being no output schema,
      // judges the result; all it adds are the `Mcp-Param-*` headers that revision 2026-07-28 asks for.
      const result = await this.#client.callTool(
        { name, arguments: { ...call.arguments }, ...(meta === undefined ? {} : { _meta: meta }) },
        {
          signal: deadline.signal,
          timeout: NEVER_MS,
          toolDefinition: { name, inputSchema: definitionSchema(definition) },
          onprogress: ({ progress, total, message }) => {
            deadline.touch();
            const extra = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
            call.onProgress({ progress, ...extra });
          },
        },
      );
      return this.#checkResult(name, rawResult(result));
    } catch (error) {
      if (error instanceof ToolscoutError) throw error;
      throw await this.#callFailure(call, error);
    }
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

  get #client(): Client {
    return this.#session.client;
  }

  async #listPage(cursor: string | undefined, signal: AbortSignal): Promise<{ tools: unknown[]; next?: string }> {
    let raw: unknown;
    try {
      const request = { method: 'tools/list' as const, ...(cursor === undefined ? {} : { params: { cursor } }) };
      raw = rawResult(await this.#client.request(request, { signal, timeout: NEVER_MS }));
    } catch (error) {
      if (this.#lost !== undefined) throw this.#lost;
      const hasTools = this.#client.getServerCapabilities()?.tools !== undefined;
      if (!hasTools && error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return { tools: [] };
      throw this.#listFailure(error, signal);
    }
    const tools = isObject(raw) ? own(raw, 'tools') : undefined;
    if (!Array.isArray(tools)) throw unavailable(this.#spec.name, 'its answer to tools/list holds no list of tools');
    const next = isObject(raw) ? own(raw, 'nextCursor') : undefined;
    // Some servers end with an empty cursor instead of none.
    return typeof next === 'string' && next !== '' ? { tools, next } : { tools };
  }

  #listFailure(error: unknown, signal: AbortSignal): ToolscoutError {
    const { name, transport } = this.#spec;
    if (signal.aborted) return unavailable(name, errorMessage(signal.reason), { cause: error });
    const text =
      transport.kind === 'stdio' || error instanceof ProtocolError
        ? truncate(errorMessage(error), 300)
        : describeRemoteFailure(transport, error);
    const failure = unavailable(name, `tools/list failed: ${text}`, { cause: error });
    if (networkCode(error) !== undefined || this.#isForgotten(error)) this.#lose(failure);
    return failure;
  }

  #checkResult(tool: string, raw: unknown): RawToolResult {
    const result = raw as Record<string, unknown>;
    const content = own(result, 'content');
    if (content !== undefined && content !== null && !Array.isArray(content)) {
      const server = this.#spec.name;
      const message = `Server ${JSON.stringify(server)} answered ${JSON.stringify(tool)} with content that is not a list`;
      const next = 'Report this to the maker of the server.';
      throw new ToolscoutError('SERVER_PROTOCOL', message, { next, details: { server, tool, ran: 'unknown' } });
    }
    // The discriminator belongs to the wire of revision 2026-07-28, not to the tool.
    if (own(result, 'resultType') !== 'complete') return result;
    const { resultType: _, ...toolsOwn } = result;
    return toolsOwn;
  }

  async #callFailure(call: ConnectionCall, thrown: unknown): Promise<ToolscoutError> {
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
    const details = { exitCode: process.exit?.code, signal: process.exit?.signal, stderr: process.stderr.lastLine() };
    return unavailable(name, describeExit(process) ?? 'the connection was closed', { details });
  }

  #lose(error: ToolscoutError): void {
    if (this.ended) return;
    this.#lost = error;
    this.#ended.abort();
    void closeTransport(this.#session.transport, this.#options.transports);
    this.#hooks.onLost(error);
  }

  /** Revision 2026-07-28 tells of changes only on a stream that the client opens and opens again. */
  async #watchList(): Promise<void> {
    const client = this.#client;
    if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
    const { signal } = this.#ended;
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        const subscription = await client.listen({ toolsListChanged: true }, { signal });
        // What changed while nobody listened was not announced.
        if (backoff.failures > 0) this.#hooks.onListChanged();
        backoff.reset();
        await subscription.closed;
      } catch (error) {
        if (error instanceof ProtocolError) return;
      }
      await sleep(backoff.next(), undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** The SDK reads only the header marks of the schema and takes any object. */
function definitionSchema(definition: ToolDefinition | undefined): Tool['inputSchema'] {
  const schema = definition?.inputSchema;
  return (isObject(schema) ? schema : { type: 'object' }) as Tool['inputSchema'];
}
