import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gateway } from '../../src/gateway/index.ts';
import { createToolListCache, type ServerSpec } from '../../src/sources/index.ts';
import { caseFile, nodeServer } from '../upstreams/harness.ts';

const listing = (...names: string[]): Record<string, string> => ({
  TOOLS_JSON: JSON.stringify(names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))),
});

describe('the lists of an earlier run', () => {
  let folder: string;
  const open: Gateway[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscout-lists-'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((gateway) => gateway.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (spec: ServerSpec): Gateway => {
    const gateway = new Gateway({ servers: [spec], listCache: createToolListCache(folder) });
    open.push(gateway);
    gateway.start();
    return gateway;
  };
  /** Runs a gateway until its list is on disk. */
  async function runOnce(spec: ServerSpec): Promise<void> {
    const gateway = start(spec);
    await gateway.settled();
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1);
    await gateway.close();
  }
  const slow = (ms: string): ServerSpec =>
    nodeServer('slow', caseFile('slow-start'), { env: { ...listing('water_the_plants'), START_MS: ms } });

  it('are searched at once, said to be cached, and called when the server is there', async () => {
    // The same server and environment; it is the machine that is slower the second time.
    const spec = slow('1500');
    await runOnce(spec);
    const gateway = start(spec);
    const [tool] = gateway.catalog().tools;
    expect(tool).toBeDefined();
    const answer = await gateway.search({ query: tool!.originalName });
    expect(gateway.statuses()[0]).toMatchObject({ state: 'starting', cached: true });
    expect(JSON.stringify(answer)).toContain(tool!.name);
    expect(JSON.stringify(answer)).toContain('cached');
    const result = await gateway.call({ name: tool!.name, arguments: {} });
    expect(result.isError).not.toBe(true);
    expect(gateway.statuses()[0]).not.toHaveProperty('cached');
  });

  it('give way to what the server lists', async () => {
    const spec = nodeServer('plain', caseFile('well-behaved'), { env: listing('new_tool') });
    await createToolListCache(folder).write(spec, [{ name: 'old_tool', inputSchema: { type: 'object' } }]);
    const gateway = start(spec);
    expect(gateway.catalog().tools.map(({ name }) => name)).toEqual(['plain__old_tool']);
    await gateway.settled();
    expect(gateway.catalog().tools.map(({ name }) => name)).not.toContain('plain__old_tool');
    expect(gateway.catalog().tools.map(({ name }) => name)).toContain('plain__new_tool');
  });

  it('belong to one configuration of the server, and count only as they were written', async () => {
    const cache = createToolListCache(folder);
    const spec = nodeServer('plain', caseFile('well-behaved'), { env: { A: '1' } });
    await cache.write(spec, [{ name: 'a' }]);
    expect(cache.read(spec)).toEqual([{ name: 'a' }]);
    expect(cache.read(nodeServer('plain', caseFile('well-behaved'), { env: { A: '2' } }))).toBeUndefined();
    const [file] = readdirSync(folder);
    const path = join(folder, file!);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"a"', '"b"'));
    expect(cache.read(spec)).toBeUndefined();
    expect(file).not.toContain('plain');
  });

  it('keep a server that fails findable, with a typed answer to calls', async () => {
    const gone: ServerSpec = { name: 'gone', transport: { kind: 'stdio', command: 'no-such-9', args: [], env: {} } };
    await createToolListCache(folder).write(gone, [{ name: 'a', inputSchema: { type: 'object' } }]);
    const gateway = start(gone);
    await gateway.settled();
    const failure = await gateway.call({ name: 'gone__a', arguments: {} }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SERVER_UNAVAILABLE', details: { ran: false } });
  });
});
