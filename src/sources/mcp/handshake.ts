import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { errorMessage, type ToolscoutError } from '../../errors.ts';
import { truncate } from '../../shared/truncate.ts';
import type { ServerSpec } from '../server-spec.ts';
import {
  describeExit,
  describeRemoteFailure,
  httpStatus,
  isAuthStatus,
  isKnownVersion,
  networkCode,
  ownError,
  unavailable,
  versionMismatch,
  withReason,
} from './failures.ts';
import { type ConnectOptions, closeTransport, EXIT_KNOWN_MS, NEVER_MS, type Session, type Wire } from './session.ts';

/** A remote server that leaves the discovery request unanswered this long gets a plain `initialize`. */
const PROBE_TIMEOUT_MS = 10_000;

/** One connection serves clients that are not known yet when it opens. */
const OFFERED_CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: { listChanged: true },
};

/** Opens the wire and agrees on a protocol revision; on failure the wire is closed and the error says why. */
export async function handshake(
  spec: ServerSpec,
  wire: Wire,
  mode: VersionNegotiationMode,
  options: ConnectOptions,
): Promise<Session> {
  const { transport, process } = wire;
  options.transports.add(transport);
  const client = new Client(options.clientInfo, {
    // Offered on behalf of whichever client a request comes from; where that one cannot, the server is told so then.
    capabilities: OFFERED_CAPABILITIES,
    inputRequired: { autoFulfill: false },
    versionNegotiation: { mode, probe: { timeoutMs: PROBE_TIMEOUT_MS } },
  });
  try {
    await untilAborted(client.connect(transport, { signal: options.signal, timeout: NEVER_MS }), options.signal);
    return { client, ...wire };
  } catch (error) {
    if (process !== undefined && networkCode(error) !== undefined) await process.goneWithin(EXIT_KNOWN_MS);
    // Not awaited: a server that will not end must not hold up the report. Its owner waits when it closes.
    void closeTransport(transport, options.transports);
    throw startFailure(spec, wire, error, options);
  }
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
  { process, transport }: Wire,
  cause: unknown,
  { signal, auth }: ConnectOptions,
): ToolscoutError {
  const { name } = spec;
  const known = ownError(cause);
  if (known?.code === 'UPSTREAM_SIGN_IN' || known?.code === 'SERVER_UNAVAILABLE') return known;
  if (known !== undefined) {
    const details = { ...known.details, lasting: true };
    return unavailable(name, known.message, {
      ...(known.next === undefined ? {} : { next: known.next }),
      details,
      cause,
    });
  }
  const exit = process === undefined ? undefined : describeExit(process);
  if (exit !== undefined) return unavailable(name, exit, { cause });
  if (signal.aborted) return unavailable(name, withReason(errorMessage(signal.reason), process), { cause });
  const { answeredVersion } = transport;
  if (answeredVersion !== undefined && !isKnownVersion(answeredVersion)) return versionMismatch(name, answeredVersion);
  if (spec.transport.kind === 'stdio') {
    const text = truncate(errorMessage(cause), 300);
    return unavailable(name, withReason(`the handshake failed: ${text}`, process), { cause });
  }
  const reason = describeRemoteFailure(spec.transport, cause);
  const status = httpStatus(cause);
  if (status === 401 && auth !== undefined) return auth.required(status);
  if (!isAuthStatus(status)) return unavailable(name, reason, { cause });
  const next = 'Put valid credentials into "headers" of this server in the configuration.';
  return unavailable(name, reason, { next, details: { lasting: true, auth: true }, cause });
}
