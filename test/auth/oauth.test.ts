import { createHmac, createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { openAuth } from '../../src/gateway/auth/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { AuthorizationServer, closeAll, connect, post, RESOURCE, type Served, serve } from './harness.ts';

afterEach(closeAll);

const NOW = (): number => Math.floor(Date.now() / 1000);

async function open(oauth: Readonly<Record<string, unknown>> = {}): Promise<{ as: AuthorizationServer } & Served> {
  const as = await AuthorizationServer.start();
  const served = await serve({ oauth: { issuer: as.issuer, resource: RESOURCE, ...oauth } });
  return { as, ...served };
}

/** Status, error code and challenge of a request that is refused. */
async function refusal(
  response: Response,
): Promise<{ status: number; code: string; message: string; challenge: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  const challenge = response.headers.get('www-authenticate') ?? '';
  return { status: response.status, code: error.code, message: error.message, challenge };
}

describe('an access token', () => {
  it('lets its caller in, in both eras of MCP', async () => {
    const { as, http, ran } = await open();
    const token = await as.token({});
    for (const era of ['legacy', 'modern'] as const) {
      const client = await connect(http.url, token, era);
      await client.callTool({ name: 'tool_call', arguments: { name: 'list_orders', arguments: {} } });
    }
    expect(ran).toEqual(['list_orders', 'list_orders']);
  });

  it('is asked for where there is none, with where to get it', async () => {
    const { as, http } = await open();
    const { status, code, challenge } = await refusal(await post(http.url, undefined));
    expect([status, code]).toEqual([401, 'AUTH_REQUIRED']);
    const at = 'https://tools.example.com/.well-known/oauth-protected-resource/mcp';
    expect(challenge).toContain(`resource_metadata="${at}"`);
    expect(challenge).not.toContain('error=');
    for (const path of ['', '/mcp']) {
      const response = await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, http.url));
      expect(await response.json()).toMatchObject({ resource: RESOURCE, authorization_servers: [as.issuer] });
    }
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['has expired', 'expired', { exp: NOW() - 120 }],
    ['does not end', '"exp"', { exp: undefined }],
    ['begins later', 'not good yet', { nbf: NOW() + 3_600 }],
    ['is for another audience', 'audience', { aud: 'https://other.example.com' }],
    ['is for nobody', 'missing or wrong|audience', { aud: undefined }],
    ['is from another issuer', 'issuer', { iss: 'https://evil.example.com' }],
  ])('is refused where it %s', async (_what, message, claims) => {
    const { as, http } = await open();
    const answer = await refusal(await post(http.url, await as.token(claims)));
    expect([answer.status, answer.code]).toEqual([401, 'AUTH_INVALID']);
    expect(answer.message).toMatch(new RegExp(message));
    expect(answer.challenge).toContain('error="invalid_token"');
    expect(answer.challenge).toContain('resource_metadata=');
  });

  it('may be as late as clocks differ', async () => {
    const { as, http } = await open({ clockSkewSeconds: 60 });
    expect((await post(http.url, await as.token({ exp: NOW() - 30 }))).status).toBe(200);
  });

  it('is good under a key that its server rotated in, without a restart', async () => {
    const { as, http } = await open();
    const before = await as.token({});
    // The first key is not looked at before the rotation: so the one look that is allowed for now sees both.
    await as.rotate();
    const after = await as.token({});
    expect((await post(http.url, after)).status).toBe(200);
    expect((await post(http.url, before)).status).toBe(200);
  });

  it('is good under a key that came after the others were looked at', async () => {
    const as = await AuthorizationServer.start();
    const oauth = { issuer: as.issuer, resource: RESOURCE, audience: [RESOURCE], algorithms: ['RS256'] };
    const settings = { ...oauth, clockSkewSeconds: 0, scopes: {}, claims: { id: 'sub', filter: {} }, toolsets: {} };
    const { authenticate } = openAuth(
      { oauth: settings },
      { log: silentLogger(), keySetTimes: { cooldownMs: 0, maxAgeMs: 600_000 } },
    );
    const ask = async (token: string) =>
      authenticate(new Request('http://gateway/mcp', { headers: { authorization: `Bearer ${token}` } }));
    expect((await ask(await as.token({}))).id).toBe('oauth:alice');
    await as.rotate();
    expect((await ask(await as.token({ sub: 'bob' }))).id).toBe('oauth:bob');
  });

  it('is no good under a key that its server does not have', async () => {
    const { as, http } = await open();
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = (await as.publicKeys()).keys[0]!;
    const forge = (header: object) =>
      new SignJWT({ sub: 'alice', aud: RESOURCE, iss: as.issuer, exp: NOW() + 60 })
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(privateKey);
    for (const header of [{ kid: String(kid) }, { kid: 'other' }, {}]) {
      const { status, code } = await refusal(await post(http.url, await forge(header)));
      expect([status, code]).toEqual([401, 'AUTH_INVALID']);
    }
  });

  it('is no good where it brings the key, or says where it is', async () => {
    const { as, http } = await open();
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256' };
    for (const header of [{ jwk }, { jku: 'https://evil.example.com/jwks' }, { x5u: 'https://evil.example.com/x' }]) {
      const token = await new SignJWT({ sub: 'alice', aud: RESOURCE, iss: as.issuer, exp: NOW() + 60 })
        .setProtectedHeader({ alg: 'RS256', ...header } as never)
        .sign(privateKey);
      expect((await post(http.url, token)).status).toBe(401);
    }
  });

  it('is no good with the public key taken for a shared secret, or with no signature', async () => {
    const { as, http } = await open();
    const jwk = (await as.publicKeys()).keys[0]!;
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = part({ sub: 'alice', aud: RESOURCE, iss: as.issuer, exp: NOW() + 60 });
    const sign = (text: string, secret: string | Buffer): string =>
      `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    const confused = [pem, Buffer.from(String(jwk.n), 'base64url'), JSON.stringify(jwk)].map((secret) =>
      sign(`${part({ alg: 'HS256', kid: jwk.kid })}.${payload}`, secret as string),
    );
    const unsigned = [`${part({ alg: 'none' })}.${payload}.`, `${part({ alg: 'None', kid: jwk.kid })}.${payload}.`];
    for (const token of [...confused, ...unsigned]) {
      const { status, code } = await refusal(await post(http.url, token));
      expect([status, code]).toEqual([401, 'AUTH_INVALID']);
    }
  });

  it('is no good where its signature was cut or its claims were changed', async () => {
    const { as, http } = await open();
    const [head, payload, signature] = (await as.token({})).split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url');
    for (const token of [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}`,
      'x.y.z',
      'abc',
    ]) {
      expect((await post(http.url, token)).status).toBe(401);
    }
  });

  it('is read from its header alone', async () => {
    const { as, http } = await open();
    const token = await as.token({});
    expect((await post(`${http.url}?access_token=${token}`, undefined)).status).toBe(401);
    expect((await post(http.url, undefined, undefined, { cookie: `access_token=${token}` })).status).toBe(401);
    expect((await post(http.url, undefined, undefined, { authorization: `Basic ${token}` })).status).toBe(401);
  });

  it('cannot be judged, and is not taken, while the keys cannot be had', async () => {
    const as = await AuthorizationServer.start();
    const token = await as.token({});
    const { http } = await serve({
      oauth: { issuer: as.issuer, resource: RESOURCE, jwksUri: 'http://127.0.0.1:9/jwks' },
    });
    const { status, code } = await refusal(await post(http.url, token));
    expect([status, code]).toEqual([503, 'AUTH_UNAVAILABLE']);
  });

  it('is refused with the scope that it lacks, so that the client can ask for that', async () => {
    const { as, http } = await open({ scopes: { use: 'tools:use', observe: 'tools:observe' } });
    const without = await refusal(await post(http.url, await as.token({ scope: 'email' })));
    expect([without.status, without.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(without.challenge).toContain('error="insufficient_scope"');
    expect(without.challenge).toContain('scope="tools:use"');
    const token = await as.token({ scope: 'email tools:use' });
    expect((await post(http.url, token)).status).toBe(200);
    const metrics = (bearer: string) =>
      fetch(new URL('/metrics', http.url), { headers: { authorization: `Bearer ${bearer}` } });
    const stepUp = await refusal(await metrics(token));
    expect([stepUp.status, stepUp.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(stepUp.challenge).toContain('scope="tools:use tools:observe"');
    expect((await metrics(await as.token({ scope: 'tools:use tools:observe' }))).status).toBe(200);
  });

  it('without a key id is tried with each key of its server', async () => {
    const { as, http } = await open();
    await as.rotate();
    const { keys } = await as.publicKeys();
    expect(keys).toHaveLength(2);
    const token = await as.token({}, { kid: undefined });
    expect((await post(http.url, token)).status).toBe(200);
  });
});
