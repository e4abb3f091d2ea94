import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseServer, connectGateway, type Era, writeConfig } from './gateway-process.ts';

describe.each<{ transport: 'stdio' | 'http'; era: Era }>([
  { transport: 'stdio', era: 'modern' },
  { transport: 'http', era: 'legacy' },
])('the built gateway in code mode over $transport, $era era', ({ transport, era }) => {
  const config = writeConfig(
    { plain: caseServer('well-behaved.mjs'), slow: caseServer('progress-call.mjs') },
    { tools: { toolSearch: { mode: 'code', codeTimeoutMs: 20_000 } } },
  );
  let client: Client;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ client, close } = await connectGateway(config.path, transport, era));
  });
  afterAll(async () => {
    await close?.();
    config.remove();
  });

  const run = (code: string, options?: Parameters<Client['callTool']>[1]) =>
    client.callTool({ name: 'tool_search_code', arguments: { code } }, options);

  it('has one tool, and runs a snippet behind it', async () => {
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['tool_search_code']);
    expect(client.getInstructions()).toContain('tool_search_code');
    const answer = await run(`
      const { hits } = await tools.search('echo');
      const { types } = await tools.describe(hits[0].id);
      return { types, said: (await tools.call(hits[0].id, { message: 'hello' })).content[0].text }`);
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toMatchObject({
      ok: true,
      value: { types: expect.stringContaining('type Arguments'), said: expect.stringContaining('hello') },
      calls: [{ tool: 'mcp:plain:echo', ok: true }],
    });
  });

  it('says by isError that a snippet failed, and where', async () => {
    const answer = await run('const a = 1;\nreturn a.b.c');
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: { kind: 'thrown', line: 2 } },
    });
  });

  it('tells of the steps of a tool inside', async () => {
    const steps: (string | undefined)[] = [];
    const answer = await run(`return (await tools.call('slow/long_job', {})).content.length`, {
      onprogress: ({ message }) => steps.push(message),
    });
    expect(answer.structuredContent).toMatchObject({ ok: true });
    expect(steps[0]).toContain('long_job');
  });
});
