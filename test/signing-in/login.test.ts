import { describe, expect, it } from 'vitest';
import { logOut } from '../../src/sources/index.ts';
import { AuthorizationServer } from './authorization-server.ts';
import { freePort, json, listen } from './http.ts';
import { createPlace, visitAsBrowser } from './place.ts';

const place = createPlace();
const failure = (reason: RegExp) => ({ code: 'SIGN_IN_FAILED', message: expect.stringMatching(reason) });

describe('a sign-in', () => {
  it('asks with PKCE, for this server alone, and comes back to this machine', async () => {
    await place.logIn();
    const [asked] = place.authorizationServer.authorizations;
    expect(Object.fromEntries(asked!)).toMatchObject({
      code_challenge_method: 'S256',
      resource: place.server.url,
      scope: 'read',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('takes nobody back who brings another state, and goes on waiting', async () => {
    const statuses: number[] = [];
    await place.logIn(place.spec(), undefined, async (url) => {
      const back = new URL(url.searchParams.get('redirect_uri')!);
      for (const state of ['guessed', '']) {
        back.search = `?code=stolen&state=${state}`;
        statuses.push((await fetch(back)).status);
      }
      back.pathname = '/other';
      statuses.push((await fetch(back)).status);
      await visitAsBrowser(url);
    });
    expect(statuses).toEqual([400, 400, 404]);
  });

  it('that is refused keeps the tokens of before', async () => {
    await place.logIn();
    place.authorizationServer.refuses = true;
    await expect(place.logIn()).rejects.toMatchObject(failure(/refused \(access_denied\)/));
    const upstream = await place.connect();
    expect(upstream.status().state).toBe('ready');
  });

  it('ends when it is called off', async () => {
    const stop = new AbortController();
    const { logIn } = await import('../../src/sources/index.ts');
    const going = logIn({
      spec: place.spec(),
      store: place.signIns().store,
      clientName: 'x',
      visit: () => stop.abort(new Error('nobody came back within 1 s')),
      signal: stop.signal,
    });
    await expect(going).rejects.toMatchObject(failure(/nobody came back/));
    expect(place.sealed()).toEqual([]);
  });

  it('asks for the scopes of the person before those of the entry before those of the server', async () => {
    const scopes = (): (string | null)[] => place.authorizationServer.authorizations.map((asked) => asked.get('scope'));
    await place.logIn(place.spec({ scopes: ['write'] }));
    expect(scopes()).toEqual(['write']);
  });

  it('takes a client that is configured to no other authorization server than the one that it was first used at', async () => {
    const spec = place.spec({ clientId: 'known', clientSecret: 'client-secret-88', callbackPort: await freePort() });
    const redirect = `http://127.0.0.1:${(spec.transport as { oauth: { callbackPort: number } }).oauth.callbackPort}/callback`;
    place.authorizationServer.addClient('known', 'client-secret-88', [redirect]);
    await place.logIn(spec);
    const other = await AuthorizationServer.start();
    try {
      other.addClient('known', 'client-secret-88', [redirect]);
      place.server.authorizationServer = other;
      await expect(place.logIn(spec)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
      expect(other.authorizations).toEqual([]);
      expect(JSON.stringify(other.headers)).not.toContain(Buffer.from('known:client-secret-88').toString('base64'));
      // A client that registers itself does so anew at the other one.
      await place.logIn();
      expect(other.registered).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('opens no address that is not of the web, whatever an authorization server names', async () => {
    let origin = '';
    const odd = await listen((_, response, url) => {
      if (!url.pathname.includes('oauth-authorization-server')) return json(response, 404, {});
      json(response, 200, {
        issuer: origin,
        authorization_endpoint: 'http://example.test/authorize',
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      });
    });
    origin = odd.origin;
    try {
      const visited: string[] = [];
      const spec = place.spec({ clientId: 'x', metadataUrl: `${origin}/.well-known/oauth-authorization-server` });
      const going = place.logIn(spec, undefined, async (url) => void visited.push(url.href));
      await expect(going).rejects.toMatchObject(failure(/not one of https/));
      expect(visited).toEqual([]);
    } finally {
      await odd.close();
    }
  });

  it('is forgotten by a sign-out, here and at the authorization server', async () => {
    const { store } = place.signIns();
    expect(await logOut(place.spec(), store)).toEqual({ server: 'wiki', wasSignedIn: false, revoked: false });
    await place.logIn();
    const token = place.authorizationServer.issued[0];
    expect(place.authorizationServer.check(token, place.server.url)).toEqual(['read']);
    expect(await logOut(place.spec(), store)).toEqual({ server: 'wiki', wasSignedIn: true, revoked: true });
    expect(place.authorizationServer.check(token, place.server.url)).toBeUndefined();
    expect(place.sealed()).toEqual([]);
  });
});
