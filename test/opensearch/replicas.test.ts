import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOpenSearchIndex,
  createBuiltInEmbedder,
  type OpenSearchHttp,
  updateOpenSearchIndex,
} from '../../src/backends/index.ts';
import { KeyBook } from '../../src/gateway/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';
import { closeAll, connect as connectAs, type Era } from '../auth/harness.ts';
import { ask, BINARY } from '../e2e/gateway-process.ts';
import { startGatewayPair } from '../replicas/gateway-pair.ts';
import { REDIS_SERVER } from '../replicas/redis-server.ts';
import { clusterUrls, openTestCluster, PATIENCE_MS, rowsOf } from './cluster.ts';

const embedder = createBuiltInEmbedder();
const isThere = clusterUrls !== undefined && REDIS_SERVER !== undefined && existsSync(BINARY);

const tool = (
  server: string,
  name: string,
  description: string,
  { tenant = '*', properties = {} }: { readonly tenant?: string; readonly properties?: object } = {},
): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description, inputSchema: { type: 'object', properties } },
  tags: { tenant: [tenant] },
});

/** As the servers of these gateways list them, and one of a tenant each that no server has. */
const TOOLS: readonly ToolEntry[] = [
  tool('notes', 'echo', 'Return the arguments unchanged.', { properties: { message: { type: 'string' } } }),
  tool('notes', 'add', 'Add two numbers.', { properties: { a: { type: 'number' }, b: { type: 'number' } } }),
  tool('notes', 'fail_softly', 'Always answers with isError.'),
  tool('texts', 'long_text', 'A very long text.'),
  tool('vault', 'open_red_vault', 'Open the vault of the red tenant.', { tenant: 'red' }),
  tool('vault', 'open_blue_vault', 'Open the vault of the blue tenant.', { tenant: 'blue' }),
];

/** Two gateways over one index in the cluster, behind a proxy that goes round, and the keys of those who ask them. */
async function startPair(http: OpenSearchHttp, index: string) {
  await buildOpenSearchIndex(http, index, rowsOf(TOOLS), { embedder, shards: 2, replicas: 0 });
  const keys = { ada: '', red: '', blue: '' };
  const pair = await startGatewayPair({
    settings: { auth: { keys: { file: 'keys.json' } } },
    args: ['--backend', 'opensearch', '--url', clusterUrls!.join(','), '--index', index],
    prepare: (config) => {
      const book = new KeyBook(join(dirname(config), 'keys.json'));
      const may = ['use', 'observe', 'approve'] as const;
      keys.ada = book.create({ name: 'ada', grant: { may } }).key;
      keys.red = book.create({ name: 'red', grant: { may, filter: { tenant: 'red' } } }).key;
      keys.blue = book.create({ name: 'blue', grant: { may, filter: { tenant: 'blue' } } }).key;
    },
  });
  return { ...pair, keys };
}

const textOf = (answer: unknown): string => JSON.stringify(answer);

