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
  /** The configured view, where it has one of its own. */
  readonly view?: string;
  readonly may: ReadonlySet<CallerRight>;
}

/**
 * Says who a request is from, by its headers alone.
 * @throws AuthError where it is from nobody that is known here.
 */
export type Authenticate = (request: Request) => Promise<Caller>;

export type AuthErrorCode = 'AUTH_REQUIRED' | 'AUTH_INVALID' | 'AUTH_FORBIDDEN';

export interface AuthErrorOptions {
  readonly next?: string;
  /** Value of `WWW-Authenticate`: how to ask again. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/** A request that is refused before anything was looked at but its headers. */
export class AuthError extends ToolscoutError {
  override readonly name = 'AuthError';
  readonly status: 401 | 403;
  readonly challenge: string | undefined;

  constructor(code: AuthErrorCode, message: string, { challenge, ...options }: AuthErrorOptions = {}) {
    super(code, message, options);
    this.status = code === 'AUTH_FORBIDDEN' ? 403 : 401;
    this.challenge = challenge;
  }
}

/** Everybody who reaches a gateway without `auth`: its own session, with every right. */
export const ANYONE: Caller = { id: 'anyone', scope: {}, may: new Set(['use', 'observe', 'approve'] as const) };

/** @throws AuthError `AUTH_FORBIDDEN` */
export function demandRight({ may }: Caller, right: CallerRight): void {
  if (may.has(right)) return;
  throw new AuthError('AUTH_FORBIDDEN', `This caller does not have the right "${right}".`, {
    next: 'Ask the operator for a key or token that has it.',
  });
}
