import type { SessionScope } from '../calling/index.ts';
import { type AuthSettings, type Caller, openAuth } from './auth/index.ts';
import type { Logger } from './log.ts';
import type { HttpOptions } from './serve-http.ts';
import type { GatewaySession, SessionOptions } from './session-view.ts';

/** Where callers get their views from. */
export interface CallerHost {
  own(): GatewaySession;
  /** @throws ToolscoutError for rights that cannot be followed */
  session(options: SessionOptions, view?: string): GatewaySession;
  hasView(name: string): boolean;
}

export interface HttpCallersOptions {
  /** Who may come in. Absent: whoever can reach the gateway. */
  readonly auth?: AuthSettings | undefined;
  /** Who everybody is where nobody is asked. */
  readonly session: SessionScope;
  readonly log: Logger;
}

type CallerOptions = Pick<HttpOptions, 'authenticate' | 'resourceMetadata' | 'sessionOf' | 'hasView'>;

/**
 * How a gateway knows its callers over HTTP, and what it shows each of them.
 * @throws ToolscoutError for keys that cannot be read, and for tags that no tool could carry
 */
export function httpCallers(gateway: CallerHost, { auth, session, log }: HttpCallersOptions): CallerOptions {
  const hasView = (name: string): boolean => gateway.hasView(name);
  if (auth === undefined) {
    return { hasView, sessionOf: ({ view }) => (view === undefined ? gateway.own() : gateway.session(session, view)) };
  }
  // A mistyped tag would hide everything from everybody; better told at the start than to the first caller.
  for (const tag of Object.keys(auth.oauth?.claims.filter ?? {})) gateway.session({ filter: { [tag]: '?' } });
  const { authenticate, metadata } = openAuth(auth, { log });
  return {
    authenticate,
    ...(metadata === undefined ? {} : { resourceMetadata: metadata }),
    hasView,
    sessionOf: ({ scope, view }: Caller) => gateway.session(scope, view),
  };
}
