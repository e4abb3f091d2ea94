import { describe, expect, it } from 'vitest';
import { closeAfterEach, fixtureFile, nodeServer, openUpstream, textOf, toolNames, until } from './harness.ts';

closeAfterEach();

async function startEra(legacy: 'serve' | 'reject') {
  const server = openUpstream(nodeServer('era', fixtureFile('era-server'), { env: { LEGACY: legacy } }));
  await server.start();
  return server;
}

describe.each([
  { legacy: 'serve', era: 'legacy', protocolVersion: '2025-11-25' },
  { legacy: 'reject', era: 'modern', protocolVersion: '2026-07-28' },
] as const)('a local server that is used in the $era era', ({ legacy, era, protocolVersion }) => {
  it('is found out, listed and called, with unknown members kept', async () => {
    const server = await startEra(legacy);
    expect(server.status()).toMatchObject({
      state: 'ready',
      era,
      protocolVersion,
      serverInfo: { name: 'era-server', version: '2.0.0' },
    });
    expect(server.instructions()).toBe(`serving the ${era} era`);
    expect(server.tools()[0]).toMatchObject({ name: 'greet', 'x-vendor': { kept: true } });
    expect(await server.callTool('greet', { name: 'Ada' })).toMatchObject({
      content: [{ type: 'text', text: `hello Ada (${era})` }],
      structuredContent: { kept: [1] },
      vendor: { kept: true },
    });
    expect(await server.callTool('greet', { name: 'Ada' })).not.toHaveProperty('resultType');
  });

  it('tells of new tools', async () => {
    const server = await startEra(legacy);
    const before = server.tools();
    const changed = until(server, () => server.tools() !== before);
    expect(textOf(await server.callTool('grow', {}))).toBe('grown');
    await changed;
    expect(toolNames(server)).toContain('grown');
  });

  it('reports progress and errors', async () => {
    const server = await startEra(legacy);
    const reports: number[] = [];
    const result = await server.callTool(
      'slow_steps',
      {},
      { timeoutMs: 600, onProgress: ({ progress }) => reports.push(progress) },
    );
    expect(textOf(result)).toBe('all steps done');
    expect(reports).toEqual([1, 2, 3, 4]);
    await expect(server.callTool('nothing', {})).rejects.toMatchObject({
      code: 'CALL_FAILED',
      details: { rpcCode: -32602 },
    });
  });

  it('is started again in the era that is known by now', async () => {
    const server = await startEra(legacy);
    const { pid } = server.status();
    process.kill(pid!, 'SIGKILL');
    await until(server, () => server.status().state === 'failed');
    expect(textOf(await server.callTool('greet', { name: 'Bo' }))).toBe(`hello Bo (${era})`);
    expect(server.status().pid).not.toBe(pid);
  });
});

describe('a local server that knows no request before initialize', () => {
  it.each(['exit', 'silent'])('works when it would %s on any other', async (mode) => {
    const server = openUpstream(
      nodeServer('picky', fixtureFile('picky-first-request'), { env: { MODE: mode }, startTimeoutMs: 5000 }),
    );
    await server.start();
    expect(server.status()).toMatchObject({ state: 'ready', era: 'legacy', restarts: 0 });
  });
});
