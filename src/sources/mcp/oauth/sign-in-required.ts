import { ToolscoutError } from '../../../errors.ts';
import { isObject } from '../../../shared/json.ts';
import type { ServerSpec } from '../../server-spec.ts';

export interface SignInNeeds {
  /** What the person who signs in types. */
  readonly command: string;
  /** The rest of the sentence "Server X needs you to sign in: …". */
  readonly reason: string;
  readonly status: 401 | 403;
  /** There was a sign-in, and it is good no more. */
  readonly isOver?: boolean;
  /** Scopes that the request needs and the tokens do not have. */
  readonly scope?: string | undefined;
}

/** The server wants to know who is there. Nothing ran. */
export function signInRequired(
  { name }: ServerSpec,
  { command, reason, status, isOver = false, scope }: SignInNeeds,
): ToolscoutError {
  return new ToolscoutError('UPSTREAM_SIGN_IN', `Server ${JSON.stringify(name)} needs you to sign in: ${reason}`, {
    next: `Ask the user to run: ${command} (on the machine of the gateway), then repeat the call.`,
    details: {
      server: name,
      ran: false,
      reason: `sign-in needed: ${reason}`,
      status,
      signIn: { command, isOver, ...(scope === undefined ? {} : { scope }) },
      lasting: true,
    },
  });
}

/**
 * Does the error end the connection that it came over? One that nobody signed in for goes on: a server may ask for a
 * sign-in at some of its tools only.
 */
export function endsAccess(error: unknown): boolean {
  if (!(error instanceof ToolscoutError) || error.code !== 'UPSTREAM_SIGN_IN') return false;
  const { signIn } = error.details;
  return isObject(signIn) && signIn.isOver === true;
}
