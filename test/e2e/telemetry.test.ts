import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { BINARY, caseServer, connectHttp, connectStdio, type Era, startHttp, writeConfig } from './gateway-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function setUp(telemetry: Record<string, unknown>): { config: string; logs: string } {
  const logs = mkdtempSync(join(tmpdir(), 'toolscout-logs-'));
  cleanups.push(() => rmSync(logs, { recursive: true, force: true }));
  const config = writeConfig({ control: caseServer('well-behaved.mjs') }, { telemetry: { log: logs, ...telemetry } });
  cleanups.push(config.remove);
  return { config: config.path, logs };
}

async function reports(logs: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [BINARY, 'log', logs, '--json']);
  return JSON.parse(stdout);
}

type Calls = { callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown> };

/** Searches twice, describes, calls. */
async function work(client: Calls): Promise<readonly unknown[]> {
  const ask = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const first = await ask('tool_search', { query: 'return the CANARY arguments unchanged' });
  const second = await ask('tool_search', { query: 'return the CANARY arguments unchanged' });
  const hits = (first as { structuredContent: { hits: { name: string }[] } }).structuredContent.hits;
  const name = hits[0]!.name;
  await ask('tool_describe', { name });
  await ask('tool_call', { name, arguments: { message: 'CANARY' } });
  return [first, second];
}

describe('the session log of the built gateway', () => {
  it.each<Era>(['legacy', 'modern'])('answers the four questions about a client on stdio (%s)', async (era) => {
    const { config, logs } = setUp({});
    const { client } = await connectStdio(config, era);
    await client.listTools();
    const answers = await work(client);
    await client.close();
    expect(JSON.stringify(answers[1])).toMatch(/Stop searching|searching again finds no others/);
    const { sessions, skipped } = await reports(logs);
    expect(skipped).toBe(0);
    expect(sessions).toMatchObject([
      {
        session: expect.stringMatching(/^stdio-[0-9a-f]{8}$/),
        schemasUpFront: 3,
        searches: 2,
        searchesAgain: 1,
        describes: 1,
        calls: 1,
        resultFrom: { source: 'mcp', server: 'control' },
        assembly: { mode: 'tools', catalog: { sources: { mcp: expect.any(Number) } } },
      },
    ]);
    expect(sessions[0].finalTool).toMatch(/^mcp:control:/);
    const files = readdirSync(logs);
    expect(files).toHaveLength(1);
    expect(readFileSync(join(logs, files[0]!), 'utf8')).not.toContain('CANARY');
  });

  it('keeps clients on HTTP apart in the era of sessions, and takes nobody for another in the era without', async () => {
    const { config, logs } = setUp({});
    const gateway = await startHttp(config);
    cleanups.push(() => gateway.stop());
    for (const era of ['legacy', 'legacy', 'modern', 'modern'] as const) {
      const client = await connectHttp(gateway.url, era);
      const answers = await work(client);
      const isShort = /Stop searching|searching again finds no others/.test(JSON.stringify(answers[1]));
      expect(isShort, era).toBe(era === 'legacy');
      await client.close();
    }
    const { sessions } = await reports(logs);
    const names = sessions.map(({ session }: { session: string }) => session.replace(/-.*/, ''));
    expect(names).toEqual(['http', 'http', 'anonymous']);
    expect(sessions.map(({ searches }: { searches: number }) => searches)).toEqual([2, 2, 4]);
  });
});
