import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask, CASE_SERVERS, caseServer, connectStdio, processesWith, type ServerEntry, startHttp, writeConfig } from './gateway-process.ts';

const FILES = readdirSync(CASE_SERVERS).filter((file) => file.endsWith('.mjs')).sort();

/** Servers that can never be used; every other one must end in a usable catalog. */
const HOPELESS = new Set(['hang-on-initialize', 'wrong-protocol-version']);

describe('all misbehaving servers behind one built gateway', () => {
  it('ends with a usable catalog or a clear status for each, and leaves no process behind', async () => {
    expect(FILES).toHaveLength(20);
    const marker = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const servers: Record<string, ServerEntry> = {};
    for (const file of FILES) {
      const entry = caseServer(file, { START_MS: '1000' });
      servers[file.replace('.mjs', '')] = { ...entry, args: [...entry.args, marker] };
    }
    const config = writeConfig(servers, { gateway: { startTimeoutMs: 6_000 } });
    const { client } = await connectStdio(config.path, 'legacy');
    try {
      // first-list-fails comes back after its back-off, slow-start after a second, the hopeless ones never.
      const wanted = Object.keys(servers).filter((name) => !HOPELESS.has(name)).sort();
      await expect
        .poll(async () => {
          const [search] = (await client.listTools()).tools;
          return wanted.filter((name) => search!.description!.includes(name));
        }, { timeout: 30_000, interval: 500 })
        .toEqual(wanted);

      const answer = await ask(client, 'tool_search', { query: 'echo a message' });
      const unavailable = answer.unavailable as { server: string; state: string; message?: string }[];
      for (const name of HOPELESS) {
        const status = unavailable.find((one) => one.server === name);
        expect(status, name).toMatchObject({ state: 'failed' });
        expect(status!.message!.length, name).toBeGreaterThan(10);
      }
      const echo = await client.callTool({ name: 'tool_call', arguments: { name: 'well-behaved__echo', arguments: { message: 'still here' } } });
      expect(JSON.stringify(echo.content)).toContain('still here');
    } finally {
      await client.close();
      config.remove();
    }
    await expect.poll(() => processesWith(marker), { timeout: 10_000 }).toEqual([]);
  });

  it('takes its servers along when it is killed outright', async () => {
    const marker = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const entry = caseServer('well-behaved.mjs');
    const config = writeConfig({ plain: { ...entry, args: [...entry.args, marker] } });
    const { child } = await startHttp(config.path);
    await expect.poll(() => processesWith(marker), { timeout: 10_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(() => processesWith(marker), { timeout: 10_000 }).toEqual([]);
    config.remove();
  });
});
