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

const tool = (kind: ToolEntry['source']['kind'], server: string, name: string, more: object = {}): ToolEntry => ({
  source: { kind, name: server },
  definition: { name, description: `Does ${name}.`, inputSchema: { type: 'object', required: ['x'] }, ...more },
});

const ENTRIES = [
  tool('mcp', 'office', 'add_note', { _meta: { vendor: 1 }, annotations: { readOnlyHint: true } }),
  tool('mcp', 'office', 'find_room'),
  tool('mcp', 'wiki', 'find_room'),
];

async function connect(options: Partial<GatewayOptions>) {
  const ran: unknown[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: ENTRIES,
    execute: async ({ id }, args) => {
      ran.push([id, args]);
      return { content: [{ type: 'text', text: 'done' }] };
    },
    examples: { pack: false },
    ...options,
  });
  gateway.start();
  const server = createMcpServer(gateway);
  const client = new Client({ name: 'desk', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  closing.push(
    () => gateway.close(),
    () => server.close(),
    () => client.close(),
  );
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return { client, names, call, ran };
}

const textOf = (result: unknown): unknown => {
  const [block] = (result as { content: { text: string }[] }).content;
  return JSON.parse(block!.text);
};

describe('a gateway that passes tools through', () => {
  it('lists the tools themselves under unique names, without a bridge and without instructions', async () => {
    const { client, names } = await connect({ expose: 'tools' });
    expect(await names()).toEqual(['office__add_note', 'office__find_room', 'wiki__find_room']);
    expect(client.getInstructions()).toBeUndefined();
    const [first] = (await client.listTools()).tools;
    expect(first).toMatchObject({
      description: 'Does add_note.',
      inputSchema: { type: 'object', required: ['x'] },
      annotations: { readOnlyHint: true },
      _meta: { vendor: 1 },
    });
  });

  it('runs them by name through the one call path, and knows no bridge', async () => {
    const { call, ran } = await connect({ expose: 'tools' });
    expect(await call('office__add_note', { x: 1 })).toMatchObject({ content: [{ text: 'done' }] });
    expect(await call('wiki__find_room', {})).toMatchObject({ isError: true });
    const bridge = await call('tool_search', { query: 'note' });
    expect(bridge).toMatchObject({ isError: true, structuredContent: { error: { code: 'UNKNOWN_TOOL' } } });
    expect(ran).toEqual([['mcp:office:add_note', { x: 1 }]]);
  });
});

describe('a gateway with a bridge', () => {
  it('introduces itself by the name that it was given', async () => {
    const named = await connect({ name: 'office tools' });
    expect(named.client.getServerVersion()).toMatchObject({ name: 'office tools', title: 'office tools' });
    const unnamed = await connect({});
    expect(unnamed.client.getServerVersion()).toMatchObject({ name: 'toolscout', title: 'Toolscout' });
  });

  it('lists built-in and pinned tools beside it, counts the others, and says so in a hit', async () => {
    const { client, names, call } = await connect({
      entries: [...ENTRIES, tool('core', '', 'read_file')],
      pinned: ['wiki__find_room'],
    });
    expect(await names()).toEqual(['read_file', 'wiki__find_room', 'tool_search', 'tool_describe', 'tool_call']);
    const search = (await client.listTools()).tools.find(({ name }) => name === 'tool_search');
    expect(search?.description).toContain('2 tools from: office');
    const answer = textOf(await call('tool_search', { query: 'select:wiki__find_room,office__find_room' }));
    expect(answer).toMatchObject({
      hits: expect.arrayContaining([
        expect.objectContaining({ id: 'mcp:wiki:find_room', exposed: true }),
        expect.not.objectContaining({ exposed: true }),
      ]),
    });
  });

  it('hides built-in tools where the family says so', async () => {
    const entries = [...ENTRIES, tool('core', '', 'read_file')];
    expect(await (await connect({ entries, family: 'mode' })).names()).toEqual([
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
  });

  it('answers in the wire format that it was given', async () => {
    const bridge = await connect({ profile: 'bridge' });
    expect(textOf(await bridge.call('tool_search', { query: 'add_note' }))).toMatchObject({
      query: 'add_note',
      total_available: 3,
      matches: [{ name: 'office__add_note', source: 'mcp', source_name: 'office' }],
    });
    expect(textOf(await bridge.call('tool_describe', { name: 'add_note' }))).toMatchObject({
      name: 'office__add_note',
      parameters: { type: 'object' },
    });
    const failed = await bridge.call('tool_call', { name: 'add_note', arguments: {} });
    expect(failed).toMatchObject({ isError: true });
    expect(textOf(failed)).toEqual({ error: expect.stringContaining('x') });

    const mode = await connect({ profile: 'mode' });
    const hits = textOf(await mode.call('tool_search', { query: 'add_note' })) as { id: string }[];
    expect(hits[0]).toMatchObject({ id: 'mcp:office:add_note', source: 'mcp' });
    expect(textOf(await mode.call('tool_call', { id: hits[0]!.id, args: { x: 1 } }))).toMatchObject({
      tool: { id: 'mcp:office:add_note' },
      result: { content: [{ text: 'done' }] },
    });
    expect(mode.ran).toEqual([['mcp:office:add_note', { x: 1 }]]);
  });
});
