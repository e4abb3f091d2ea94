import { describe, expect, it } from 'vitest';
import type { RemoteTransportSpec, ServerSpec } from '../../server-spec.ts';
import type { SignIn, SignInStore } from './sign-in-store.ts';
import { canSignIn, UpstreamAuth } from './upstream-auth.ts';

const TRANSPORT: RemoteTransportSpec = { kind: 'http', url: 'https://wiki.test/mcp', headers: {} };
const SPEC: ServerSpec = { name: 'wiki', transport: TRANSPORT };

/** Keeps one sign-in in memory, whoever asks. */
function storeWith(signIn: SignIn | undefined): SignInStore {
  let kept = signIn;
  let changes = 0;
  return {
    read: async () => kept,
    change: async (_owner, change) => {
      const after = await change(kept);
      if (after !== kept) changes++;
      kept = after;
      return kept;
    },
    mark: () => (kept === undefined ? undefined : String(changes)),
  };
}

function authWith(signIn: SignIn | undefined): UpstreamAuth {
  const command = (server: string): string => `toolscout login ${server}`;
  return new UpstreamAuth({ spec: SPEC, transport: TRANSPORT, user: 'local', store: storeWith(signIn), command });
}

const SIGNED_IN: SignIn = { tokens: { access_token: 'token-1', token_type: 'Bearer' } };

describe('requests with tokens', () => {
  it('carry them to the origin of the server and to no other, be it only another port', async () => {
    const sent: [string, string | null][] = [];
    const send = authWith(SIGNED_IN).fetch(async (url, init) => {
      sent.push([String(url), new Headers(init?.headers).get('authorization')]);
      return new Response();
    });
    const addresses = ['https://wiki.test/mcp', 'https://wiki.test/other'];
    const others = ['http://wiki.test/mcp', 'https://wiki.test:8443/mcp', 'https://wiki.test.evil.test/mcp'];
    for (const url of [...addresses, ...others]) await send(url, { method: 'POST' });
    expect(sent).toEqual([...addresses.map((url) => [url, 'Bearer token-1']), ...others.map((url) => [url, null])]);
  });

  it('that are refused and cannot be renewed end in an error; one that opens a stream keeps its answer', async () => {
    const send = authWith(SIGNED_IN).fetch(async () => new Response('no', { status: 401 }));
    await expect(send('https://wiki.test/mcp', { method: 'POST' })).rejects.toMatchObject({
      code: 'UPSTREAM_SIGN_IN',
      details: { status: 401, ran: false },
    });
    expect((await send('https://wiki.test/mcp', { method: 'GET' })).status).toBe(401);
  });

  it('that are forbidden for another reason than scopes are the business of others', async () => {
    const send = authWith(SIGNED_IN).fetch(async () => new Response('no', { status: 403 }));
    expect((await send('https://wiki.test/mcp', { method: 'POST' })).status).toBe(403);
  });
});

describe('a server to sign in to', () => {
  it.each([
    [TRANSPORT, true],
    [{ ...TRANSPORT, headers: { 'x-api-key': 'k' } }, true],
    [{ ...TRANSPORT, headers: { AUTHORIZATION: 'Bearer k' } }, false],
    [{ ...TRANSPORT, oauth: false as const }, false],
    [{ kind: 'stdio' as const, command: 'x', args: [], env: {} }, false],
  ])('is one without credentials of its own: %j is %s', (transport, expected) => {
    expect(canSignIn({ name: 'wiki', transport })).toBe(expected);
  });
});
