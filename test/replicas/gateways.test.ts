import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Era, negotiation } from '../e2e/gateway-process.ts';
import { type GatewayPair, startGatewayPair } from './gateway-pair.ts';
import { REDIS_SERVER } from './redis-server.ts';

let sessions = 0;
async function connect(url: string, era: Era): Promise<Client> {
  const client = new Client({ name: 'replicas', version: '1.0.0' }, negotiation(era));
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    // In the 2026 era a client says which requests belong together.
    ...(era === 'modern' ? { requestInit: { headers: { 'toolscout-session': `s${++sessions}` } } } : {}),
  });
  await client.connect(transport);
  return client;
}

const textOf = (answer: unknown): string => JSON.stringify(answer);

describe.skipIf(REDIS_SERVER === undefined)('two gateways behind a proxy that goes round', () => {
  let pair: GatewayPair;
  beforeAll(async () => {
    pair = await startGatewayPair();
  }, 120_000);
  afterAll(() => pair.close());

  describe.each(['legacy', 'modern'] as const)('a %s client', (era) => {
    it('lists, searches, describes and calls, at both of them', async () => {
      const before = [...pair.proxy.counts];
      const client = await connect(pair.proxy.url, era);
      for (let i = 0; i < 4; i++) {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
        expect(textOf(await ask(client, 'tool_search', { query: `add numbers ${i}` }))).toContain('notes__add');
        expect(textOf(await ask(client, 'tool_describe', { name: 'notes__add' }))).toContain('"a"');
        const called = await ask(client, 'tool_call', { name: 'notes__echo', arguments: { message: `hello ${i}` } });
        expect(textOf(called)).toContain(`hello ${i}`);
      }
      await client.close();
      for (const [index, count] of pair.proxy.counts.entries()) expect(count - before[index]!).toBeGreaterThan(3);
    });

    it('hears at either that it has asked before', async () => {
      const client = await connect(pair.proxy.url, era);
      const answers: string[] = [];
      for (let i = 0; i < 4; i++) {
        answers.push(textOf(await ask(client, 'tool_search', { query: 'add two numbers' })));
      }
      const [first, ...later] = answers;
      expect(first).not.toContain('"advice"');
      for (const answer of later) {
        expect(answer).toContain('"advice"');
        expect(answer.length).toBeLessThan(first!.length);
      }
      await client.close();
    });

    it('reads a long result on, wherever it lies', async () => {
      const client = await connect(pair.proxy.url, era);
      const result = await ask(client, 'tool_call', { name: 'texts__long_text', arguments: {} });
      const handle = /handle\W+([0-9a-f]{16})/.exec(textOf(result))?.[1];
      expect(handle).toBeDefined();
      for (const offset of [30_000, 60_000, 90_000]) {
        const read = await ask(client, 'tool_call', { name: 'tool_result_read', arguments: { handle, offset } });
        expect(textOf(read).length).toBeGreaterThan(5_000);
        expect(textOf(read)).not.toContain('RESULT_NOT_FOUND');
      }
      const other = await connect(pair.proxy.url, era);
      const stolen = await ask(other, 'tool_call', { name: 'tool_result_read', arguments: { handle, offset: 0 } });
      expect(textOf(stolen)).toContain('RESULT_NOT_FOUND');
      await Promise.all([client.close(), other.close()]);
    });

    it('has its calls decided on the command line, and at the gateway that does not hold them', async () => {
      const client = await connect(pair.proxy.url, era);
      const call = () => ask(client, 'tool_call', { name: 'notes__fail_softly', arguments: {} });
      const denied = call();
      await pair.approvals('deny', await pair.waiting(), '--reason', 'not today');
      expect(textOf(await denied)).toContain('not today');
      const approved = call();
      const id = await pair.waiting();
      const statuses: number[] = [];
      for (const { url } of pair.gateways) {
        const held = await fetch(new URL('/v1/approvals', url));
        if ((await held.text()).includes(id)) continue;
        const decided = await fetch(new URL(`/v1/approvals/${id}`, url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ approved: true }),
        });
        statuses.push(decided.status);
        break;
      }
      expect(statuses).toEqual([200]);
      expect(textOf(await approved)).not.toContain('APPROVAL');
      await client.close();
    });
  });

  it('goes on while the store is away, denies what needs consent, and shares again when it is back', async () => {
    const client = await connect(pair.proxy.url, 'modern');
    await pair.redis.kill();
    expect(textOf(await ask(client, 'tool_search', { query: 'return arguments' }))).toContain('notes__echo');
    const called = await ask(client, 'tool_call', { name: 'notes__echo', arguments: { message: 'without' } });
    expect(textOf(called)).toContain('without');
    const refused = await ask(client, 'tool_call', { name: 'notes__fail_softly', arguments: {} });
    expect(textOf(refused)).toContain('APPROVAL_DENIED');
    await pair.redis.restart();
    const legacy = (): Promise<boolean> =>
      connect(pair.proxy.url, 'legacy').then(
        async (one) => {
          await Promise.all([one.listTools(), one.listTools()]);
          await one.close();
          return true;
        },
        () => false,
      );
    await expect.poll(legacy, { timeout: 30_000, interval: 500 }).toBe(true);
    await client.close();
  }, 90_000);

  it('loses nothing of a session but its streams when one gateway is killed', async () => {
    const clients = await Promise.all((['legacy', 'modern'] as const).map((era) => connect(pair.proxy.url, era)));
    const search = (client: Client) => ask(client, 'tool_search', { query: 'add two numbers' });
    for (const client of clients) await search(client);
    const [, second] = pair.gateways;
    const ended = new Promise((resolve) => second.child.once('exit', resolve));
    second.child.kill('SIGKILL');
    await ended;
    for (const client of clients) {
      expect(textOf(await search(client))).toContain('"advice"');
      for (let i = 0; i < 3; i++) {
        const called = await ask(client, 'tool_call', { name: 'notes__echo', arguments: { message: `still ${i}` } });
        expect(textOf(called)).toContain(`still ${i}`);
      }
      await client.close();
    }
  });
});
