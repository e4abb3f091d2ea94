import type { UnavailableServer } from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { UpstreamStatus } from '../sources/index.ts';

/** Its tools are found, and called as soon as it is ready. */
const CACHED = 'its tools are cached from the last run until it is ready';

/** Servers whose tools cannot be found at the moment, so that "nothing fits" is never said in their name. */
export function unavailableOf(statuses: readonly UpstreamStatus[]): UnavailableServer[] {
  return statuses
    .filter((status) => status.state !== 'ready')
    .map(({ name, state, cached, message = cached === true ? CACHED : undefined }) => ({
      server: name,
      state,
      ...(message === undefined ? {} : { message }),
    }));
}

/**
 * An unknown name may belong to a server that is down. Where it names that server, the error becomes that of the
 * server; otherwise it says which servers are missing. Any other error stays as it is.
 * @param down what the caller may know of.
 * @param failureOf why that server is down.
 */
export function withUnavailable(
  error: unknown,
  down: readonly UnavailableServer[],
  failureOf: (server: string) => ToolscoutError | undefined,
): unknown {
  if (!(error instanceof ToolscoutError) || error.code !== 'UNKNOWN_TOOL' || down.length === 0) return error;
  const reference = String(error.details.reference);
  const owner = down.find(({ server }) => namesToolOf(server, reference));
  if (owner !== undefined) return ownerDown(owner, reference, error, failureOf(owner.server));
  const list = down.map(({ server, state }) => `${server} (${state})`).join(', ');
  return new ToolscoutError(error.code, error.message, {
    next: `${error.next ?? ''} Not available at the moment: ${list}.`.trim(),
    details: error.details,
    cause: error,
  });
}

function ownerDown(
  { server, state, message }: UnavailableServer,
  reference: string,
  unknown: ToolscoutError,
  failure: ToolscoutError | undefined,
): ToolscoutError {
  const why = message ?? `Server ${JSON.stringify(server)} is ${state}`;
  // Down for lack of a sign-in, it says so: a person can do something about that.
  const code = failure?.code === 'UPSTREAM_SIGN_IN' ? failure.code : 'SERVER_UNAVAILABLE';
  return new ToolscoutError(code, `"${reference}" is not available: ${why}`, {
    next: failure?.next ?? (state === 'starting' ? 'Try again in a moment.' : 'Tell the user.'),
    details: { ...failure?.details, server, tool: reference, ran: false },
    cause: failure ?? unknown,
  });
}

/** Does a written reference start with this server, in one of the spellings that ids and hosts use? */
function namesToolOf(server: string, reference: string): boolean {
  const bare = reference.trim().replace(/^(?:mcp|openapi)(?::|__|_)/, '');
  return [':', '/', '.', '__'].some((joint) => bare.startsWith(server + joint));
}
