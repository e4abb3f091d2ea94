import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createPreselector } from '../../src/disclosure/index.ts';
import {
  createHttpApiDoor,
  Gateway,
  httpCallers,
  KeyBook,
  parseConfig,
  serveGatewayHttp,
} from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import type { ToolEntry } from '../../src/tools/index.ts';

const TENANTS = Array.from({ length: 10 }, (_, index) => `tenant${index}`);
const tool = (tenant: string, name: string): ToolEntry => ({
  source: { kind: 'plugin', name: `shop_${tenant}` },
  definition: { name, description: `Orders and secrets of ${tenant}`, inputSchema: { type: 'object' } },
  tags: { tenant: [tenant] },
});

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A gateway with API keys, as a configuration asks for it. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'api-keys-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const text = JSON.stringify({ auth: { keys: true }, approvals: { rules: [{ id: '*/erase', decide: 'prompt' }] } });
  const environment = { platform: process.platform, cwd: folder, home: folder, env: {} };
  const config = await parseConfig(text, { path: join(folder, 'toolscout.json'), environment });
  const gateway = new Gateway({
    servers: [],
    entries: TENANTS.flatMap((tenant) => [tool(tenant, 'list_orders'), tool(tenant, 'erase')]),
    execute: async ({ id }) => ({ content: [{ type: 'text', text: `ran ${id}` }] }),
    approvals: config.approvals,
    startGrace: false,
  });
  const log = silentLogger();
  const http = await serveGatewayHttp(
    gateway,
    {
      port: 0,
      doors: [
        createHttpApiDoor({
          log,
          preselection: { open: async () => createPreselector() },
          approvals: {
            pending: () => gateway.pendingApprovals(),
            decide: (id, answer) => gateway.decideApproval(id, answer),
          },
        }),
      ],
      ...httpCallers(gateway, { auth: config.auth, session: config.policy.session, log }),
    },
    log,
  );
  open.push(
    () => gateway.close(),
    () => http.close(),
  );
  gateway.start();
  const book = new KeyBook(config.auth!.keys!.file);
  const keyOf = (tenant: string): string =>
    book.create({ name: tenant, grant: { filter: { tenant }, may: ['use', 'approve'] } }).key;
  const ask = async (key: string | undefined, method: string, path: string, body?: object) => {
    const response = await fetch(new URL(path, http.url), {
      method,
      headers: {
        'toolscout-session': 'the-same-for-all',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, told: (await response.text()) + JSON.stringify(headers) };
  };
  return { gateway, keyOf, ask };
}

describe('ten tenants of one gateway, over the HTTP API', () => {
  it('are told of nothing but their own tools', async () => {
    const { keyOf, ask } = await serve();
    for (const [index, tenant] of TENANTS.entries()) {
      const key = keyOf(tenant);
      const neighbour = TENANTS[(index + 1) % TENANTS.length]!;
      const told = await Promise.all([
        ask(key, 'POST', '/v1/search', { queries: ['orders', 'list_orders', '/shop/', 'secrets'] }),
        ask(key, 'POST', '/v1/describe', { names: [`shop_${tenant}__list_orders`, 'list_order'] }),
        ask(key, 'POST', '/v1/describe', { name: 'list_orders' }),
        ask(key, 'POST', '/v1/call', { name: 'list_orders' }),
        ask(key, 'POST', '/v1/call', { name: 'list_order' }),
        ask(key, 'POST', '/v1/assemble', { settings: { enabled: 'on', mode: 'directory' }, request: 'orders' }),
        ask(key, 'POST', '/v1/assemble', { settings: { enabled: 'off' } }),
        ask(key, 'POST', '/v1/preselect', { message: 'list the orders' }),
        ask(key, 'GET', '/v1/approvals'),
      ]);
      expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200, 200, 200, 200]);
      const all = told.map((one) => one.told).join('\n');
      expect(all).toContain(`ran plugin:shop_${tenant}:list_orders`);
      for (const other of TENANTS) if (other !== tenant) expect(all).not.toContain(other);
      // What another one has is as unknown as what nobody has.
      const unknown = async (name: string) => {
        const { status, told: text } = await ask(key, 'POST', '/v1/call', { name });
        return `${status} ${text.replaceAll(name, 'X').replace(/"requestId":"[^"]+"/, '')}`;
      };
      expect(await unknown(`shop_${neighbour}__erase`)).toBe(await unknown('shop_tenantX__erase'));
    }
  }, 60_000);

  it('are told nothing without a key', async () => {
    const { ask } = await serve();
    const told = await Promise.all([
      ask(undefined, 'POST', '/v1/search', { query: 'orders' }),
      ask(undefined, 'GET', '/v1/openapi.json'),
      ask('ts_nobody', 'GET', '/v1/approvals'),
    ]);
    expect(told.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(JSON.stringify(told)).not.toMatch(/tenant|shop/);
  });

  it('neither see nor decide what waits of another, though both may approve', async () => {
    const { gateway, keyOf, ask } = await serve();
    const [mine, other] = [keyOf('tenant0'), keyOf('tenant1')];
    const running = ask(mine, 'POST', '/v1/call', { name: 'erase' });
    while (gateway.pendingApprovals().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const { id } = gateway.pendingApprovals()[0]!;
    expect((await ask(other, 'GET', '/v1/approvals')).told).toContain('{"approvals":[]}');
    expect((await ask(other, 'POST', `/v1/approvals/${id}`, { approved: true })).status).toBe(404);
    expect((await ask(mine, 'GET', '/v1/approvals')).told).toContain(id);
    expect((await ask(mine, 'POST', `/v1/approvals/${id}`, { approved: true })).status).toBe(200);
    expect((await running).told).toContain('ran plugin:shop_tenant0:erase');
  });
});
