import type { FetchLike } from '@modelcontextprotocol/client';

/** Nobody waits longer for an authorization server. */
const TIMEOUT_MS = 30_000;

/**
 * For requests to authorization servers: none of the headers configured for the server, a bound on the wait, and no
 * redirect for what carries a code, a token or a client secret.
 */
export function authFetch(signal?: AbortSignal): FetchLike {
  return async (url, init) => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const isSecret = (init?.method ?? 'GET').toUpperCase() !== 'GET';
    return fetch(url, {
      ...init,
      ...(isSecret ? { redirect: 'manual' as const } : {}),
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
  };
}
