import { chmodSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '../upstreams/harness.ts';
import { serveGuardedSse } from './guarded-sse.ts';
import { freePort, listen } from './http.ts';
import { createPlace } from './place.ts';

const place = createPlace();
const SIGN_IN = { code: 'UPSTREAM_SIGN_IN', details: { ran: false, server: 'wiki' } };

describe('a server that asks for a sign-in', () => {
  it('is known, says what to do, and is asked nothing more until somebody has signed in', async () => {
    const upstream = await place.connect();
    expect(upstream.status()).toMatchObject({
      state: 'needs-sign-in',
      message: expect.stringContaining('needs you to sign in'),
      reason: expect.stringContaining('sign-in needed'),
    });
    const asked = place.server.authorizations.length;
    await expect(upstream.callTool('show', {})).rejects.toMatchObject({
      ...SIGN_IN,
      next: expect.stringContaining('toolscout login wiki --user local'),
    });
    expect(place.server.authorizations).toHaveLength(asked);
    expect(place.authorizationServer.headers).toEqual([]);
  });

  it('is used by the next call after a sign-in by another process', async () => {
    const upstream = await place.connect();
    const report = await place.logIn();
    expect(report).toMatchObject({ server: 'wiki', scopes: ['read'], renewable: true });
    expect(JSON.stringify(report)).not.toMatch(/access-|refresh-/);
    expect(await upstream.callTool('show', {})).toMatchObject({ content: [{ text: 'show done' }] });
    expect(upstream.status()).toMatchObject({ state: 'ready', tools: 2 });
    expect(place.authorizationServer.registered).toMatchObject([{ client_name: 'Toolscout test' }]);
  });

  it('becomes ready by itself after a sign-in, with nobody calling', async () => {
    const upstream = await place.connect();
    await place.logIn();
    await until(upstream, () => upstream.status().state === 'ready');
    expect(upstream.tools()).toHaveLength(2);
  });

  it('is not one to sign in to where its entry says who we are, or says not to', async () => {
    const stated = await place.connect(place.spec(undefined, { authorization: 'Bearer stale-key-123' }));
    expect(stated.status()).toMatchObject({ state: 'failed', message: expect.stringContaining('authentication') });
    await expect(place.logIn(place.spec(undefined, { authorization: 'Bearer x' }))).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
    const { url, kind } = place.spec().transport as { url: string; kind: 'http' };
    const off = await place.connect({ name: 'wiki', transport: { kind, url, headers: {}, oauth: false } });
    expect(off.status().state).toBe('failed');
  });
});

describe('a server that asks for a sign-in at some of its tools only', () => {
  it('is ready with the others, before any sign-in and after one that is over', async () => {
    place.server.isOpen = true;
    const upstream = await place.connect();
    await expect(upstream.callTool('erase', {})).rejects.toMatchObject({ ...SIGN_IN, details: { status: 401 } });
    expect(upstream.status().state).toBe('ready');
    await upstream.callTool('show', {});
    const spec = place.spec({ scopes: ['read', 'write'] });
    await place.logIn(spec);
    await upstream.callTool('erase', {});
    place.authorizationServer.revokeAll();
    await expect(upstream.callTool('erase', {})).rejects.toMatchObject(SIGN_IN);
    await upstream.callTool('show', {});
    expect(upstream.status().state).toBe('ready');
    expect(place.server.calls).toEqual(['show', 'erase', 'show']);
  });
});

describe('over SSE', () => {
  it('tokens are sent, asked for and renewed as well', async () => {
    const { authorizationServer } = place;
    const sse = await serveGuardedSse(authorizationServer, place.server.url);
    try {
      const spec = { name: 'wiki', transport: { kind: 'sse' as const, url: sse.url, headers: {} } };
      const upstream = await place.connect(spec);
      expect(upstream.status().state).toBe('needs-sign-in');
      await expect(upstream.callTool('echo', {})).rejects.toMatchObject(SIGN_IN);
      const oauth = {
        metadataUrl: `${authorizationServer.origin}/.well-known/oauth-authorization-server`,
        resource: place.server.url,
      };
      await place.logIn({ name: 'wiki', transport: { ...spec.transport, oauth } });
      const signedIn = await place.connect({ name: 'wiki', transport: { ...spec.transport, oauth } });
      expect(signedIn.status()).toMatchObject({ state: 'ready', protocolVersion: '2024-11-05' });
      authorizationServer.expireAll();
      await signedIn.callTool('echo', { a: 1 });
      expect(authorizationServer.refreshes).toHaveLength(1);
      authorizationServer.revokeAll();
      await expect(signedIn.callTool('echo', {})).rejects.toMatchObject(SIGN_IN);
    } finally {
      await sse.close();
    }
  });
});

describe('an access token that has ended', () => {
  it('is renewed once for all calls at once, and the new refresh token is the next one used', async () => {
    const { authorizationServer } = place;
    await place.logIn();
    const upstream = await place.connect();
    for (const round of [1, 2]) {
      authorizationServer.expireAll();
      const results = await Promise.all(Array.from({ length: 8 }, () => upstream.callTool('show', {})));
      expect(results).toHaveLength(8);
      expect(authorizationServer.refreshes).toHaveLength(round);
    }
    expect(new Set(authorizationServer.refreshes).size).toBe(2);
  });

  it('is renewed once by two processes: a refresh token that comes twice would end the sign-in', async () => {
    const { authorizationServer } = place;
    await place.logIn();
    const [one, two] = await Promise.all([place.connect(), place.connect()]);
    authorizationServer.expireAll();
    await Promise.all([one, two].map((upstream) => upstream.callTool('show', {})));
    expect(authorizationServer.refreshes).toHaveLength(1);
    expect(place.server.calls).toEqual(['show', 'show']);
  });

  it('is renewed ahead of its end, so that no request is refused', async () => {
    place.authorizationServer.lifetime = 10;
    await place.logIn();
    const upstream = await place.connect();
    expect(upstream.status().state).toBe('ready');
    await upstream.callTool('show', {});
    expect(place.authorizationServer.refreshes.length).toBeGreaterThan(0);
    const tokens = place.server.authorizations.map((header) => header?.replace('Bearer ', ''));
    expect(tokens).not.toContain(place.authorizationServer.issued[0]);
  });

  it('leads to a sign-in where it cannot be renewed, and the tools stay known meanwhile', async () => {
    await place.logIn();
    const upstream = await place.connect();
    place.authorizationServer.revokeAll();
    await expect(upstream.callTool('show', {})).rejects.toMatchObject(SIGN_IN);
    expect(upstream.status()).toMatchObject({ state: 'needs-sign-in', tools: 2 });
    await expect(upstream.callTool('show', {})).rejects.toMatchObject(SIGN_IN);
    await place.logIn();
    expect(await upstream.callTool('show', {})).toMatchObject({ content: [{ text: 'show done' }] });
    // The program is the one that was registered the first time.
    expect(place.authorizationServer.registered).toHaveLength(1);
  });

  it('is no reason to sign in again while the authorization server is down', async () => {
    const { authorizationServer } = place;
    await place.logIn();
    const upstream = await place.connect();
    authorizationServer.expireAll();
    authorizationServer.isDown = true;
    await expect(upstream.callTool('show', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      details: { ran: false },
    });
    authorizationServer.isDown = false;
    expect(await upstream.callTool('show', {})).toMatchObject({ content: [{ text: 'show done' }] });
  });
});

describe('a call that needs more than the sign-in allows', () => {
  it('says which scope, while other tools go on; the next sign-in asks for both', async () => {
    await place.logIn();
    const upstream = await place.connect();
    await expect(upstream.callTool('erase', {})).rejects.toMatchObject({
      ...SIGN_IN,
      details: { signIn: { scope: 'read write' }, status: 403 },
    });
    expect(upstream.status().state).toBe('ready');
    await upstream.callTool('show', {});
    expect((await place.logIn()).scopes).toEqual(['read', 'write']);
    await upstream.callTool('erase', {});
    expect(place.server.calls).toEqual(['show', 'erase']);
  });
});

describe('tokens', () => {
  it('go to no other host, whatever a server redirects to', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200).end();
    });
    try {
      await place.logIn();
      const upstream = await place.connect();
      place.server.redirectsTo = elsewhere.origin;
      await expect(upstream.callTool('show', {})).rejects.toMatchObject({ code: 'SERVER_PROTOCOL' });
      expect(seen.filter((header) => header !== undefined)).toEqual([]);
      // An entry that is pointed elsewhere is another server, by whatever name.
      const moved = await place.connect({
        name: 'wiki',
        transport: { kind: 'http', url: `${elsewhere.origin}/mcp`, headers: {} },
      });
      expect(moved.status().state).not.toBe('ready');
      expect(seen.filter((header) => header !== undefined)).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('and the headers of the entry never meet: the authorization server sees none of those', async () => {
    await place.logIn(place.spec(undefined, { 'x-api-key': 'entry-secret-55' }));
    expect(place.authorizationServer.headers.length).toBeGreaterThan(2);
    expect(JSON.stringify(place.authorizationServer.headers)).not.toContain('entry-secret-55');
  });

  it.skipIf(process.platform === 'win32')('that others could read are not used, and the server says why', async () => {
    await place.logIn();
    chmodSync(place.sealed()[0]!, 0o644);
    const upstream = await place.connect();
    expect(upstream.status()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('read or written by others'),
    });
    await expect(upstream.callTool('show', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      next: expect.stringContaining('chmod 600'),
    });
    expect(place.server.authorizations.filter((header) => header !== undefined)).toEqual([]);
  });

  it('are on the disk sealed, for the owner alone, and nowhere in what is told', async () => {
    const { authorizationServer } = place;
    const spec = place.spec({ clientId: 'known', clientSecret: 'client-secret-77', callbackPort: await freePort() });
    const { callbackPort } = (spec.transport as { oauth: { callbackPort: number } }).oauth;
    authorizationServer.addClient('known', 'client-secret-77', [`http://127.0.0.1:${callbackPort}/callback`]);
    await place.logIn(spec);
    expect(authorizationServer.registered).toEqual([]);
    const upstream = await place.connect(spec);
    authorizationServer.expireAll();
    await upstream.callTool('show', {});
    authorizationServer.revokeAll();
    const error: unknown = await upstream.callTool('show', {}).catch((thrown: unknown) => thrown);
    const told = JSON.stringify([upstream.status(), place.log, error, String(error)]);
    const files = place.sealed();
    expect(files).toHaveLength(1);
    for (const secret of [...authorizationServer.issued, 'client-secret-77']) {
      expect(told).not.toContain(secret);
      expect(readFileSync(files[0]!, 'utf8')).not.toContain(secret);
    }
    if (process.platform !== 'win32') {
      for (const file of [...files, `${place.folder}/key`]) expect(statSync(file).mode & 0o077).toBe(0);
    }
  });
});
