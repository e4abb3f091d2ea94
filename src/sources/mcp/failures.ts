import {
  InsufficientScopeError,
  SdkHttpError,
  SseError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError, type ToolscoutErrorOptions } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { RemoteTransportSpec } from '../server-spec.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** A foreign text inside a message of ours is cut here. */
const MAX_FOREIGN_TEXT = 300;
/** The revision that has no `initialize`; the SDK keeps its own list of these to itself. */
const MODERN_VERSION = '2026-07-28';

/** HTTP status behind an error of the SDK's transports, however deep it is wrapped. */
export function httpStatus(error: unknown): number | undefined {
  for (const inner of causes(error)) {
    if (inner instanceof SdkHttpError && typeof inner.data.status === 'number') return inner.data.status;
    if (inner instanceof InsufficientScopeError) return 403;
    if (inner instanceof SseError && inner.code !== undefined) return inner.code;
  }
  return undefined;
}

/** The error of ours that the SDK wrapped on its way here, if there is one. */
export function ownError(error: unknown): ToolscoutError | undefined {
  return causes(error).find((inner) => inner instanceof ToolscoutError);
}

/** Is it a status by which a server asks for (other) credentials? */
export function isAuthStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** System error code (`ECONNREFUSED`, `ENOTFOUND` …) behind a failed `fetch`. */
export function networkCode(error: unknown): string | undefined {
  for (const inner of causes(error)) {
    const code = own(inner as unknown as Record<string, unknown>, 'code');
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/.test(code))
      return code;
  }
  return undefined;
}

/** How the process ended, with its last words: `exited with code 1: fatal: no database`. */
export function describeExit(process: StdioTransport): string | undefined {
  const { exit, fault } = process;
  if (fault !== undefined) return fault;
  if (exit === undefined) return undefined;
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return withReason(how, process);
}

/** Appends the line of stderr that most likely holds the reason. */
export function withReason(text: string, process: StdioTransport | undefined): string {
  const line = process?.stderr.reason();
  return line === undefined ? text : `${text}: ${truncate(line, MAX_FOREIGN_TEXT)}`;
}

/** The address without query and credentials, where keys are often put. */
function safeUrl(spec: RemoteTransportSpec): string {
  if (!URL.canParse(spec.url)) return 'its address';
  const url = new URL(spec.url);
  return `${url.origin}${url.pathname}`;
}

/** What went wrong between us and a remote server, in words for the person who configured it. */
export function describeRemoteFailure(spec: RemoteTransportSpec, error: unknown): string {
  const status = httpStatus(error);
  if (isAuthStatus(status)) {
    return `${safeUrl(spec)} answered HTTP ${status}: authentication is required or was refused`;
  }
  if (status !== undefined) return `${safeUrl(spec)} answered HTTP ${status}`;
  const code = networkCode(error);
  if (code !== undefined) return `${safeUrl(spec)} cannot be reached (${code})`;
  return `${safeUrl(spec)}: ${safeText(spec, fetchReason(error) ?? errorMessage(error))}`;
}

/** What is behind a failed `fetch`, which itself says that it failed and no more: an address that it refuses, for one. */
function fetchReason(error: unknown): string | undefined {
  const found = causes(error);
  const failed = found.findIndex((one) => one instanceof TypeError && one.cause instanceof Error);
  return failed === -1 ? undefined : found.at(-1)?.message;
}

/** A foreign text without the values of our headers and our client's secret, which a server may echo. */
export function safeText(spec: RemoteTransportSpec, text: string): string {
  let safe = text;
  const clientSecret = spec.oauth === false ? undefined : spec.oauth?.clientSecret;
  for (const value of [...Object.values(spec.headers), clientSecret ?? '']) {
    // "Bearer abc" is secret as a whole and in its last word.
    for (const secret of [value, value.split(/\s+/).at(-1) ?? '']) {
      if (secret.length >= 4) safe = safe.replaceAll(secret, '***');
    }
  }
  return truncate(safe, MAX_FOREIGN_TEXT);
}

/** A server cannot be used, for a reason given as the rest of a sentence (also in `details.reason`). Nothing ran, unless `details` say otherwise. */
export function unavailable(
  server: string,
  reason: string,
  {
    next = 'Check that the server starts and answers on its own, then try again.',
    details,
    cause,
  }: ToolscoutErrorOptions = {},
): ToolscoutError {
  const message = `Server ${JSON.stringify(server)} is not available: ${reason}`;
  return new ToolscoutError('SERVER_UNAVAILABLE', message, {
    next,
    details: { server, ran: false, reason, ...details },
    cause,
  });
}

/** The server answered `initialize` with a protocol version that we do not speak. */
export function versionMismatch(server: string, theirs: string): ToolscoutError {
  const ours = [MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS];
  const message = `Server ${JSON.stringify(server)} speaks protocol version ${truncate(theirs, 40)}; Toolscout speaks ${ours.join(', ')}`;
  return new ToolscoutError('SERVER_PROTOCOL', message, {
    next: 'Update the server.',
    details: { server, theirs, ours, ran: false, lasting: true },
  });
}

/** Is a version one that `initialize` may be answered with? */
export function isKnownVersion(version: string): boolean {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

/** The error and everything it wraps, in `cause` or in the SDK's `data.cause`. */
export function causes(error: unknown): Error[] {
  const found: Error[] = [];
  let current = error;
  while (current instanceof Error && found.length < 8) {
    found.push(current);
    const data = own(current as unknown as Record<string, unknown>, 'data');
    current = current.cause ?? (isObject(data) ? own(data, 'cause') : undefined);
  }
  return found;
}