describe.skipIf(!isThere)('two gateways over one index in a cluster', { timeout: PATIENCE_MS }, () => {
  let cluster: Awaited<ReturnType<typeof openTestCluster>>;
  let pair: Awaited<ReturnType<typeof startPair>>;
  let name: string;
  beforeAll(async () => {
    cluster = await openTestCluster();
    name = cluster.newName();
    pair = await startPair(cluster.http, name);
  }, PATIENCE_MS);
  afterAll(async () => {
    await closeAll();
    // Where it was not started, that is told.
    await pair?.close();
    await cluster.close();
  }, PATIENCE_MS);

  let sessions = 0;
  const connect = (era: Era, who: 'ada' | 'red' | 'blue' = 'ada'): Promise<Client> =>
    connectAs(
      new URL('/mcp', pair.proxy.url),
      pair.keys[who],
      era,
      // In the 2026 era a client says which requests belong together.
      era === 'modern' ? { 'toolscout-session': `s${++sessions}` } : {},
    );
  const get = async (base: string | URL, path: string, who: 'ada' | 'red' | 'blue' = 'ada', body?: object) => {
    const response = await fetch(new URL(path, base), {
      headers: { authorization: `Bearer ${pair.keys[who]}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  describe.each(['legacy', 'modern'] as const)('a %s client', (era) => {
    it('lists, searches, describes and calls, at both of them', async () => {
      const before = [...pair.proxy.counts];
      const client = await connect(era);
      for (let i = 0; i < 4; i++) {
        const { tools } = await client.listTools();
        expect(tools[0]!.description).toContain('6 tools from: notes, texts, vault.');
        expect(textOf(await ask(client, 'tool_search', { query: `add numbers ${i}` }))).toContain('notes__add');
        expect(textOf(await ask(client, 'tool_describe', { name: 'notes__add' }))).toContain('"a"');
        const called = await ask(client, 'tool_call', { name: 'notes__echo', arguments: { message: `hello ${i}` } });
        expect(textOf(called)).toContain(`hello ${i}`);
      }
      for (const [index, count] of pair.proxy.counts.entries()) expect(count - before[index]!).toBeGreaterThan(3);
    });

    it('hears at either that it has asked before, and nobody else does', async () => {
      const client = await connect(era);
      const search = (one: Client) => ask(one, 'tool_search', { query: 'add two numbers' });
      expect(textOf(await search(client))).not.toContain('"advice"');
      for (let i = 0; i < 3; i++) expect(textOf(await search(client))).toContain('"advice"');
      expect(textOf(await search(await connect(era)))).not.toContain('"advice"');
    });

    it('reads a long result on, wherever it lies, and nobody else does', async () => {
      const client = await connect(era);
      const result = await ask(client, 'tool_call', { name: 'texts__long_text', arguments: {} });
      expect(textOf(result).length).toBeLessThan(60_000);
      const handle = /handle\W+([0-9a-f]{16})/.exec(textOf(result))?.[1];
      expect(handle).toBeDefined();
      for (const offset of [30_000, 60_000, 90_000]) {
        const read = await ask(client, 'tool_call', { name: 'tool_result_read', arguments: { handle, offset } });
        expect(textOf(read).length).toBeGreaterThan(5_000);
        expect(textOf(read)).not.toContain('RESULT_NOT_FOUND');
      }
      const other = await connect(era, 'red');
      const stolen = await ask(other, 'tool_call', { name: 'tool_result_read', arguments: { handle, offset: 0 } });
      expect(textOf(stolen)).toContain('RESULT_NOT_FOUND');
    });

    it('has its calls decided on the command line, and at the gateway that does not hold them', async () => {
      const client = await connect(era);
      const call = () => ask(client, 'tool_call', { name: 'notes__fail_softly', arguments: {} });
      const denied = call();
      await pair.approvals('deny', await pair.waiting(), '--reason', 'not today');
      expect(textOf(await denied)).toContain('not today');
      const approved = call();
      const id = await pair.waiting();
      const statuses: number[] = [];
      for (const { url } of pair.gateways) {
        if (textOf((await get(url, '/v1/approvals')).json).includes(id)) continue;
        // Who is narrowed decides on nothing that others may have asked for.
        expect((await get(url, `/v1/approvals/${id}`, 'red', { approved: true })).status).toBe(404);
        statuses.push((await get(url, `/v1/approvals/${id}`, 'ada', { approved: true })).status);
      }
      expect(statuses).toEqual([200]);
      expect(textOf(await approved)).toContain('upstream said no');
    });

    it('is shown the part that is its caller’s, whichever of them it comes to', async () => {
      const client = await connect(era, 'red');
      for (let i = 0; i < 4; i++) {
        const { tools } = await client.listTools();
        expect(tools[0]!.description).toContain('5 tools from: notes, texts, vault.');
        expect(textOf(await ask(client, 'tool_search', { query: `vault ${i}` }))).not.toContain('blue');
        expect(textOf(await ask(client, 'tool_search', { query: `red vault ${i}` }))).toContain('open_red_vault');
        const hidden = await ask(client, 'tool_describe', { name: 'vault__open_blue_vault' });
        expect(textOf(hidden)).toContain('UNKNOWN_TOOL');
      }
    });
  });

  it('are asked over plain HTTP as one, and count for people what each caller may see', async () => {
    for (let i = 0; i < 4; i++) {
      const { json } = await get(pair.proxy.url, '/v1/search', 'blue', { query: 'open the vault' });
      expect(textOf(json)).toContain('open_blue_vault');
      expect(textOf(json)).not.toContain('red_vault');
      const { json: overview } = await get(pair.proxy.url, '/dashboard/api/overview', 'blue');
      const { servers, tools } = overview as { servers: { name: string; tools: number }[]; tools: number };
      expect(tools).toBe(5);
      expect(servers.map((server) => [server.name, server.tools])).toEqual([
        ['notes', 3],
        ['texts', 1],
      ]);
      const assembled = await get(pair.proxy.url, '/v1/assemble', 'blue', { pinned: ['vault__open_blue_vault'] });
      expect(textOf(assembled.json)).toContain('open_blue_vault');
      expect(textOf(assembled.json)).not.toContain('red_vault');
    }
  });

  it('both find what the index is updated with, and count it', async () => {
    const added = tool('vault', 'polish_silver', 'Polish the silver of the red tenant.', { tenant: 'red' });
    await updateOpenSearchIndex(cluster.http, name, rowsOf([added]), { embedder });
    for (const { url } of pair.gateways) {
      const { json } = await get(url, '/v1/search', 'red', { query: 'polish the silver' });
      expect(textOf(json)).toContain('polish_silver');
      const count = async () => (await get(url, '/dashboard/api/overview', 'red')).json.tools;
      await expect.poll(count, { timeout: 60_000, interval: 500 }).toBe(6);
      expect(textOf((await get(url, '/v1/search', 'blue', { query: 'polish the silver' })).json)).not.toContain(
        'polish_silver',
      );
    }
  });

  it('lose nothing of a session but its streams when one is killed', async () => {
    const clients = await Promise.all((['legacy', 'modern'] as const).map((era) => connect(era)));
    const search = (client: Client) => ask(client, 'tool_search', { query: 'add two numbers' });
    for (const client of clients) await search(client);
    const [, second] = pair.gateways;
    const ended = new Promise((resolve) => second.child.once('exit', resolve));
    second.child.kill('SIGKILL');
    await ended;
    for (const client of clients) {
      expect(textOf(await search(client))).toContain('"advice"');
      for (let i = 0; i < 3; i++) {
        const called = await ask(client, 'tool_call', { name: 'notes__echo', arguments: { message: `still ${i}` } });
        expect(textOf(called)).toContain(`still ${i}`);
      }
    }
  });
});
