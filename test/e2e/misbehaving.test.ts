import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ask,
  CASE_SERVERS,
  caseServer,
  connectStdio,
  processesWith,
  type ServerEntry,
  startHttp,
  writeConfig,
} from './gateway-process.ts';

const FILES = readdirSync(CASE_SERVERS)
  .filter((file) => file.endsWith('.mjs'))
  .sort();

/** Servers that can never be used; every other one must end in a usable catalog. */
const HOPELESS = ['hang-on-initialize', 'wrong-protocol-version'];

interface Unavailable {
  readonly server: string;
  readonly state: string;
  readonly message?: string;
}

describe('all misbehaving servers behind one built gateway', () => {
  it('ends with a usable catalog or a clear status for each, and leaves no process behind', async () => {
    expect(FILES).toHaveLength(20);
    const marker = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const state = mkdtempSync(join(tmpdir(), 'toolscout-e2e-state-'));
    const servers: Record<string, ServerEntry> = {};
    for (const file of FILES) {
      // One crash, then it stays up: a server that crashes for ever is down at any moment one looks.
      const entry = caseServer(file, { START_MS: '1000', CRASHES: '1', STATE_FILE: join(state, 'crashes') });
      servers[file.replace('.mjs', '')] = { ...entry, args: [...entry.args, marker] };
    }
    const config = writeConfig(servers, { gateway: { startTimeoutMs: 6_000 } });
    const { client } = await connectStdio(config.path, 'legacy');
    try {
      // first-list-fails comes back after its back-off, slow-start after a second, the hopeless ones never.
      const unavailable = async () =>
        ((await ask(client, 'tool_search', { query: 'echo a message' })).unavailable ?? []) as Unavailable[];
      await expect
        .poll(
          async () => (await unavailable()).map((one) => (one.message === undefined ? `${one.server}?` : one.server)),
          { timeout: 30_000, interval: 500 },
        )
        .toEqual([...HOPELESS]);
      for (const status of await unavailable()) {
        // Failed, or being tried once more after a failure; the reason is told either way.
        expect(['failed', 'starting']).toContain(status.state);
        expect(status.message!.length).toBeGreaterThan(10);
      }
      const [search] = (await client.listTools()).tools;
      const working = Object.keys(servers).filter((name) => !(HOPELESS as readonly string[]).includes(name));
      expect(working.filter((name) => !search!.description!.includes(name))).toEqual([]);
      const echo = await client.callTool({
        name: 'tool_call',
        arguments: { name: 'well-behaved__echo', arguments: { message: 'still here' } },
      });
      expect(JSON.stringify(echo.content)).toContain('still here');
    } finally {
      await client.close();
      config.remove();
      rmSync(state, { recursive: true, force: true });
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
