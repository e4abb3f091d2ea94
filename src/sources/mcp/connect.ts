import {
  type FetchLike,
  ProtocolError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { RemoteTransportSpec, ServerSpec, TransportSpec } from '../server-spec.ts';
import { carefulFetch } from './careful-fetch.ts';
import { causes, httpStatus, isAuthStatus, isKnownVersion, networkCode, ownError, unavailable } from './failures.ts';
import { handshake } from './handshake.ts';
import type { UpstreamLog } from './log.ts';
import { RawResultTransport } from './raw-results.ts';
import type { ConnectOptions, Session } from './session.ts';
import { StdioTransport } from './stdio-transport.ts';

/** `UnsupportedProtocolVersion` and JSON-RPC's `method not found`. */
const UNSUPPORTED_VERSION = -32022;
const METHOD_NOT_FOUND = -32601;
/** Noise on stdout is logged this often per process and then no more. */
const MAX_NOISE_LINES = 20;

/** Opens a connection over whatever transport the configuration names; the error says why it could not. */
export async function openSession(spec: ServerSpec, options: ConnectOptions): Promise<Session> {
  const { transport } = spec;
  if (transport.kind === 'stdio') return openStdio(spec, transport, options);
  if (!URL.canParse(transport.url)) {
    const next = 'Correct "url" in the configuration.';
    throw unavailable(spec.name, 'its address is not a URL', { next, details: { lasting: true } });
  }
  return transport.kind === 'sse' ? openSse(spec, transport, options) : openRemote(spec, transport, options);
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
    options.onStderr(process.stderr);
    const raw = new RawResultTransport(process, (value) => noise(JSON.stringify(value)));
    return handshake(spec, { transport: raw, kind: 'stdio', process }, mode, options);
  };
  if (options.knownEra === 'modern') return open('auto');
  try {
    return await open('legacy');
  } catch (error) {
    if (!refusesInitialize(error)) throw error;
    return open('auto');
  }
}

/**
 * Era and transport of a remote server. A discovery request costs a round trip and no process, and any refusal leads
 * to `initialize`; servers that fail on it with a 5xx or in silence get a plain `initialize` on a fresh connection.
 */
async function openRemote(spec: ServerSpec, transport: RemoteTransportSpec, options: ConnectOptions): Promise<Session> {
  try {
    return await openStreamable(spec, transport, 'auto', options);
  } catch (error) {
    const status = httpStatus(error);
    const refused = status !== undefined && status >= 400 && status < 500 && !isAuthStatus(status);
    if (transport.kind !== 'auto' || !refused) throw error;
    const message = `answered HTTP ${status} to Streamable HTTP; trying SSE`;
    options.log({ level: 'debug', server: spec.name, message });
    return openSse(spec, transport, options);
  }
}

async function openStreamable(
  spec: ServerSpec,
  transport: RemoteTransportSpec,
  mode: VersionNegotiationMode,
  options: ConnectOptions,
): Promise<Session> {
  const http = streamableHttp(transport, fetchFor(options));
  const raw = new RawResultTransport(http, () => {});
  const endSession = (): Promise<void> => http.terminateSession();
  try {
    return await handshake(spec, { transport: raw, kind: 'http', endSession }, mode, options);
  } catch (error) {
    const onlyProbed = mode === 'auto' && raw.offeredVersion === undefined && !options.signal.aborted;
    const isDecided =
      isAuthStatus(httpStatus(error)) ||
      networkCode(error) !== undefined ||
      ownError(error)?.code === 'UPSTREAM_SIGN_IN';
    if (!onlyProbed || isDecided) throw error;
    return openStreamable(spec, transport, 'legacy', options);
  }
}

/** The SSE transport belongs to revision 2024-11-05, so there is no newer era to look for. */
function openSse(spec: ServerSpec, transport: RemoteTransportSpec, options: ConnectOptions): Promise<Session> {
  const sse = new SSEClientTransport(new URL(transport.url), {
    requestInit: { headers: { ...transport.headers } },
    fetch: fetchFor(options),
  });
  return handshake(spec, { transport: new RawResultTransport(sse, () => {}), kind: 'sse' }, 'legacy', options);
}

function streamableHttp(transport: RemoteTransportSpec, fetch: FetchLike): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(transport.url), {
    requestInit: { headers: { ...transport.headers } },
    fetch,
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

function fetchFor({ auth }: ConnectOptions): FetchLike {
  return auth === undefined ? carefulFetch : auth.fetch(carefulFetch);
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

function noiseLogger(spec: ServerSpec, log: UpstreamLog): (line: string) => void {
  let lines = 0;
  return (line) => {
    if (++lines > MAX_NOISE_LINES) return;
    const more = lines === MAX_NOISE_LINES ? '; further ones are not reported' : '';
    const bytes = Buffer.byteLength(line);
    const message = `skipped a line of ${bytes} bytes on stdout that is no MCP message${more}`;
    log({ level: 'warn', server: spec.name, message });
    // A server's own text is for whoever looks for its fault; an ordinary log does not carry it on.
    log({ level: 'debug', server: spec.name, message: `the skipped line: ${truncate(line, 200)}` });
  };
}
