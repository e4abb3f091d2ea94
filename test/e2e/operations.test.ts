import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, caseServer, connectHttp, type Era, startHttp, writeConfig } from './gateway-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(
  servers: Parameters<typeof writeConfig>[0],
  more: Record<string, unknown> = {},
  era: Era = 'legacy',
): Promise<{ path: string; client: Client; url: string; child: Awaited<ReturnType<typeof startHttp>>['child'] }> {
  const config = writeConfig(servers, more);
  closers.push(config.remove);
  const { url, child } = await startHttp(config.path);
  child.removeAllListeners('exit');
  closers.push(() => child.kill('SIGKILL'));
  const client = await connectHttp(url, era);
  closers.push(() => client.close().catch(() => {}));
  return { path: config.path, client, url, child };
}

const listing = (...names: string[]): Record<string, string> => ({
  TOOLS_JSON: JSON.stringify(names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))),
});
const recordsOf = (path: string): Record<string, unknown>[] =>
  readFileSync(join(dirname(path), 'audit.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.skipIf(process.platform === 'win32')('the built gateway as a service', () => {
  it.each<Era>(['legacy', 'modern'])(
    'takes a changed configuration while a client of the %s era is connected',
    async (era) => {
      const { path, client, child } = await serve(
        { plain: caseServer('well-behaved.mjs', listing('before')) },
        {},
        era,
      );
      expect(await ask(client, 'tool_describe', { name: 'plain__before' })).toMatchObject({ name: 'plain__before' });
      writeFileSync(path, '{ "mcpServers": ');
      child.kill('SIGHUP');
      expect(await ask(client, 'tool_describe', { name: 'plain__before' })).toMatchObject({ name: 'plain__before' });
      writeFileSync(path, JSON.stringify({ mcpServers: { next: caseServer('well-behaved.mjs', listing('after')) } }));
      child.kill('SIGHUP');
      await expect
        .poll(() => ask(client, 'tool_describe', { name: 'next__after' }), { timeout: 20_000 })
        .toMatchObject({ name: 'next__after' });
      expect(child.exitCode).toBeNull();
    },
  );

  it('lets a call end before it does, when it is asked to end', async () => {
    const { client, child } = await serve({ slow: caseServer('progress-call.mjs') });
    const { hits } = (await ask(client, 'tool_search', { query: 'slow progress' })) as { hits: { name: string }[] };
    const name = hits.find((hit) => !hit.name.includes('probe'))!.name;
    let begun = (): void => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const exited = once(child, 'exit');
    const answer = client.callTool(
      { name: 'tool_call', arguments: { name, arguments: {} } },
      { onprogress: () => begun() },
    );
    await started;
    child.kill('SIGTERM');
    expect((await answer).isError).not.toBe(true);
    expect((await exited)[0]).toBe(0);
  });

  it('has on record what it answered, and what it was about to do, when it is killed', async () => {
    const { path, client, child, url } = await serve(
      { plain: caseServer('well-behaved.mjs', listing('done')), hung: caseServer('hang-on-call.mjs') },
      { audit: { file: 'audit.jsonl' } },
    );
    for (let n = 0; n < 20; n++) await ask(client, 'tool_call', { name: 'plain__done', arguments: {} });
    const ready = await fetch(new URL('/readyz', url));
    expect(ready.status).toBe(200);
    const { hits } = (await ask(client, 'tool_search', { query: 'hang' })) as {
      hits: { name: string; server: string }[];
    };
    const hanging = hits.find((hit) => hit.name.startsWith('hung__') && !hit.name.includes('probe'))!.name;
    ask(client, 'tool_call', { name: hanging, arguments: {} }).catch(() => {});
    await expect.poll(() => recordsOf(path).some((one) => one.tool?.toString().startsWith('mcp:hung:'))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const records = recordsOf(path);
    expect(records.filter(({ event, outcome }) => event === 'end' && outcome === 'ok')).toHaveLength(20);
    const last = records.filter(({ tool }) => String(tool).startsWith('mcp:hung:'));
    expect(last).toMatchObject([{ event: 'begin', via: 'bridge', decision: 'allow', session: expect.any(String) }]);
  });
});
