import { ToolscoutError } from '../../../errors.ts';
import type { ServerSpec } from '../../server-spec.ts';

export interface SignInNeeds {
  /** What the person who signs in types. */
  readonly command: string;
  /** The rest of the sentence "Server X needs you to sign in: …". */
  readonly reason: string;
  readonly status: 401 | 403;
  /** Scopes that the request needs and the tokens do not have. */
  readonly scope?: string | undefined;
}

/** The server wants to know who is there. Nothing ran. */
export function signInRequired({ name }: ServerSpec, { command, reason, status, scope }: SignInNeeds): ToolscoutError {
  return new ToolscoutError('UPSTREAM_SIGN_IN', `Server ${JSON.stringify(name)} needs you to sign in: ${reason}`, {
    next: `Ask the user to run: ${command} (on the machine of the gateway), then repeat the call.`,
    details: {
      server: name,
      ran: false,
      reason: `sign-in needed: ${reason}`,
      status,
      signIn: { command, ...(scope === undefined ? {} : { scope }) },
      lasting: true,
    },
  });
}

/** Does the error mean that nothing on this connection will work before somebody has signed in? */
export function endsAccess(error: unknown): boolean {
  return error instanceof ToolscoutError && error.code === 'UPSTREAM_SIGN_IN' && error.details.status === 401;
}
