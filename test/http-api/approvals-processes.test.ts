import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BINARY, caseServer, connectStdio, negotiation, startHttp, writeConfig } from '../e2e/gateway-process.ts';

let folder: string;
let config: ReturnType<typeof writeConfig>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscout-approvals-'));
  config = writeConfig(
    { files: caseServer('well-behaved.mjs') },
    {
      search: { deep: false },
      dashboard: { enabled: false },
      approvals: {
        rules: [{ id: 'files/echo', arguments: [{ path: '/message', matches: '^rm ' }], decide: 'prompt' }],
        folder: join(folder, 'approvals'),
      },
    },
  );
});
afterAll(() => {
  config.remove();
  rmSync(folder, { recursive: true, force: true });
});

const approvals = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    BINARY,
    'approvals',
    ...args,
    '--config',
    config.path,
    '--json',
  ]);
  return JSON.parse(stdout);
};
/** The first call that waits, as another process sees it. */
const waiting = async (): Promise<{ id: string; text: string }> => {
  for (;;) {
    const [first] = (await approvals('list')).approvals;
    if (first !== undefined) return first;
  }
};

describe('a running gateway', () => {
  it('is decided for by another process, over HTTP', async () => {
    const { url, stop } = await startHttp(config.path);
    try {
      const call = (message: string) =>
        fetch(new URL('/v1/call', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'toolscout-session': 's' },
          body: JSON.stringify({ name: 'files__echo', arguments: { message } }),
        });
      expect((await call('ls')).status).toBe(200);
      const running = call('rm a');
      const { id, text } = await waiting();
      expect(text).toBe('files/echo {"message":"rm a"}');
      expect(await approvals('approve', id, '--always-session')).toEqual({ id, approved: true, always: true });
      expect((await running).status).toBe(200);
      expect((await call('rm b')).status).toBe(200);
    } finally {
      await stop();
    }
  }, 60_000);

  it('is decided for by another process, over stdio', async () => {
    const { client } = await connectStdio(config.path, 'legacy');
    try {
      const running = client.callTool({
        name: 'tool_call',
        arguments: { name: 'files__echo', arguments: { message: 'rm a' } },
      });
      const { id } = await waiting();
      await approvals('deny', id, '--reason', 'not today');
      expect(await running).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'APPROVAL_DENIED', ran: false } },
      });
    } finally {
      await client.close();
    }
  }, 60_000);

  it.each(['legacy', 'modern'] as const)(
    'asks the user of a client of the %s era, and once where that is said',
    async (era) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [BINARY, 'serve', '--config', config.path],
        env: { ...process.env, TOOLSCOUT_LOG: 'silent' } as Record<string, string>,
        stderr: 'ignore',
      });
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { ...negotiation(era), capabilities: { elicitation: { form: {} } } },
      );
      const asked: string[] = [];
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return params.message.includes('rm no')
          ? { action: 'decline' }
          : { action: 'accept', content: { always: true } };
      });
      await client.connect(transport);
      try {
        const call = (message: string) =>
          client.callTool({ name: 'tool_call', arguments: { name: 'files__echo', arguments: { message } } });
        expect(await call('rm no')).toMatchObject({
          isError: true,
          structuredContent: { error: { code: 'APPROVAL_DENIED', ran: false } },
        });
        expect(JSON.stringify(await call('rm a'))).toContain('rm a');
        expect(JSON.stringify(await call('rm b'))).toContain('rm b');
        expect(asked).toEqual([
          expect.stringContaining('files/echo {"message":"rm no"}'),
          expect.stringContaining('files/echo {"message":"rm a"}'),
        ]);
      } finally {
        await client.close();
      }
    },
    60_000,
  );
});
