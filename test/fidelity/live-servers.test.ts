import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, Gateway, serveGatewayHttp } from '../../src/gateway/index.ts';
import { type ServerSpec, Upstream } from '../../src/sources/index.ts';

type Members = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'toolscout-live-'));
writeFileSync(join(folder, 'note.txt'), 'A note.');
const { resolve } = createRequire(import.meta.url);

/** Servers of this repository's own dev dependencies, and calls that give the same each time. */
const SERVERS: readonly { name: string; args: readonly string[]; calls: readonly (readonly [string, Members])[] }[] = [
  {
    name: 'everything',
    args: [resolve('@modelcontextprotocol/server-everything/dist/index.js')],
    calls: [
      ['echo', { message: 'héllo "世界"' }],
      ['get-sum', { a: 2, b: 3 }],
      ['get-tiny-image', {}],
      ['get-structured-content', { location: 'New York' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-resource-links', { count: 2 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
    ],
  },
  {
    name: 'filesystem',
    args: [resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), folder],
    calls: [
      ['list_allowed_directories', {}],
      ['read_text_file', { path: join(folder, 'note.txt') }],
      ['list_directory', { path: folder }],
      ['read_text_file', { path: '/nowhere/at/all' }],
    ],
  },
  {
    name: 'memory',
    args: [resolve('@modelcontextprotocol/server-memory/dist/index.js')],
    calls: [['search_nodes', { query: 'nothing of that name' }]],
  },
];

describe.each(SERVERS)('the live server $name', ({ name, args, calls }) => {
  const spec: ServerSpec = {
    name,
    transport: {
      kind: 'stdio',
      command: process.execPath,
      args,
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    },
  };
  const log = createLogger('silent');
  const direct = new Upstream(spec);
  const gateway = new Gateway({ servers: [spec], expose: 'tools', examples: { pack: false }, log });
  let through: Upstream;
  let http: { url: string; close(): Promise<void> };

  beforeAll(async () => {
    gateway.start();
    await Promise.all([direct.start(), gateway.settled()]);
    http = await serveGatewayHttp(gateway, { port: 0 }, log);
    through = new Upstream({ name: 'gateway', transport: { kind: 'http', url: http.url, headers: {} } });
    await through.start();
  }, 60_000);
  afterAll(async () => {
    await through?.close();
    await http?.close();
    await Promise.all([gateway.close(), direct.close()]);
  });

  /** A server may ask for the client's roots as soon as it runs, and so, by chance, while its first call does. */
  const callThrough = async (name: string, input: Members): Promise<Members> => {
    const result: Members = await through.callTool(name, input);
    if (result.resultType !== 'input_required') return result;
    const asked = Object.entries(result.inputRequests as Members);
    expect(asked.map(([, request]) => (request as Members).method)).toEqual(['roots/list']);
    const inputResponses = Object.fromEntries(asked.map(([id]) => [id, { roots: [] }]));
    const answered = { name, arguments: input, inputResponses, requestState: result.requestState };
    const { resultType, ...complete }: Members = await through.request('tools/call', answered);
    expect([undefined, 'complete']).toContain(resultType);
    return complete;
  };
  const byName = (tools: readonly Members[]): Members =>
    // Revision 2026-07-28, in which the gateway is asked, has no `execution`.
    Object.fromEntries(tools.map(({ execution: _, ...tool }) => [String(tool.name), JSON.stringify(tool)]));

  it('lists the same tools', () => {
    expect(byName(through.tools())).toEqual(byName(direct.tools()));
  });

  it.each(calls)('answers %s with the same bytes', async (tool, input) => {
    const [own, forwarded] = await Promise.all([direct.callTool(tool, input), callThrough(tool, input)]);
    // Who answered stands in `_meta` of every result of revision 2026-07-28.
    const { _meta: meta, ...rest } = forwarded;
    const { 'io.modelcontextprotocol/serverInfo': _, ...ownMeta } = (meta ?? {}) as Members;
    const left = Object.keys(ownMeta).length === 0 ? rest : { ...rest, _meta: ownMeta };
    expect(JSON.stringify(left)).toBe(JSON.stringify(own));
  });

  it.each(['resources/list', 'resources/templates/list', 'prompts/list'])(
    'answers %s with the same entries',
    async (method) => {
      const capability = method.startsWith('prompts') ? 'prompts' : 'resources';
      if (direct.capabilities()?.[capability] === undefined) return;
      const member = method === 'resources/templates/list' ? 'resourceTemplates' : capability;
      const [own, forwarded] = await Promise.all([direct.request(method, {}), through.request(method, {})]);
      expect(JSON.stringify(forwarded[member])).toBe(JSON.stringify(own[member]));
    },
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
