import { afterEach, describe, expect, it } from 'vitest';
import { Gateway } from '../../src/gateway/index.ts';
import type { ServerSpec } from '../../src/sources/index.ts';
import { processesWith } from '../e2e/gateway-process.ts';
import { caseFile, nodeServer, textOf } from '../upstreams/harness.ts';

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

/** What the server that answers a session has counted so far. */
async function stateFor(gateway: Gateway, session: string | undefined): Promise<{ pid: number; calls: number }> {
  const context = session === undefined ? {} : { session };
  const result = await gateway.call({ name: 'counter__probe_state', arguments: {} }, context);
  return JSON.parse(textOf(result)) as { pid: number; calls: number };
}

describe('a server that remembers what was done over a connection', () => {
  it('counts for each client on its own where it is configured so, over one connection each', async () => {
    const mark = `sessions-${process.pid}-${Date.now()}`;
    const spec = nodeServer('counter', caseFile('well-behaved'), { sessions: 'per-client', args: [mark] });
    const gateway = await start(spec);
    const [first, other] = await Promise.all([stateFor(gateway, 'jane'), stateFor(gateway, 'joe')]);
    const echo = { name: 'counter__echo', arguments: { message: 'hello' } };
    for (const session of ['jane', 'jane', 'joe']) await gateway.call(echo, { session });
    expect(other.pid).not.toBe(first.pid);
    expect(await stateFor(gateway, 'jane')).toMatchObject({ pid: first.pid, calls: 2 });
    expect(await stateFor(gateway, 'joe')).toMatchObject({ pid: other.pid, calls: 1 });
    expect([first.pid, other.pid]).not.toContain((await stateFor(gateway, undefined)).pid);
    await gateway.close();
    if (process.platform === 'linux') expect(processesWith(mark)).toEqual([]);
  });

  it('is one for all where nothing is said', async () => {
    const gateway = await start(nodeServer('counter', caseFile('well-behaved')));
    expect((await stateFor(gateway, 'jane')).pid).toBe((await stateFor(gateway, 'joe')).pid);
  });

  it('ends the connections of clients when it is configured no more', async () => {
    const mark = `sessions-${process.pid}-gone-${Date.now()}`;
    const spec = nodeServer('counter', caseFile('well-behaved'), { sessions: 'per-client', args: [mark] });
    const gateway = await start(spec);
    await stateFor(gateway, 'jane');
    gateway.update({ servers: [] });
    if (process.platform === 'linux') await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toEqual([]);
  });
});
