import { existsSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, caseServer, connectGateway, type Era, writeConfig } from './gateway-process.ts';

const SERVERS = {
  plain: caseServer('well-behaved.mjs'),
  ledger: caseServer('paginated-list.mjs'),
  inv: caseServer('tool-vanishes.mjs'),
};

/** One story for every transport and era: what a client of the gateway relies on. */
describe.each<{ transport: 'stdio' | 'http'; era: Era }>([
  { transport: 'stdio', era: 'legacy' },
  { transport: 'stdio', era: 'modern' },
  { transport: 'http', era: 'legacy' },
  { transport: 'http', era: 'modern' },
])('the built gateway over $transport, $era era', ({ transport, era }) => {
  const config = writeConfig(SERVERS);
  let client: Client;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ client, close } = await connectGateway(config.path, transport, era));
  });
  afterAll(async () => {
    await close?.();
    config.remove();
  });

  it('speaks the era that the client asked for', () => {
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getServerVersion()?.name).toBe('toolscout');
    expect(client.getInstructions()).toContain('tool_search');
  });

  it('shows three tools that say how many stand behind them', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
    expect(tools[0]!.description).toMatch(/\d+ tools from: inv, ledger, plain/);
    expect(tools.every((tool) => tool._meta?.['anthropic/alwaysLoad'] === true)).toBe(true);
    expect(tools[0]!.outputSchema).toEqual({ type: 'object' });
  });

  it('finds a tool on the last page of a list, and answers in text and structure alike', async () => {
    const result = await client.callTool({ name: 'tool_search', arguments: { query: 'close the fiscal year' } });
    const answer = result.structuredContent as { hits: { name: string }[]; shown: number; total: number };
    expect(answer.hits[0]!.name).toBe('ledger__ledger_op_100');
    expect(answer.shown).toBe(answer.hits.length);
    expect(answer.total).toBeGreaterThanOrEqual(answer.shown);
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(answer);
  });

  it('describes a tool with its exact schema', async () => {
    const answer = await ask(client, 'tool_describe', { name: 'plain__echo' });
    expect(answer).toMatchObject({ id: 'mcp:plain:echo', name: 'plain__echo', server: 'plain' });
    expect(answer.inputSchema).toMatchObject({ type: 'object' });
    expect(answer.signature).toContain('message');
  });

  it('hands the tool’s own result through', async () => {
    const direct = await client.callTool({
      name: 'tool_call',
      arguments: { name: 'plain__echo', arguments: { message: 'привет' } },
    });
    expect(JSON.stringify(direct.content)).toContain('привет');
    expect(direct.isError ?? false).toBe(false);
  });

  it('runs a hidden tool that is called by its own name', async () => {
    const direct = await client.callTool({ name: 'plain__echo', arguments: { message: 'direct' } });
    expect(JSON.stringify(direct.content)).toContain('direct');
  });

  it('refuses what it cannot run, in words a model can act on', async () => {
    const unknown = await client.callTool({ name: 'tool_call', arguments: { name: 'plain__ecko', arguments: {} } });
    expect(unknown.isError).toBe(true);
    expect(unknown.structuredContent).toMatchObject({
      error: { code: 'UNKNOWN_TOOL', ran: false, next: expect.stringContaining('plain__echo') },
    });
    const nested = await client.callTool({ name: 'tool_call', arguments: { name: 'tool_call', arguments: {} } });
    expect(nested.structuredContent).toMatchObject({ error: { code: 'BRIDGE_IN_BRIDGE', ran: false } });
    const nameless = await client.callTool({ name: 'tool_call', arguments: {} });
    expect(nameless.structuredContent).toMatchObject({
      error: { code: 'INVALID_ARGUMENTS', path: '/name', ran: false },
    });
  });

  it('answers several queries at once', async () => {
    const answer = await ask(client, 'tool_search', {
      queries: ['close the fiscal year', 'export invoices'],
      limit: 1,
    });
    const results = answer.results as { hits: { name: string }[] }[];
    expect(results.map((one) => one.hits[0]!.name)).toEqual(['ledger__ledger_op_100', 'inv__ephemeral']);
  });

  it('lists a server’s new tools and forgets its old ones', async () => {
    await client.callTool({ name: 'tool_call', arguments: { name: 'inv__shift', arguments: {} } });
    await expect
      .poll(
        async () =>
          ((await ask(client, 'tool_search', { query: 'export invoices' })).hits as { name: string }[]).map(
            (hit) => hit.name,
          ),
        { timeout: 10_000 },
      )
      .toContain('inv__successor');
    const gone = await client.callTool({ name: 'tool_call', arguments: { name: 'inv__ephemeral', arguments: {} } });
    expect(gone.structuredContent).toMatchObject({ error: { code: 'TOOL_REMOVED', ran: false } });
  });
});

it('was built', () => {
  expect(existsSync(new URL('../../dist/cli.mjs', import.meta.url))).toBe(true);
});
