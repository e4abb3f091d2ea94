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
import { describeExit, describeRemoteFailure, httpStatus, networkCode, unavailable } from './failures.ts';
import { type ListedEntries, listPages } from './list-pages.ts';
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
      return await listPages(async (cursor) => {
        const request = { method: 'tools/list' as const, ...(cursor === undefined ? {} : { params: { cursor } }) };
        return rawResult(await this.#client.request(request, { signal, timeout: NEVER_MS }));
      });
    } catch (error) {
      const hasTools = this.#client.getServerCapabilities()?.tools !== undefined;
      if (!hasTools && error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return { entries: [] };
      throw this.#lost ?? this.#listFailure(error, signal);
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
      return readCallResult(this.#spec.name, name, rawResult(result) as RawToolResult);
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

/** The SDK reads only the header marks of the schema and takes any object. */
function definitionSchema(definition: ToolDefinition | undefined): Tool['inputSchema'] {
  const schema = definition?.inputSchema;
  return (isObject(schema) ? schema : { type: 'object' }) as Tool['inputSchema'];
}
