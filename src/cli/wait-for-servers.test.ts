import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Gateway } from '../gateway/index.ts';
import type { ServerSpec } from '../sources/index.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';
import { isDecided, waitForServers } from './wait-for-servers.ts';

const SERVERS = resolve(import.meta.dirname, '../../test/cases/servers');
const LONG_MS = 600_000;

let gateway: Gateway | undefined;
let machine: TestMachine | undefined;
afterEach(async () => {
  await gateway?.close();
  await machine?.remove();
});

async function start(servers: Readonly<Record<string, string>>): Promise<{ gateway: Gateway; machine: TestMachine }> {
  machine = await createTestMachine();
  const specs = Object.entries(servers).map(
    ([name, file]): ServerSpec => ({
      name,
      transport: { kind: 'stdio', command: process.execPath, args: [resolve(SERVERS, file)], env: {} },
    }),
  );
  gateway = new Gateway({ servers: specs });
  gateway.start();
  return { gateway, machine };
}

const PLAIN_AND_HUNG = { plain: 'well-behaved.mjs', hung: 'hang-on-initialize.mjs' };

describe('waiting for servers', () => {
  it('ends when the time is over, and names the servers that held it up', async () => {
    const { gateway, machine } = await start(PLAIN_AND_HUNG);
    await waitForServers(gateway, { waitMs: 2_500 }, machine.io);
    expect(gateway.statuses().map(({ name, state }) => [name, state])).toEqual([
      ['hung', 'starting'],
      ['plain', 'ready'],
    ]);
    // No terminal, so no progress line; one ordinary line instead.
    expect(machine.stderr()).toBe('still waiting for: hung\n');
  });

  it.each(['mcp:plain:echo', 'plain__echo', 'plain:echo', 'plain/echo', 'mcp__plain__echo'])(
    'goes on with %s as soon as its server is ready',
    async (reference) => {
      const { gateway, machine } = await start(PLAIN_AND_HUNG);
      await waitForServers(gateway, { waitMs: LONG_MS, enough: () => isDecided(gateway, reference) }, machine.io);
      expect(gateway.catalog().resolve(reference)).toMatchObject({ kind: 'found', tool: { id: 'mcp:plain:echo' } });
    },
  );

  it('goes on when the server that the reference names has failed', async () => {
    const { gateway, machine } = await start({ lost: 'no-such-file.mjs', hung: 'hang-on-initialize.mjs' });
    await waitForServers(gateway, { waitMs: LONG_MS, enough: () => isDecided(gateway, 'lost:tool') }, machine.io);
    expect(gateway.statuses().find(({ name }) => name === 'lost')?.state).toBe('failed');
  });

  it('needs every server for a bare name, and the server itself for a name behind it', async () => {
    const { gateway, machine } = await start(PLAIN_AND_HUNG);
    await waitForServers(gateway, { waitMs: LONG_MS, enough: () => isDecided(gateway, 'plain__echo') }, machine.io);
    expect(isDecided(gateway, 'echo')).toBe(false);
    expect(isDecided(gateway, 'hung:echo')).toBe(false);
    expect(isDecided(gateway, 'hung__echo')).toBe(false);
  });
});
