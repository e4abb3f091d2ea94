import { ToolscoutError } from '../../errors.ts';
import type { SessionOptions } from '../session-view.ts';

/** Use tools; read operational data, such as metrics and the dashboard; decide on approvals. */
export type CallerRight = 'use' | 'observe' | 'approve';

/** Who a request over HTTP is from, and what that means here. */
export interface Caller {
  /** Opaque and stable: for audit, limits, and ownership of sessions and approvals. */
  readonly id: string;
  /** Whose view of the tools the caller has. */
  readonly scope: SessionOptions;
  /** The configured view that its requests get. */
  readonly view?: string;
  /** The views that it may ask for by path. Absent: all of them. */
  readonly views?: readonly string[];
  readonly may: ReadonlySet<CallerRight>;
  /** How to ask again for a right that this one does not have: values of `WWW-Authenticate`. */
  readonly stepUp?: Readonly<Partial<Record<CallerRight, string>>>;
}

/**
 * Says who a request is from, by its headers alone.
 * @throws AuthError where it is from nobody that is known here.
 */
export type Authenticate = (request: Request) => Promise<Caller>;

export type AuthErrorCode = 'AUTH_REQUIRED' | 'AUTH_INVALID' | 'AUTH_FORBIDDEN' | 'AUTH_UNAVAILABLE';

/** Nobody can be told from nobody while keys cannot be read: that is no fault of who asks. */
const STATUS = { AUTH_REQUIRED: 401, AUTH_INVALID: 401, AUTH_FORBIDDEN: 403, AUTH_UNAVAILABLE: 503 } as const;

export interface AuthErrorOptions {
  readonly next?: string;
  /** Value of `WWW-Authenticate`: how to ask again. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/** A request that is refused before anything was looked at but its headers. */
export class AuthError extends ToolscoutError {
  override readonly name = 'AuthError';
  declare readonly code: AuthErrorCode;
  readonly status: (typeof STATUS)[AuthErrorCode];
  readonly challenge: string | undefined;

  constructor(code: AuthErrorCode, message: string, { challenge, ...options }: AuthErrorOptions = {}) {
    super(code, message, options);
    this.status = STATUS[code];
    this.challenge = challenge;
  }
}

/** Everybody who reaches a gateway without `auth`: its own session, with every right. */
export const ANYONE: Caller = { id: 'anyone', scope: {}, may: new Set(['use', 'observe', 'approve'] as const) };

/**
 * @param right of several, one is enough.
 * @throws AuthError `AUTH_FORBIDDEN`
 */
export function demandRight({ may, stepUp }: Caller, right: CallerRight | readonly CallerRight[]): void {
  const wanted = typeof right === 'string' ? [right] : right;
  if (wanted.some((one) => may.has(one))) return;
  const challenge = wanted.map((one) => stepUp?.[one]).find((one) => one !== undefined);
  throw new AuthError('AUTH_FORBIDDEN', `This caller does not have the right "${wanted.join('" or "')}".`, {
    next: 'Ask the operator for a key or token that has it.',
    ...(challenge === undefined ? {} : { challenge }),
  });
}
