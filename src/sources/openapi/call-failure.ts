import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { CallDeadline } from '../mcp/index.ts';
import type { ApiOperation } from './operation.ts';

export interface CallFailureFacts {
  readonly service: string;
  readonly operation: ApiOperation;
  readonly deadline: CallDeadline;
}

const CHECK_EFFECT = 'Check whether the call took effect before repeating it.';
/** Ends of connections that never stood: nothing was sent. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What a call that got no answer means. `details.ran` is `false` where the request certainly did not leave. */
export function failedCall(error: unknown, facts: CallFailureFacts): ToolscoutError {
  const { service, operation, deadline } = facts;
  const call = `The call of ${JSON.stringify(operation.name)} on ${JSON.stringify(service)}`;
  const details = { server: service, tool: operation.name, ran: 'unknown' };
  if (error instanceof ToolscoutError) return error;
  if (deadline.outcome === 'cancelled') {
    return new ToolscoutError('CALL_CANCELLED', `${call} was cancelled`, { next: CHECK_EFFECT, details, cause: error });
  }
  if (deadline.outcome !== undefined) {
    const { silenceMs, totalMs } = deadline.limits;
    const limitMs = deadline.outcome === 'silence' ? silenceMs : totalMs;
    return new ToolscoutError('CALL_TIMEOUT', `${call} timed out: it took longer than ${limitMs / 1000} s`, {
      next: `${CHECK_EFFECT} A slow service needs a higher "callTimeoutMs" in the configuration.`,
      details: { ...details, totalMs: limitMs },
      cause: error,
    });
  }
  const code = errorCode(error);
  // An aggregate of several addresses has no message of its own.
  const reason = errorMessage(error) || String(code ?? 'no connection');
  return new ToolscoutError('SERVER_UNAVAILABLE', `${JSON.stringify(service)} cannot be reached: ${reason}`, {
    next: NEVER_SENT.has(code) ? 'Try again in a moment, or tell the user.' : CHECK_EFFECT,
    details: { ...details, ran: NEVER_SENT.has(code) ? false : 'unknown' },
    cause: error,
  });
}

/** 401: the API does not know who calls. The tool stays; what is missing is named. */
export function signInNeeded(
  service: string,
  { name, method, path, security }: ApiOperation,
  known: readonly string[],
  used: readonly string[],
): ToolscoutError {
  const wanted = [...new Set(security?.flat() ?? known)];
  const why =
    used.length > 0
      ? `the credential of ${used.map((one) => JSON.stringify(one)).join(' and ')} was refused`
      : 'no credential was sent';
  const keys = wanted.map((one) => `"auth.${one}"`).join(' or ');
  return new ToolscoutError(
    'SERVER_UNAVAILABLE',
    `Sign-in needed: HTTP 401 for ${method} ${path} of ${JSON.stringify(service)}, ${why}.`,
    {
      next: `Tell the user to set ${keys === '' ? '"headers"' : keys} of the OpenAPI service ${JSON.stringify(service)}.`,
      details: { server: service, tool: name, auth: true, status: 401, schemes: wanted, ran: false },
    },
  );
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
