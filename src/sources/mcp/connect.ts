import {
  Client,
  type Implementation,
  ProtocolError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { RemoteTransportSpec, ServerSpec, TransportSpec } from '../server-spec.ts';
import {
  causes,
  describeExit,
  describeRemoteFailure,
  httpStatus,
  isKnownVersion,
  networkCode,
  unavailable,
  versionMismatch,
  withLastLine,
} from './failures.ts';
import type { UpstreamLog } from './log.ts';
import { RawResultTransport } from './raw-results.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Family of protocol revisions: `initialize` (up to 2025-11-25) or `server/discover` (from 2026-07-28). */
export type ProtocolEra = 'legacy' | 'modern';

export interface ConnectOptions {
  readonly clientInfo: Implementation;
  readonly log: UpstreamLog;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** Era of the last connection to this server, so that a restart need not find it out again. */
  readonly knownEra?: ProtocolEra | undefined;
  /** Every transport that is not closed yet; whoever owns the set closes what is left in it. */
  readonly transports: Set<Transport>;
}

/** An open connection: handshake done, nothing listed yet. */
export interface Session {
  readonly client: Client;
  readonly transport: RawResultTransport;
  readonly kind: 'stdio' | 'http' | 'sse';
  /** The server's process, when it is one of ours. */
  readonly process: StdioTransport | undefined;
  /** Tells a remote server that its session is over. */
  readonly endSession?: () => Promise<void>;
}

/** `UnsupportedProtocolVersion` and JSON-RPC's `method not found`. */
const UNSUPPORTED_VERSION = -32022;
const METHOD_NOT_FOUND = -32601;
/** A remote server that leaves the discovery request unanswered this long gets a plain `initialize`. */
const PROBE_TIMEOUT_MS = 10_000;
/** Longest delay a Node timer takes: the attempt's own signal is what ends it. */
export const NEVER_MS: number = 2 ** 31 - 1;
/** A write to a dead process fails a moment before its exit is known. */
export const EXIT_KNOWN_MS = 500;
/** Noise on stdout is logged this often per process, then only counted. */
const MAX_NOISE_LINES = 20;

/** Opens a connection over whatever transport the configuration names; the error says why it could not. */
export async function openSession(spec: ServerSpec, options: ConnectOptions): Promise<Session> {
  return spec.transport.kind === 'stdio'
    ? openStdio(spec, spec.transport, options)
    : openRemote(spec, spec.transport, options);
}

/**
 * Era of a local server. Nearly all of them today know only `initialize`, and some exit on, or never answer, any other
 * first request; the SDK therefore probes on a second process, which doubles a start that may have to download the
 * server first. We ask with `initialize`, which both kinds answer at once: a server of both eras is then used in the
 * older one, which does all that we need, and a server of the new era alone says so and is started once more.
 */
async function openStdio(
  spec: ServerSpec,
  transport: Extract<TransportSpec, { kind: 'stdio' }>,
  options: ConnectOptions,
): Promise<Session> {
  const open = (mode: VersionNegotiationMode): Promise<Session> => {
    const noise = noiseLogger(spec, options.log);
    const process = new StdioTransport(transport, noise);
    const raw = new RawResultTransport(process, (value) => noise(JSON.stringify(value)));
    return handshake(spec, { transport: raw, kind: 'stdio', process }, mode, options);
  };
  if (options.knownEra !== 'modern') {
    try {
      return await open('legacy');
    } catch (error) {
      if (!refusesInitialize(error)) throw error;
    }
  }
  return open('auto');
}

/**
 * Era and transport of a remote server. A discovery request costs a round trip and no process, and any refusal leads
 * to `initialize`; servers that fail on it with a 5xx or in silence get a plain `initialize` on a fresh connection.
 */
async function openRemote(spec: ServerSpec, transport: RemoteTransportSpec, options: ConnectOptions): Promise<Session> {
  if (!URL.canParse(transport.url)) {
    const next = 'Correct "url" in the configuration.';
    throw unavailable(spec.name, 'its address is not a URL', { next, details: { lasting: true } });
  }
  if (transport.kind === 'sse') return openSse(spec, transport, options);
  const open = (mode: VersionNegotiationMode): Promise<Session> => {
    const raw = new RawResultTransport(streamableHttp(transport), () => {});
    return handshake(spec, { transport: raw, kind: 'http', process: undefined }, mode, options).catch(
      (error: unknown) => {
        const probing = mode === 'auto' && raw.offeredVersion === undefined && !options.signal.aborted;
        if (probing && !isAuthStatus(httpStatus(error)) && networkCode(error) === undefined) return open('legacy');
        throw error;
      },
    );
  };
  try {
    return await open('auto');
  } catch (error) {
    const status = httpStatus(error);
    const refused = status !== undefined && status >= 400 && status < 500 && !isAuthStatus(status);
    if (transport.kind !== 'auto' || !refused) throw error;
    options.log({
      level: 'debug',
      server: spec.name,
      message: `answered HTTP ${status} to Streamable HTTP; trying SSE`,
    });
    return openSse(spec, transport, options);
  }
}

/** The SSE transport belongs to revision 2024-11-05, so there is no newer era to look for. */
function openSse(spec: ServerSpec, transport: RemoteTransportSpec, options: ConnectOptions): Promise<Session> {
  const sse = new SSEClientTransport(new URL(transport.url), { requestInit: { headers: { ...transport.headers } } });
  return handshake(
    spec,
    { transport: new RawResultTransport(sse, () => {}), kind: 'sse', process: undefined },
    'legacy',
    options,
  );
}

function streamableHttp(transport: RemoteTransportSpec): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(transport.url), {
    requestInit: { headers: { ...transport.headers } },
    // The stream of notices is opened again for as long as the connection is wanted, but holds up no exit.
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: Number.POSITIVE_INFINITY,
    },
    reconnectionScheduler: (reconnect, delayMs) => {
      const timer = setTimeout(reconnect, delayMs).unref();
      return () => clearTimeout(timer);
    },
  });
}

