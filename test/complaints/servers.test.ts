import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigReload, createLogger, Gateway, loadConfig, updateOf } from '../../src/gateway/index.ts';
import { processEnvironment } from '../../src/sources/index.ts';
import { processesWith } from '../e2e/gateway-process.ts';
import { caseFile, nodeServer, until } from '../upstreams/harness.ts';
import {
  closeAfterEach,
  connect,
  ERAS,
  later,
  openGateway,
  STEERED,
  seenBy,
  serve,
  startGateway,
  steered,
} from './harness.ts';

closeAfterEach();

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-complaints-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A gateway over a configuration file, and a way to write another. */
async function configured(config: unknown) {
  const path = join(scratch(), 'toolscout.json');
  const write = (next: unknown): void => {
    writeFileSync(`${path}.new`, JSON.stringify(next));
    renameSync(`${path}.new`, path);
  };
  write(config);
  const load = () => loadConfig(path, processEnvironment());
  const loaded = await load();
  const gateway = new Gateway({ ...updateOf(loaded), examples: { pack: false } });
  const reload = new ConfigReload({ gateway, config: loaded, load, log: createLogger('silent') });
  later(() => gateway.close());
  later(() => reload.stop());
  gateway.start();
  await gateway.settled();
  return { gateway, reload, write };
}

const node = (...args: string[]) => ({ command: process.execPath, args });
const names = (gateway: Gateway): string[] => gateway.catalog().tools.map(({ name }) => name);
const failureOf = (running: Promise<unknown>): Promise<unknown> => running.catch((error: unknown) => error);

describe('complaint 9: adding a server says success, and the server is not there', () => {
  it('a server that does not start is said to have failed, with its last words, and nothing of it is there', async () => {
    const { gateway, reload, write } = await configured({ mcpServers: { good: node(STEERED) } });
    const bad = node('-e', 'console.error("no licence found"); process.exit(3)');
    write({ mcpServers: { good: node(STEERED), bad } });
    expect(await reload.reload()).toMatchObject({ accepted: true, added: ['bad'] });
    await gateway.settled();
    const status = gateway.statuses().find(({ name }) => name === 'bad');
    expect(status).toMatchObject({ state: 'failed', tools: 0, message: expect.stringContaining('no licence found') });
    expect(names(gateway).filter((name) => name.startsWith('bad'))).toEqual([]);
    expect(await failureOf(gateway.call({ name: 'bad__any', arguments: {} }))).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('no licence found'),
    });
    expect((await seenBy(gateway, 'good')).pid).toBeGreaterThan(0);
  });
});

describe('complaint 10: adding a server with something missing ends the gateway', () => {
  const value = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}));
  const entryOf = fc.oneof(
    value,
    fc.record(
      {
        command: fc.oneof(value, fc.constant(process.execPath)),
        args: fc.oneof(value, fc.array(value, { maxLength: 2 })),
        env: value,
        cwd: value,
        url: value,
        headers: value,
        type: value,
        disabled: value,
        startTimeoutMs: value,
        sessions: value,
        __proto__: value,
      },
      { requiredKeys: [] },
    ),
  );

  it('any entry is taken or refused in words, and the sessions that are there go on', async () => {
    const good = node(STEERED);
    const { gateway, reload, write } = await configured({ mcpServers: { good } });
    const { client } = await connect(await serve(gateway));
    const { pid } = await seenBy(gateway, 'good');
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 12 }), entryOf, async (name, entry) => {
        fc.pre(name !== 'good');
        // No program is started by chance: what would run ends at once.
        const written = { mcpServers: { good, [name]: entry } };
        write(written);
        const outcome = await reload.reload();
        if (!outcome.accepted) {
          refused++;
          expect(outcome.error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(/\w/) });
        }
        const said = await client.callTool({ name: 'good__quick', arguments: {} });
        expect(said.content).toEqual([{ type: 'text', text: 'quick done' }]);
      }),
      { numRuns: 60 },
    );
    expect(refused).toBeGreaterThan(10);
    expect((await seenBy(gateway, 'good')).pid).toBe(pid);
  });
});

