import { createHash } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { contentHash } from '../shared/hash.ts';

/** In the 2026 era requests stand alone; a client that wants them taken for one session names it in this header. */
export const SESSION_HEADER = 'toolscout-session';

/**
 * Which session a request over HTTP belongs to; undefined: to none. What MCP calls the session id opens the session, so
 * only its hash goes any further.
 */
export function sessionOf({ sessionId, http }: Pick<ServerContext, 'sessionId' | 'http'>): string | undefined {
  if (sessionId !== undefined) return `http-${contentHash(sessionId).slice(0, 16)}`;
  const named = http?.req?.headers.get(SESSION_HEADER)?.trim() ?? '';
  if (named === '') return undefined;
  return `client-${/^[\w.-]{1,64}$/.test(named) ? named : contentHash(named).slice(0, 16)}`;
}

/** The name of a caller's session among those of all callers. It does not tell who the caller is. */
export function sessionOfCaller(caller: string, session: string): string {
  return `${session}-${createHash('sha256').update(`${caller}\n${session}`).digest('hex').slice(0, 16)}`;
}