async function handshake(
  spec: ServerSpec,
  parts: Omit<Session, 'client'>,
  mode: VersionNegotiationMode,
  options: ConnectOptions,
): Promise<Session> {
  const { transport } = parts;
  options.transports.add(transport);
  const client = new Client(options.clientInfo, {
    // Nothing is offered to servers: elicitation, sampling and roots are answered with "method not found".
    capabilities: {},
    inputRequired: { autoFulfill: false },
    versionNegotiation: { mode, probe: { timeoutMs: PROBE_TIMEOUT_MS } },
  });
  try {
    await untilAborted(client.connect(transport, { signal: options.signal, timeout: NEVER_MS }), options.signal);
    return { client, ...parts };
  } catch (error) {
    if (parts.process !== undefined && networkCode(error) !== undefined) await parts.process.goneWithin(EXIT_KNOWN_MS);
    // Not awaited: a server that will not end must not hold up the report. Its owner waits when it closes.
    void closeTransport(transport, options.transports);
    throw startFailure(spec, parts, error, options.signal);
  }
}

/** Closes a transport and takes it from the set of open ones. Never rejects. */
export async function closeTransport(transport: Transport, open: Set<Transport>): Promise<void> {
  await transport.close().catch(() => {});
  open.delete(transport);
}

/** The SDK cannot abort every step of a connection (waiting for the SSE endpoint, for one), so the wait itself ends. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    work.catch(() => {});
  }
}

function startFailure(
  spec: ServerSpec,
  { process, transport }: Omit<Session, 'client'>,
  cause: unknown,
  signal: AbortSignal,
): ToolscoutError {
  const { name } = spec;
  if (cause instanceof ToolscoutError) {
    const details = { ...cause.details, lasting: true };
    return unavailable(name, cause.message, {
      ...(cause.next === undefined ? {} : { next: cause.next }),
      details,
      cause,
    });
  }
  const exit = process === undefined ? undefined : describeExit(process);
  if (exit !== undefined) return unavailable(name, exit, { cause });
  if (signal.aborted) return unavailable(name, withLastLine(errorMessage(signal.reason), process), { cause });
  const { answeredVersion } = transport;
  if (answeredVersion !== undefined && !isKnownVersion(answeredVersion)) return versionMismatch(name, answeredVersion);
  if (spec.transport.kind === 'stdio') {
    const text = truncate(errorMessage(cause), 300);
    return unavailable(name, withLastLine(`the handshake failed: ${text}`, process), { cause });
  }
  const reason = describeRemoteFailure(spec.transport, cause);
  if (!isAuthStatus(httpStatus(cause))) return unavailable(name, reason, { cause });
  const next = 'Put valid credentials into "headers" of this server in the configuration.';
  return unavailable(name, reason, { next, details: { lasting: true, auth: true }, cause });
}

/** A server of the new era alone answers `initialize` with the versions it speaks, or does not know the method. */
function refusesInitialize(error: unknown): boolean {
  const refusal = causes(error).find((inner) => inner instanceof ProtocolError);
  if (refusal === undefined) return false;
  if (refusal.code === UNSUPPORTED_VERSION || refusal.code === METHOD_NOT_FOUND) return true;
  const supported = isObject(refusal.data) ? own(refusal.data, 'supported') : undefined;
  return (
    Array.isArray(supported) && supported.some((version) => typeof version === 'string' && !isKnownVersion(version))
  );
}

function isAuthStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

function noiseLogger(spec: ServerSpec, log: UpstreamLog): (line: string) => void {
  let lines = 0;
  return (line) => {
    if (++lines > MAX_NOISE_LINES) return;
    const more = lines === MAX_NOISE_LINES ? ' (further ones are not shown)' : '';
    const message = `skipped a line on stdout that is no MCP message: ${truncate(line, 200)}${more}`;
    log({ level: 'warn', server: spec.name, message });
  };
}