describe('complaint 11: a tool that a server adds never appears', () => {
  it('added during a call it can be found and called, and clients that list it are told once', async () => {
    const gateway = await openGateway({ servers: [steered('s'), steered('other')], expose: 'tools' });
    const { client, told } = await connect(await serve(gateway));
    await client.listTools();
    const grown = new Promise<void>((resolve) => {
      gateway.onCatalogChange(() => names(gateway).includes('s__grown') && resolve());
    });
    await client.callTool({ name: 's__grow', arguments: {} });
    await grown;
    await expect.poll(told).toBe(1);
    const bridge = await gateway.search({ query: 'measure the snow' });
    expect(bridge).toMatchObject({ hits: [{ name: 's__grown' }] });
    const said = await client.callTool({ name: 's__grown', arguments: {} });
    expect(said.content).toEqual([{ type: 'text', text: 'grown done' }]);
    // A turn of everything that could still be on its way.
    await client.listTools();
    expect(told()).toBe(1);
  });
});

describe('complaints 12 and 13: a change of configuration needs a restart, and clients are never told', () => {
  it.each(ERAS)(
    'a server that is written into the file is there for clients of the %s era, which stay connected and are told',
    async (era) => {
      const first = node(STEERED);
      const { gateway, reload, write } = await configured({
        mcpServers: { first },
        gateway: { pinned: ['first__quick'] },
      });
      const { client, told } = await connect(await serve(gateway), era);
      const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
      expect(await listed()).toContain('first__quick');
      const { pid } = await seenBy(gateway, 'first');
      reload.watch();
      write({ mcpServers: { first, second: node(STEERED, 'second') }, gateway: { pinned: ['second__quick'] } });
      await expect.poll(listed, { timeout: 20_000 }).toContain('second__quick');
      await expect.poll(told, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await listed()).not.toContain('first__quick');
      for (const name of ['first__quick', 'second__quick']) {
        expect((await client.callTool({ name, arguments: {} })).content).toEqual([
          { type: 'text', text: 'quick done' },
        ]);
      }
      expect((await seenBy(gateway, 'first')).pid).toBe(pid);
    },
  );
});

describe('complaint 14: one broken server holds up the list', () => {
  it('five of six servers are listed, found and called while the sixth hangs, and it is said to be missing', async () => {
    const hanging = nodeServer('hanging', caseFile('hang-on-initialize'), { startTimeoutMs: 300_000 });
    const gateway = startGateway({ servers: [hanging, ...['a', 'b', 'c', 'd', 'e'].map((name) => steered(name))] });
    const { client } = await connect(await serve(gateway));
    await until({ onChange: (listener) => gateway.onStatusChange(listener) }, () =>
      gateway.statuses().every(({ name, state }) => name === 'hanging' || state === 'ready'),
    );
    expect((await client.listTools()).tools[0]?.name).toBe('tool_search');
    expect(names(gateway)).toHaveLength(30);
    const { structuredContent } = await client.callTool({ name: 'tool_search', arguments: { query: 'quick' } });
    expect(JSON.stringify(structuredContent)).toMatch(/hanging.*starting/);
    const said = await client.callTool({ name: 'e__quick', arguments: {} });
    expect(said.content).toEqual([{ type: 'text', text: 'quick done' }]);
    expect(gateway.statuses().find(({ name }) => name === 'hanging')?.state).toBe('starting');
  });
});

