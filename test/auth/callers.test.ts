import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import {
  AuthorizationServer,
  closeAll,
  connect,
  everythingTold,
  openThings,
  post,
  RESOURCE,
  serve,
  tool,
} from './harness.ts';

afterEach(closeAll);

const KEYS = { keys: true };
const TENANTS = Array.from({ length: 10 }, (_, i) => `tenant${i}`);
const SECRET = (tenant: string): string => `secret_of_${tenant}`;

async function tenantGateway() {
  const as = await AuthorizationServer.start();
  const oauth = { issuer: as.issuer, resource: RESOURCE, claims: { filter: { tenant: 'org.tenant' } } };
  const entries = TENANTS.flatMap((tenant) => [
    tool('list_orders', tenant, `shop_${tenant}`),
    tool(SECRET(tenant), tenant),
  ]);
  return { as, ...(await serve({ oauth, keys: true }, { entries })) };
}

describe('ten tenants of one gateway', () => {
  it.each(['legacy', 'modern'] as const)(
    'are told of nothing but their own tools (%s era)',
    async (era) => {
      const { as, http, keys, ran } = await tenantGateway();
      for (const [index, tenant] of TENANTS.entries()) {
        const token =
          index % 2 === 0
            ? await as.token({ sub: tenant, org: { tenant } })
            : keys.create({ name: tenant, grant: { filter: { tenant }, may: ['use'] } }).key;
        const client = await connect(http.url, token, era);
        const told = await everythingTold(client, [SECRET(tenant)]);
        expect(told).toContain(`ran ${SECRET(tenant)}`);
        for (const other of TENANTS) if (other !== tenant) expect(told).not.toContain(other);
      }
      // What others ask for by its exact name is as unknown to them as what nobody has.
      const client = await connect(http.url, await as.token({ org: { tenant: TENANTS[0] } }), era);
      ran.length = 0;
      const call = (name: string) => client.callTool({ name: 'tool_describe', arguments: { name } });
      const text = async (name: string) => JSON.stringify(await call(name)).replaceAll(name, 'X');
      expect(await text(SECRET('tenant3'))).toBe(await text(SECRET('tenantX')));
      expect(ran).toEqual([]);
    },
    60_000,
  );

  it.each<[string, object]>([
    ['has no tenant', {}],
    ['has an empty one', { org: { tenant: '' } }],
    ['has none in its list', { org: { tenant: [] } }],
    ['has something else', { org: { tenant: { name: 'tenant0' } } }],
    ['has it somewhere else', { tenant: 'tenant0' }],
  ])('are nobody to it where a token %s', async (_what, claims) => {
    const { as, http } = await tenantGateway();
    const response = await post(http.url, await as.token(claims as Record<string, unknown>));
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('tenant0');
  });
});

describe('an API key', () => {
  it('lets its caller in until it is revoked, without a restart', async () => {
    const { http, keys } = await serve(KEYS);
    const { key } = keys.create({ name: 'ci', grant: { may: ['use'] } });
    expect((await post(http.url, key)).status).toBe(200);
    keys.revoke('ci');
    const refused = await post(http.url, key);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="toolscout", error="invalid_token", error_description="The API key is not good."',
    ]);
    expect((await post(http.url, undefined)).status).toBe(401);
    expect((await post(http.url, `${key.slice(0, -4)}AAAA`)).status).toBe(401);
  });

  it('says what its caller may do; probes are open to everybody', async () => {
    const { http, keys } = await serve(KEYS);
    const may = (name: string, rights: ('use' | 'observe')[]) => keys.create({ name, grant: { may: rights } }).key;
    const [user, watcher] = [may('user', ['use']), may('watcher', ['observe'])];
    const get = async (path: string, key?: string) =>
      (await fetch(new URL(path, http.url), key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }))
        .status;
    expect([await get('/healthz'), await get('/readyz')]).toEqual([200, 200]);
    expect([await get('/metrics'), await get('/metrics', user), await get('/metrics', watcher)]).toEqual([
      401, 403, 200,
    ]);
    expect((await post(http.url, watcher)).status).toBe(403);
  });

  it('that names rules or tags that are not there shows nothing', async () => {
    const config = { policy: { profiles: { dev: { allow: ['shop/*'] } } } };
    const { http, keys } = await serve(KEYS, { config });
    const named = (profile?: string) => ({ may: ['use'] as const, ...(profile === undefined ? {} : { profile }) });
    const names = ['list_orders'];
    const told = async (name: string, profile?: string) =>
      everythingTold(await connect(http.url, keys.create({ name, grant: named(profile) }).key), names);
    expect(await told('a', 'dev')).toContain('ran list_orders');
    for (const one of [await told('b'), await told('c', 'nobody')]) expect(one).not.toContain('of the tenant red');
    const { key } = keys.create({ name: 'd', grant: { may: ['use'], filter: { tennant: 'red' } } });
    expect((await post(http.url, key)).status).toBe(403);
  });
});

