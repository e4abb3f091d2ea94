import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolEntry } from '../tools/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createMcpServer } from './mcp-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const tool = (name: string, more: object = {}): ToolEntry => ({
  source: { kind: 'mcp', name: 'shop' },
  definition: { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more },
});
const shown = (...visibility: string[]) => ({ _meta: { ui: { resourceUri: 'ui://shop/cart', visibility } } });

const ENTRIES = [
  tool('refresh_cart', shown('app')),
  tool('show_cart', shown('app', 'model')),
  tool('pay', { ...shown('model'), vendor: { kept: [1] }, icons: [{ src: 'data:,' }] }),
];

async function connect(options: Partial<GatewayOptions> = {}) {
  const execute: GatewayOptions['execute'] = async ({ originalName }) => ({
    content: [{ type: 'text', text: `ran ${originalName}` }],
  });
  const gateway = new Gateway({ servers: [], entries: ENTRIES, execute, examples: { pack: false }, ...options });
  gateway.start();
  const server = createMcpServer(gateway);
  const client = new Client({ name: 'host', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  closing.push(
    () => gateway.close(),
    () => server.close(),
    () => client.close(),
  );
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  const names = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);
  return { client, call, names };
}

describe('a tool that only a server’s own user interface calls', () => {
  it('is neither found nor described nor called by a model', async () => {
    const { call, names } = await connect();
    for (const query of ['refresh cart', 'select:shop__refresh_cart', '/refresh/']) {
      expect(await call('tool_search', { query })).not.toContain('mcp:shop:refresh_cart');
    }
    expect(await call('tool_search', { query: 'show cart' })).toContain('shop__show_cart');
    expect(await call('tool_describe', { name: 'shop__refresh_cart' })).toContain('UNKNOWN_TOOL');
    expect(await call('tool_call', { name: 'shop__refresh_cart', arguments: {} })).toContain('UNKNOWN_TOOL');
    expect(await names()).not.toContain('shop__refresh_cart');
  });

  it('runs for the interface, which calls it by its name', async () => {
    expect(await (await connect()).call('shop__refresh_cart')).toContain('ran refresh_cart');
  });

  it('is listed, with its mark, where tools are passed through: hosts of such interfaces look at it', async () => {
    expect(await (await connect({ expose: 'tools' })).names()).toContain('shop__refresh_cart');
  });
});

describe('a listed tool', () => {
  it.each([{ expose: 'tools' as const }, { pinned: ['pay'] }])(
    'keeps members that nobody here knows, with %j',
    async (options) => {
      const { client } = await connect(options);
      const raw = (await client.listTools()).tools.find(({ name }) => name === 'shop__pay');
      expect(raw).toMatchObject({ _meta: { ui: { resourceUri: 'ui://shop/cart' } }, icons: [{ src: 'data:,' }] });
    },
  );
});
