import { afterEach, describe, expect, it } from 'vitest';
import { Gateway, parseConfig } from '../../src/gateway/index.ts';
import { processEnvironment, type ServerSpec } from '../../src/sources/index.ts';
import { caseFile, nodeServer } from '../upstreams/harness.ts';

const open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

async function start(spec: ServerSpec): Promise<Gateway> {
  const gateway = new Gateway({ servers: [spec] });
  open.push(gateway);
  gateway.start();
  await gateway.settled();
  return gateway;
}
const failureOf = (gateway: Gateway, name: string, signal?: AbortSignal): Promise<unknown> =>
  gateway.call({ name, arguments: {} }, signal === undefined ? {} : { signal }).catch((error: unknown) => error);

describe('a server that has as much to do as it may', () => {
  it('lets calls wait for their turn, and refuses those that find no place', async () => {
    const gateway = await start(
      nodeServer('s', caseFile('hang-on-call'), { maxConcurrentCalls: 1, maxQueuedCalls: 1 }),
    );
    const stop = new AbortController();
    const hanging = failureOf(gateway, 's__hang', stop.signal);
    const waiting = gateway.call({ name: 's__quick', arguments: {} });
    expect(await failureOf(gateway, 's__quick')).toMatchObject({ code: 'SERVER_BUSY', details: { ran: false } });
    stop.abort();
    expect(await hanging).toMatchObject({ code: 'CALL_CANCELLED' });
    expect((await waiting).isError).not.toBe(true);
  });
});

describe('a server that answers nothing any more', () => {
  it('is given a rest after five silent calls, and callers hear so at once', async () => {
    const gateway = await start(nodeServer('s', caseFile('hang-on-call'), { callTimeoutMs: 150 }));
    const silent = await Promise.all(Array.from({ length: 5 }, () => failureOf(gateway, 's__hang')));
    expect(silent).toMatchObject(Array.from({ length: 5 }, () => ({ code: 'CALL_TIMEOUT' })));
    expect(await failureOf(gateway, 's__quick')).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('last 5 calls'),
      details: { ran: false },
    });
  });

  it('is not, where it answers other calls', async () => {
    const gateway = await start(nodeServer('s', caseFile('hang-on-call'), { callTimeoutMs: 150 }));
    for (let n = 0; n < 2; n++) {
      await Promise.all(Array.from({ length: 4 }, () => failureOf(gateway, 's__hang')));
      expect((await gateway.call({ name: 's__quick', arguments: {} })).isError).not.toBe(true);
    }
  });
});

describe('the bounds of a server in the configuration', () => {
  const load = (entry: Record<string, unknown>) =>
    parseConfig(JSON.stringify({ mcpServers: { s: { command: 'x', ...entry } } }), {
      path: '/of-test/toolscout.json',
      environment: { ...processEnvironment(), env: { KEPT: 'yes', OTHER: 'no' } },
    });

  it('are read, with the variables that it is handed', async () => {
    const given = { maxConcurrentCalls: 2, maxQueuedCalls: 0, sessions: 'per-client' };
    const { servers, failed } = await load({ ...given, passEnv: ['KEPT', 'NOT_SET'] });
    expect(failed).toEqual([]);
    expect(servers[0]).toMatchObject({ ...given, transport: { env: { KEPT: 'yes' } } });
  });

  it('are reported by name where they are wrong', async () => {
    const { servers, warnings } = await load({ maxConcurrentCalls: 0 });
    expect(servers[0]).not.toHaveProperty('maxConcurrentCalls');
    expect(warnings.map(({ path }) => path)).toEqual(['mcpServers.s.maxConcurrentCalls']);
    const { failed } = await load({ sessions: 'mine' });
    expect(failed[0]?.message).toContain('per-client');
  });
});