describe('an MCP session', () => {
  it('is its caller’s own: its id is worth nothing with another token', async () => {
    const as = await AuthorizationServer.start();
    const { http } = await serve({ oauth: { issuer: as.issuer, resource: RESOURCE } });
    const [alice, bob] = [await as.token({ sub: 'alice' }), await as.token({ sub: 'bob' })];
    const id = (await post(http.url, alice)).headers.get('mcp-session-id')!;
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    const list = (token: string | undefined) => post(http.url, token, { method: 'tools/list' }, headers);
    expect((await list(bob)).status).toBe(404);
    expect((await list(undefined)).status).toBe(401);
    expect(
      (await fetch(http.url, { method: 'DELETE', headers: { ...headers, authorization: `Bearer ${bob}` } })).status,
    ).toBe(404);
    expect((await list(alice)).status).toBe(200);
    // A newer token of the same caller goes on with it.
    expect((await list(await as.token({ sub: 'alice', jti: '2' }))).status).toBe(200);
  });

  it('ends where its caller’s rights become others', async () => {
    const as = await AuthorizationServer.start();
    const oauth = { issuer: as.issuer, resource: RESOURCE, claims: { filter: { tenant: 'tenant' } } };
    const { http } = await serve({ oauth });
    const id = (await post(http.url, await as.token({ tenant: 'red' }))).headers.get('mcp-session-id')!;
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    const later = await post(http.url, await as.token({ tenant: 'blue' }), { method: 'tools/list' }, headers);
    expect(later.status).toBe(404);
  });

  it('shares no memory with another caller’s of the same name', async () => {
    const { http, keys } = await serve(KEYS);
    const [a, b] = ['a', 'b'].map((name) => keys.create({ name, grant: { may: ['use'] } }).key) as [string, string];
    const search = async (key: string) => {
      const client = await connect(http.url, key, 'modern', { 'toolscout-session': 'main' });
      return JSON.stringify(await client.callTool({ name: 'tool_search', arguments: { query: 'list orders' } }));
    };
    const first = await search(a);
    // Asked again, a session is told that it has asked before.
    expect(await search(a)).not.toBe(first);
    expect(await search(b)).toBe(first);
  });
});

describe('tools that carry no tags of their own', () => {
  const entries = ['north', 'south'].flatMap((server) => [
    {
      source: { kind: 'mcp', name: server } as const,
      definition: { name: 'list_orders', description: `of ${server}` },
    },
    {
      source: { kind: 'mcp', name: server } as const,
      definition: { name: 'share', description: `shared by ${server}` },
    },
  ]);

  it('are given them by the configuration, and without one pass no filter', async () => {
    const config = {
      policy: {
        tagged: { north: { tenant: 'n' }, 'north/share': { tenant: ['n', 's'] }, 'south/share': { tenant: '*' } },
      },
    };
    const { http, keys } = await serve(KEYS, { entries, config });
    const told = async (tenant: string) => {
      const { key } = keys.create({ name: tenant, grant: { may: ['use'], filter: { tenant } } });
      return everythingTold(await connect(http.url, key), ['list_orders', 'north__share', 'south__share']);
    };
    const [north, south] = [await told('n'), await told('s')];
    for (const text of ['of north', 'shared by north', 'shared by south']) expect(north).toContain(text);
    for (const text of ['shared by north', 'shared by south']) expect(south).toContain(text);
    for (const text of [north, south]) expect(text).not.toContain('of south');
    expect(south).not.toContain('of north');
  });
});

