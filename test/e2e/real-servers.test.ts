import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, connectGateway, type Era, type ServerEntry, writeConfig } from './gateway-process.ts';

const MODULES = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolscout-real-')));
const real = (name: string, args: readonly string[] = [], env: Record<string, string> = {}): ServerEntry => ({
  command: process.execPath,
  args: [join(MODULES, name, 'dist/index.js'), ...args],
  env,
});
const SERVERS = {
  everything: real('server-everything', ['stdio']),
  filesystem: real('server-filesystem', [folder]),
  memory: real('server-memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
  thinking: real('server-sequential-thinking'),
};

describe.each<{ transport: 'stdio' | 'http'; era: Era }>([
  { transport: 'stdio', era: 'legacy' },
  { transport: 'stdio', era: 'modern' },
  { transport: 'http', era: 'legacy' },
  { transport: 'http', era: 'modern' },
])('real servers behind the built gateway over $transport, $era era', ({ transport, era }) => {
  const config = writeConfig(SERVERS);
  let client: Client;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ client, close } = await connectGateway(config.path, transport, era));
  });
  afterAll(async () => {
    await close?.();
    config.remove();
    if (transport === 'http' && era === 'modern') rmSync(folder, { recursive: true, force: true });
  });

  it('finds and runs tools whose answers only the servers can give', async () => {
    const search = await ask(client, 'tool_search', { query: 'сложить два числа' });
    const [hit] = search.hits as { name: string }[];
    expect(hit!.name).toBe('everything__get-sum');
    const sum = await client.callTool({
      name: 'tool_call',
      arguments: { name: hit!.name, arguments: { a: 20, b: 22 } },
    });
    expect(JSON.stringify(sum.content)).toContain('42');

    const path = join(folder, `${transport}-${era}.txt`);
    await client.callTool({
      name: 'tool_call',
      arguments: { name: 'filesystem__write_file', arguments: { path, content: 'four' } },
    });
    const info = await client.callTool({
      name: 'tool_call',
      arguments: { name: 'filesystem__get_file_info', arguments: { path } },
    });
    expect(JSON.stringify(info.content)).toContain('size: 4');
  });

  it('keeps every kind of content on its way', async () => {
    const image = await client.callTool({
      name: 'tool_call',
      arguments: { name: 'everything__get-tiny-image', arguments: {} },
    });
    expect(image.content.map((block) => block.type)).toContain('image');
    const structured = await client.callTool({
      name: 'tool_call',
      arguments: { name: 'everything__get-structured-content', arguments: { location: 'New York' } },
    });
    expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
  });
});
