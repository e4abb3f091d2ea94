import { type CallFailure, toCallFailure } from '../../calling/index.ts';
import { type ErrorCode, ToolscoutError } from '../../errors.ts';

/** A request that is refused before any operation begins. */
export type RefusalCode =
  | 'BODY_MALFORMED'
  | 'BODY_INVALID'
  | 'BODY_TOO_LARGE'
  | 'BODY_NOT_JSON'
  | 'SESSION_INVALID'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND';

/** The answer to a request that did not do what was asked. */
export interface Problem {
  readonly status: number;
  readonly error: Partial<Omit<CallFailure, 'code' | 'message'>> & {
    readonly code: string;
    readonly message: string;
    readonly similar?: unknown;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

const REFUSALS: Readonly<Record<RefusalCode, number>> = {
  BODY_MALFORMED: 400,
  BODY_INVALID: 422,
  BODY_TOO_LARGE: 413,
  BODY_NOT_JSON: 415,
  SESSION_INVALID: 400,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
};

/** Every code that is not listed is a fault of this side. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  UNKNOWN_TOOL: 404,
  TOOL_REMOVED: 404,
  RESULT_NOT_FOUND: 404,
  APPROVAL_NOT_FOUND: 404,
  AMBIGUOUS_TOOL: 409,
  NAME_COLLISION: 409,
  SCHEMA_CHANGED: 409,
  CONFIG_INVALID: 422,
  FILTER_INVALID: 422,
  INVALID_ARGUMENTS: 422,
  BRIDGE_IN_BRIDGE: 422,
  NOT_ALLOWED: 403,
  APPROVAL_DENIED: 403,
  BLOCKED_BY_HOOK: 403,
  UPSTREAM_SIGN_IN: 403,
  APPROVAL_TIMEOUT: 408,
  CALL_CANCELLED: 408,
  RATE_LIMITED: 429,
  CALL_FAILED: 502,
  SERVER_PROTOCOL: 502,
  SERVER_UNAVAILABLE: 503,
  SERVER_BUSY: 503,
  AUTH_UNAVAILABLE: 503,
  STATE_UNAVAILABLE: 503,
  INDEX_UNAVAILABLE: 503,
  CALL_TIMEOUT: 504,
};

/** Refuses a request. */
export function refusal(
  code: RefusalCode,
  message: string,
  more: Omit<Problem['error'], 'code' | 'message'> = {},
): Problem {
  return { status: REFUSALS[code], error: { code, message, ...more } };
}

/** Says what went wrong in an operation. What others threw is told to the log alone: it may hold anything. */
export function toProblem(thrown: unknown): Problem {
  if (!(thrown instanceof ToolscoutError)) {
    const next = 'Try again; if it stays so, the operator finds the reason in the log under this request id.';
    return { status: 500, error: { code: 'INTERNAL', message: 'The request failed here.', next } };
  }
  const { similar, retryAfterMs, ran } = thrown.details;
  const { ran: mayHaveRun, ...failure } = toCallFailure(thrown);
  return {
    status: STATUSES[thrown.code] ?? 500,
    error: {
      ...failure,
      ...(ran === undefined && mayHaveRun === false ? {} : { ran: mayHaveRun }),
      ...(Array.isArray(similar) ? { similar } : {}),
    },
    ...(typeof retryAfterMs === 'number' ? { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) } } : {}),
  };
}