describe('a gateway that is open beyond this machine', () => {
  it('lets whom it does not know use tools, and nothing else', async () => {
    const { gateway } = await serve(undefined);
    const operations = { readiness: () => gateway.readiness(), metrics: () => gateway.metrics() };
    const options = { host: '0.0.0.0', port: 0, allowedHosts: ['127.0.0.1'], operations };
    const http = await serveGatewayHttp(gateway, options, silentLogger());
    openThings.push(http);
    const url = http.url.replace('0.0.0.0', '127.0.0.1');
    expect((await post(url, undefined)).status).toBe(200);
    expect((await fetch(new URL('/metrics', url))).status).toBe(403);
  });
});

describe('limits and records', () => {
  it('are by caller, however many sessions it opens', async () => {
    const { http, keys, auditFile } = await serve(KEYS, { config: { limits: { calls: { perMinute: 1, burst: 2 } } } });
    const { key, id } = keys.create({ name: 'ci', grant: { may: ['use'] } });
    const other = keys.create({ name: 'other', grant: { may: ['use'] } });
    const call = async (token: string) => {
      const client = await connect(http.url, token);
      return JSON.stringify(
        await client.callTool({ name: 'tool_call', arguments: { name: 'list_orders', arguments: {} } }),
      );
    };
    const answers = [await call(key), await call(key), await call(key)];
    expect(answers.map((answer) => answer.includes('RATE_LIMITED'))).toEqual([false, false, true]);
    expect(await call(other.key)).toContain('ran list_orders');
    const records = readFileSync(auditFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(records.map(({ caller }) => caller))).toEqual(new Set([`key:${id}`, `key:${other.id}`]));
    expect(readFileSync(auditFile, 'utf8')).not.toContain(key.slice(-43));
  });
});

describe('the token of a client', () => {
  it('never reaches a server behind the gateway', async () => {
    const heard: { headers: IncomingHttpHeaders; body: string }[] = [];
    const upstream = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        heard.push({ headers: request.headers, body });
        const { id, method } = body === '' ? { id: undefined, method: '' } : JSON.parse(body);
        if (id === undefined) return response.writeHead(method === '' ? 405 : 202).end();
        const tools = [{ name: 'ping_upstream', description: 'pings', inputSchema: { type: 'object' } }];
        const info = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'u', version: '0' },
        };
        const result =
          method === 'initialize'
            ? info
            : method === 'tools/list'
              ? { tools }
              : { content: [{ type: 'text', text: 'pong' }] };
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    openThings.push({ close: async () => void upstream.close() });
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
    const as = await AuthorizationServer.start();
    const { http, keys, gateway } = await serve(
      { oauth: { issuer: as.issuer, resource: RESOURCE }, keys: true },
      { servers: [{ name: 'up', transport: { kind: 'http', url, headers: { 'x-own': 'configured' } } }] },
    );
    await gateway.settled();
    const token = await as.token({});
    const { key } = keys.create({ name: 'ci', grant: { may: ['use'] } });
    for (const [bearer, era] of [
      [token, 'legacy'],
      [token, 'modern'],
      [key, 'legacy'],
      [key, 'modern'],
    ] as const) {
      const client = await connect(http.url, bearer, era);
      const answer = await client.callTool({ name: 'tool_call', arguments: { name: 'ping_upstream', arguments: {} } });
      expect(JSON.stringify(answer)).toContain('pong');
    }
    expect(heard.length).toBeGreaterThan(5);
    const all = JSON.stringify(heard);
    for (const secret of [token, key, 'authorization', 'alice']) expect(all).not.toContain(secret);
    expect(heard.every(({ headers }) => headers['x-own'] === 'configured')).toBe(true);
  });
});
