import { OAuthError, OAuthErrorCode, refreshAuthorization } from '@modelcontextprotocol/client';
import { authFetch } from './auth-fetch.ts';
import type { SignIn } from './sign-in-store.ts';

/** What became of a refresh. */
export type Refreshed =
  | { readonly outcome: 'renewed'; readonly signIn: SignIn }
  /** The authorization server does not take the refresh token any more. */
  | { readonly outcome: 'refused' }
  /** It could not be asked; host names who. */
  | { readonly outcome: 'unreachable'; readonly host: string };

/** Answers of the authorization server that a later try may change. */
const PASSING: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

/** Exchanges the refresh token for new tokens. What the server says on failure is not passed on: it may hold tokens. */
export async function refreshTokens(signIn: SignIn, resource: string | undefined, now: number): Promise<Refreshed> {
  const { tokens, client, discovery } = signIn;
  const refreshToken = tokens?.refresh_token;
  if (tokens === undefined || refreshToken === undefined || client === undefined || discovery === undefined) {
    return { outcome: 'refused' };
  }
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const indicator = resource ?? resourceMetadata?.resource;
  try {
    const renewed = await refreshAuthorization(authorizationServerUrl, {
      ...(metadata === undefined ? {} : { metadata }),
      clientInformation: client,
      refreshToken,
      ...(indicator === undefined ? {} : { resource: indicator }),
      fetchFn: authFetch(),
    });
    const scope = renewed.scope ?? tokens.scope;
    const issuer = tokens.issuer;
    return {
      outcome: 'renewed',
      signIn: {
        ...withoutExpiry(signIn),
        tokens: {
          ...renewed,
          ...(scope === undefined ? {} : { scope }),
          ...(issuer === undefined ? {} : { issuer }),
        },
        ...expiry(renewed.expires_in, now),
      },
    };
  } catch (error) {
    if (error instanceof OAuthError && !PASSING.has(error.code)) return { outcome: 'refused' };
    return { outcome: 'unreachable', host: new URL(authorizationServerUrl).host };
  }
}

/** When tokens that live this many seconds from now on end. */
export function expiry(expiresIn: number | undefined, now: number): Pick<SignIn, 'expiresAt'> {
  return expiresIn === undefined ? {} : { expiresAt: now + expiresIn * 1000 };
}

function withoutExpiry({ expiresAt: _old, ...rest }: SignIn): SignIn {
  return rest;
}
