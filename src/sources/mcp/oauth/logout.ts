import { assertSecureTokenEndpoint } from '@modelcontextprotocol/client';
import { own } from '../../../shared/json.ts';
import type { ServerSpec } from '../../server-spec.ts';
import { authFetch } from './auth-fetch.ts';
import { LOCAL_USER, type SignIn, type SignInStore } from './sign-in-store.ts';

/** What was forgotten. */
export interface LogoutReport {
  readonly server: string;
  /** Was there anything to forget? */
  readonly wasSignedIn: boolean;
  /** The authorization server was told, and took it. */
  readonly revoked: boolean;
}

/** Forgets a sign-in, registration included, and has the authorization server forget its tokens where it can (RFC 7009). */
export async function logOut(spec: ServerSpec, store: SignInStore, user: string = LOCAL_USER): Promise<LogoutReport> {
  const { name: server, transport } = spec;
  if (transport.kind === 'stdio') return { server, wasSignedIn: false, revoked: false };
  let kept: SignIn | undefined;
  await store.change({ user, server, url: transport.url }, async (before) => {
    kept = before;
    return undefined;
  });
  const revoked = kept !== undefined && (await revoke(kept).catch(() => false));
  return { server, wasSignedIn: kept?.tokens !== undefined, revoked };
}

async function revoke({ tokens, client, discovery }: SignIn): Promise<boolean> {
  const metadata: Readonly<Record<string, unknown>> = { ...discovery?.authorizationServerMetadata };
  const endpoint = own(metadata, 'revocation_endpoint');
  if (tokens === undefined || client === undefined || typeof endpoint !== 'string') return false;
  // The refresh token first: with it goes, at most servers, what was made from it.
  const [token, hint] =
    tokens.refresh_token === undefined
      ? [tokens.access_token, 'access_token']
      : [tokens.refresh_token, 'refresh_token'];
  const { client_id: id, client_secret: secret } = client;
  const body = new URLSearchParams({ token, token_type_hint: hint, client_id: id });
  if (secret !== undefined) body.set('client_secret', secret);
  const response = await authFetch()(assertSecureTokenEndpoint(endpoint), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  await response.body?.cancel();
  return response.ok;
}