describe('complaint 21: broken connections go back to the pool', () => {
  it('a server that is killed under load fails the calls that were on it, and none after', async () => {
    const gateway = await openGateway({ servers: [steered('s')] });
    const { pid } = await seenBy(gateway, 's');
    const open = Array.from({ length: 20 }, () => failureOf(gateway.call({ name: 's__hold', arguments: {} })));
    const died = failureOf(gateway.call({ name: 's__die', arguments: {} }));
    for (const outcome of await Promise.all([...open, died])) {
      expect(outcome).toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    }
    const after = await Promise.all(
      Array.from({ length: 50 }, () => gateway.call({ name: 's__quick', arguments: {} })),
    );
    expect(after.map(({ isError = false }) => isError).filter(Boolean)).toEqual([]);
    expect((await seenBy(gateway, 's')).pid).not.toBe(pid);
  });
});

describe('complaint 23: who lists during the start is left with a part for good', () => {
  it('a session that was opened while twenty servers start has all of them in the end', async () => {
    const gate = join(scratch(), 'open');
    const late = Array.from({ length: 20 }, (_, i) => steered(`late${i}`, { gate }));
    const gateway = startGateway({ servers: [steered('early'), ...late], expose: 'tools' });
    const { client, told } = await connect(await serve(gateway));
    const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect((await listed()).every((name) => name.startsWith('early__'))).toBe(true);
    writeFileSync(gate, '');
    await gateway.settled();
    await expect.poll(told).toBeGreaterThan(0);
    expect((await listed()).filter((name) => name.endsWith('__quick'))).toHaveLength(21);
    const said = await client.callTool({ name: 'late19__quick', arguments: {} });
    expect(said.content).toEqual([{ type: 'text', text: 'quick done' }]);
  });
});

describe('complaint 36: after a restart there is no tool, and those of a disabled server are still served', () => {
  it('what a connected client lists follows a server that is restarted and one that is disabled', async () => {
    const mark = `--of-complaint-36-${process.pid}`;
    const entries = { a: node(STEERED), b: node(STEERED, mark) };
    const { gateway, reload, write } = await configured({ mcpServers: entries });
    const { client, told } = await connect(await serve(gateway));
    const found = async (server: string) => {
      const query = `server:${server}`;
      const { structuredContent } = await client.callTool({ name: 'tool_search', arguments: { query } });
      return (structuredContent as { hits: { name: string }[] }).hits.map(({ name }) => name);
    };
    expect(await found('a')).toContain('a__quick');
    const before = await seenBy(gateway, 'a');
    await failureOf(gateway.call({ name: 'a__die', arguments: {} }));
    expect((await client.callTool({ name: 'a__quick', arguments: {} })).isError).not.toBe(true);
    expect((await seenBy(gateway, 'a')).pid).not.toBe(before.pid);
    expect(await found('a')).toContain('a__quick');
    expect(await found('b')).toContain('b__quick');
    write({ mcpServers: { ...entries, b: { ...entries.b, disabled: true } } });
    expect(await reload.reload()).toMatchObject({ accepted: true, removed: ['b'] });
    expect(await found('b')).toEqual([]);
    const refused = await client.callTool({ name: 'tool_call', arguments: { name: 'b__quick', arguments: {} } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { ran: false } } });
    await expect.poll(told).toBeGreaterThan(0);
    if (process.platform === 'linux') await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toEqual([]);
    write({ mcpServers: entries });
    await reload.reload();
    await gateway.settled();
    expect(await found('b')).toContain('b__quick');
  });
});

describe('complaint 39: a server that ignores pings is started again for ever', () => {
  it('it stays the same process, and works', async () => {
    const gateway = await openGateway({ servers: [steered('s', { deaf: true }, { callTimeoutMs: 200 })] });
    const { client } = await connect(await serve(gateway));
    const { pid } = await seenBy(gateway, 's');
    await client.ping();
    // Silence is what a check for life would look at.
    for (let n = 0; n < 2; n++) {
      expect(await failureOf(gateway.call({ name: 's__hold', arguments: {} }))).toMatchObject({ code: 'CALL_TIMEOUT' });
    }
    const after = await seenBy(gateway, 's');
    expect(after).toMatchObject({ pid, pings: 0 });
    expect(gateway.statuses()[0]).toMatchObject({ state: 'ready', restarts: 0 });
  });
});
