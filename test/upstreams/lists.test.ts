import { describe, expect, it } from 'vitest';
import {
  caseFile,
  closeAfterEach,
  fixtureFile,
  nodeServer,
  openUpstream,
  probe,
  startCase,
  textOf,
  toolNames,
  until,
} from './harness.ts';

closeAfterEach();

describe('the tool list', () => {
  it('holds every page', async () => {
    const server = await startCase('paginated-list');
    expect(toolNames(server)).toHaveLength(101);
    expect(textOf(await server.callTool('ledger_op_100', { account: 'a' }))).toBe('ok ledger_op_100');
  });

  it('keeps every tool that has a name, exactly as it came, and reports the others', async () => {
    const server = openUpstream(nodeServer('odd', fixtureFile('odd-lists')));
    await server.start();
    expect(server.tools()).toEqual([
      { name: 'bare' },
      {
        name: 'odd',
        description: null,
        inputSchema: true,
        annotations: 'none',
        icons: {},
        vendor: { deep: [1, { x: null }] },
      },
      { name: '' },
      { name: 'last' },
    ]);
    expect(server.warnings().map((warning) => warning.code)).toEqual(Array(5).fill('TOOL_MALFORMED'));
    expect(server.warnings().at(-1)?.message).toContain('entry 4');
  });

  it('is frozen all the way down', async () => {
    const server = await startCase('weird-schemas');
    const tool = server.tools().find(({ name }) => name === 'recursive')!;
    expect(toolNames(server)).toHaveLength(16);
    expect(Object.isFrozen(server.tools())).toBe(true);
    const { $defs } = tool.inputSchema as { $defs: { Node: { properties: object } } };
    expect(Object.isFrozen($defs.Node.properties)).toBe(true);
  });

  it('ends where a server repeats a cursor', async () => {
    const server = openUpstream(nodeServer('loop', fixtureFile('odd-lists'), { env: { MODE: 'loop' } }));
    await server.start();
    expect(toolNames(server)).toEqual(['page_1', 'page_2']);
    expect(server.warnings()).toEqual([{ code: 'LIST_CUT', message: expect.stringContaining('repeats a cursor') }]);
  });

  it('ends after a thousand pages', async () => {
    const server = openUpstream(nodeServer('endless', fixtureFile('odd-lists'), { env: { MODE: 'endless' } }));
    await server.start();
    expect(server.warnings()).toEqual([{ code: 'LIST_CUT', message: expect.stringContaining('1000 pages') }]);
  });
});

describe('a changing list', () => {
  it('is read a few times for two hundred notices, and calls are answered meanwhile', async () => {
    const server = await startCase('list-changed-storm');
    expect(textOf(await server.callTool('storm', {}))).toBe('sent 200');
    let state = await probe(server);
    while (state.list < 2) state = await probe(server);
    await quiet(1500);
    expect((await probe(server)).list).toBeLessThanOrEqual(5);
  });

  it('is read again for notices that were never declared', async () => {
    const server = await startCase('list-changed-storm', { env: { DECLARE: '0', STORM_AT_START: '1' } });
    let state = await probe(server);
    while (state.list < 2) state = await probe(server);
    await quiet(1500);
    expect((await probe(server)).list).toBeLessThanOrEqual(5);
  });

  it('shows the new tools and keeps the objects of the unchanged ones', async () => {
    const server = await startCase('tool-vanishes');
    const before = server.tools();
    expect(toolNames(server)).toEqual(['shift', 'ephemeral']);
    const changed = until(server, () => server.tools() !== before);
    await server.callTool('shift', {});
    await changed;
    expect(toolNames(server)).toEqual(['shift', 'successor']);
    expect(server.tools()[0]).toBe(before[0]);
  });

  it('that nobody announced is noticed when a call fails', async () => {
    const server = await startCase('tool-vanishes', { env: { ANNOUNCE: '0' } });
    await server.callTool('shift', {});
    const before = server.tools();
    const changed = until(server, () => server.tools() !== before);
    await expect(server.callTool('ephemeral', {})).rejects.toMatchObject({
      code: 'CALL_FAILED',
      details: { rpcCode: -32602 },
    });
    await changed;
    expect(toolNames(server)).toEqual(['shift', 'successor']);
  });

  it('that did not change tells nobody', async () => {
    const server = await startCase('list-changed-storm');
    let changes = 0;
    server.onChange(() => changes++);
    await server.callTool('storm', {});
    let state = await probe(server);
    while (state.list < 2) state = await probe(server);
    expect(changes).toBe(0);
  });

  it('is asked for again by itself when the server could not list at first', async () => {
    const server = openUpstream(nodeServer('late', caseFile('first-list-fails'), { env: { FAILS: '2' } }));
    await server.start();
    expect(server.status()).toMatchObject({ state: 'failed', message: expect.stringContaining('backend warming up') });
    await until(server, () => server.status().state === 'ready');
    expect(toolNames(server)).toEqual(['late_bloomer']);
    // On the same process: it was asked again, not started again.
    expect(await probe(server)).toMatchObject({ initialize: 1, list: 3 });
    expect(server.status().restarts).toBe(0);
  });
});

/** For "nothing more happens": the one thing that cannot be awaited as an event. */
function quiet(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
