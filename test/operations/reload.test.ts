import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigReload, Gateway, loadConfig, updateOf } from '../../src/gateway/index.ts';
import { createLogger } from '../../src/gateway/log.ts';
import { processEnvironment } from '../../src/sources/index.ts';
import { caseServer } from '../e2e/gateway-process.ts';

interface Opened {
  readonly gateway: Gateway;
  readonly reload: ConfigReload;
  readonly write: (config: unknown) => void;
}

const environment = { ...processEnvironment(), env: { ...process.env, TOKEN_OF_TEST: 'a' } };
const tools = (...names: string[]): Record<string, string> => ({
  TOOLS_JSON: JSON.stringify(names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))),
});

describe('a change of the configuration of a running gateway', () => {
  let folder: string;
  const closers: (() => Promise<void> | void)[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscout-reload-'));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(config: unknown): Promise<Opened> {
    const path = join(folder, 'toolscout.json');
    const write = (next: unknown): void => {
      // As editors do it: never half a file.
      writeFileSync(`${path}.new`, typeof next === 'string' ? next : JSON.stringify(next));
      renameSync(`${path}.new`, path);
    };
    write(config);
    const load = () => loadConfig(path, environment);
    const loaded = await load();
    const gateway = new Gateway(updateOf(loaded));
    const reload = new ConfigReload({ gateway, config: loaded, load, log: createLogger('silent') });
    closers.push(
      () => gateway.close(),
      () => reload.stop(),
    );
    gateway.start();
    await gateway.settled();
    return { gateway, reload, write };
  }

  const names = (gateway: Gateway): string[] => gateway.catalog().tools.map(({ name }) => name);
  const pidOf = (gateway: Gateway, server: string): number | undefined =>
    gateway.statuses().find(({ name }) => name === server)?.pid;

  it('adds, removes and replaces servers, and leaves the others running', async () => {
    const kept = caseServer('well-behaved.mjs', tools('stays'));
    const { gateway, reload, write } = await open({
      mcpServers: {
        kept,
        gone: caseServer('well-behaved.mjs', tools('leaves')),
        other: caseServer('well-behaved.mjs', tools('before')),
      },
    });
    const pid = pidOf(gateway, 'kept');
    let told = 0;
    gateway.onCatalogChange(() => told++);
    write({
      mcpServers: {
        kept,
        fresh: caseServer('well-behaved.mjs', tools('comes')),
        other: caseServer('well-behaved.mjs', tools('after')),
      },
    });
    const outcome = await reload.reload();
    expect(outcome).toMatchObject({ accepted: true, added: ['fresh'], removed: ['gone'], replaced: ['other'] });
    await gateway.settled();
    expect(names(gateway)).toEqual(expect.arrayContaining(['kept__stays', 'fresh__comes', 'other__after']));
    expect(names(gateway).filter((name) => /leaves|before/.test(name))).toEqual([]);
    expect(pidOf(gateway, 'kept')).toBe(pid);
    expect(told).toBeGreaterThan(0);
    const failure = await gateway.call({ name: 'gone__leaves', arguments: {} }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: expect.stringMatching(/UNKNOWN_TOOL|TOOL_REMOVED/) });
  });

  it.each([
    ['that is no JSON', '{ "mcpServers": '],
    ['with a rule that cannot be read', { mcpServers: {}, policy: { all: { allow: [{ nmae: 'x' }] } } }],
    [
      'with an entry that cannot be used',
      { mcpServers: { plain: { command: ['$', '{env:NOT_SET_ANYWHERE_5}'].join('') } } },
    ],
  ])('is refused as a whole where it is one %s', async (_what, next) => {
    const { gateway, reload, write } = await open({
      mcpServers: { plain: caseServer('well-behaved.mjs', tools('stays')) },
    });
    const pid = pidOf(gateway, 'plain');
    const before = gateway.catalog();
    write(next);
    const outcome = await reload.reload();
    expect(outcome).toMatchObject({ accepted: false, error: { code: 'CONFIG_INVALID' } });
    expect(gateway.catalog()).toBe(before);
    expect(pidOf(gateway, 'plain')).toBe(pid);
    expect(reload.counts).toEqual({ accepted: 0, refused: 1 });
  });

  it('lets a call that runs end on the server that is configured no more', async () => {
    const { gateway, reload, write } = await open({
      mcpServers: { slow: caseServer('progress-call.mjs', { STEPS: '5', INTERVAL_MS: '60' }) },
    });
    const name = names(gateway).find((one) => !one.includes('probe'))!;
    const running = gateway.call({ name, arguments: {} }, { onProgress: () => started() });
    let started = (): void => {};
    await new Promise<void>((resolve) => {
      started = resolve;
    });
    write({ mcpServers: {} });
    expect(await reload.reload()).toMatchObject({ accepted: true, removed: ['slow'] });
    expect(gateway.catalog().tools).toEqual([]);
    expect((await running).isError).not.toBe(true);
  });

  it('takes rules and pins at once, and says which settings wait for a start', async () => {
    const mcpServers = { plain: caseServer('well-behaved.mjs', tools('one', 'two')) };
    const { gateway, reload, write } = await open({ mcpServers });
    write({
      mcpServers,
      policy: { all: { deny: ['plain__two'] } },
      gateway: { pinned: ['plain__one'], name: 'other' },
      http: { port: 1 },
    });
    expect(await reload.reload()).toMatchObject({ accepted: true, pending: ['http', 'gateway.name'] });
    expect(names(gateway)).not.toContain('plain__two');
    expect((await gateway.bridgeTools()).map((tool) => tool.name)).toContain('plain__one');
  });

  it('is noticed where the file is watched', async () => {
    const { gateway, reload, write } = await open({ mcpServers: {} });
    reload.watch();
    const changed = new Promise<void>((resolve) => {
      gateway.onCatalogChange(resolve);
    });
    write({ mcpServers: { plain: caseServer('well-behaved.mjs', tools('comes')) } });
    await changed;
    expect(names(gateway)).toContain('plain__comes');
  });
});
