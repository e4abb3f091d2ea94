import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// What an MCP client does with `toolscout serve`; a desktop client gets the same by `toolscout install`.
const here = import.meta.dirname;
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [resolve(here, '../../dist/cli.mjs'), 'serve', '--config', resolve(here, 'toolscout.json')],
  cwd: resolve(here, '../..'),
  env: { ...process.env, TOOLSCOUT_LOG: 'silent' } as Record<string, string>,
});
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(transport);
const call = async (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

const { tools } = await client.listTools();
assert.deepEqual(tools.map(({ name }) => name).sort(), ['tool_call', 'tool_describe', 'tool_search']);

interface Found {
  readonly hits: readonly { readonly name: string }[];
  readonly unavailable?: readonly unknown[];
}
/** A server that npx has to fetch first takes its time. Until it is up, answers say so; a model would ask again, too. */
async function search(query: string, patience = 60): Promise<Found> {
  const found = (await call('tool_search', { query })).structuredContent as unknown as Found;
  if (found.unavailable === undefined || patience === 0) return found;
  await setTimeout(1_000);
  return search(query, patience - 1);
}
const { hits } = await search('read the whole knowledge graph');
assert.equal(hits[0]?.name, 'memory__read_graph');

const graph = await call('tool_call', { name: hits[0]!.name, arguments: {} });
assert.ok(graph.isError !== true, JSON.stringify(graph));
assert.match(JSON.stringify(graph.content), /entities/);
await client.close();
console.log(`gateway: ok, ${hits[0]!.name} called through ${tools.length} tools`);
