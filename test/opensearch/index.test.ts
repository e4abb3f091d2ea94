import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOpenSearchIndex,
  createBuiltInEmbedder,
  openOpenSearchIndex,
  openSearchIndexStats,
  updateOpenSearchIndex,
  verifyOpenSearchIndex,
} from '../../src/backends/index.ts';
import { member, number } from '../../src/backends/opensearch/members.ts';
import { searchTools } from '../../src/retrieval/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';
import { clusterUrls, openTestCluster, PATIENCE_MS, rowsOf, type TestCluster } from './cluster.ts';
import { syntheticRequests, syntheticTools } from './synthetic-tools.ts';

const embedder = createBuiltInEmbedder();

const entry = (name: string, description: string, tenant?: string): ToolEntry => ({
  source: { kind: 'mcp', name: 's' },
  definition: { name, description },
  ...(tenant === undefined ? {} : { tags: { tenant: [tenant] } }),
});

describe.skipIf(clusterUrls === undefined)('an index in a cluster', { timeout: PATIENCE_MS }, () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await openTestCluster();
  });
  afterAll(() => cluster.close());

  it('is seen by the next search as it was changed, added, moved and removed', async () => {
    const name = cluster.newName();
    const backend = await cluster.index(
      [entry('send_mail', 'Send a mail.', 't1'), entry('list_mail', 'List mail.', 't1')],
      { embedder, shards: 3 },
      name,
    );
    await searchTools(backend, { query: 'send mail' });
    const update = [
      entry('send_mail', 'Send a letter by post.', 't2'),
      entry('list_mail', 'List mail.', 't1'),
      entry('pay', 'Pay a bill.', 't1'),
    ];
    const absent: string[] = [];
    const counts = await updateOpenSearchIndex(cluster.http, name, rowsOf(update), {
      embedder,
      remove: ['mcp:s:nothing'],
      onAbsent: (id) => absent.push(id),
    });
    expect(counts).toEqual({ added: 1, replaced: 1, removed: 0, unchanged: 2, tools: 3 });
    expect(absent).toEqual(['mcp:s:nothing']);
    const { hits } = await searchTools(backend, { query: 'letter by post' });
    expect(hits[0]!.tool.description).toBe('Send a letter by post.');
    // Moved to another tenant, it is gone from where it was.
    expect((await searchTools(backend, { query: 'send_mail', filter: 'tenant=t1' })).verdict).not.toBe('exact');
    expect((await searchTools(backend, { query: 'send_mail', filter: 'tenant=t2' })).verdict).toBe('exact');
    expect(await verifyOpenSearchIndex(cluster.http, name)).toMatchObject({ ok: true, documents: 3, shards: 3 });
    expect(
      await updateOpenSearchIndex(cluster.http, name, rowsOf([]), { embedder, remove: ['mcp:s:pay'] }),
    ).toMatchObject({ removed: 1, tools: 2 });
    expect(await openSearchIndexStats(cluster.http, name)).toMatchObject({
      tools: 2,
      tags: ['tenant'],
      shards: 3,
      replicas: 0,
      embedder: embedder.id,
      health: 'green',
    });
  });

  it('is replaced in one step, and stays where a build fails or is of nothing', async () => {
    const name = cluster.newName();
    const backend = await cluster.index([entry('one', 'First.')], {}, name);
    async function* failing() {
      yield* rowsOf([entry('two', 'Second.')]);
      throw new Error('gone');
    }
    await expect(buildOpenSearchIndex(cluster.http, name, failing())).rejects.toThrow('gone');
    expect(await buildOpenSearchIndex(cluster.http, name, rowsOf([]))).toBe(0);
    expect((await searchTools(backend, { query: 'one' })).verdict).toBe('exact');
    expect(await buildOpenSearchIndex(cluster.http, name, rowsOf([entry('two', 'Second.')]), { replicas: 0 })).toBe(1);
    expect((await searchTools(backend, { query: 'two' })).verdict).toBe('exact');
    const { index } = await openSearchIndexStats(cluster.http, name);
    expect(Object.keys((await cluster.http.send({ method: 'GET', path: `/${name}-*/_alias` })) as object)).toEqual([
      index,
    ]);
  });

  it('goes on with a build that was broken off', async () => {
    const name = cluster.newName();
    // More than are looked at before anything is put in.
    const tools = [...syntheticTools(5_000)];
    async function* broken() {
      yield* rowsOf(tools.slice(0, 4_800));
      throw new Error('broken off');
    }
    await expect(buildOpenSearchIndex(cluster.http, name, broken(), { replicas: 0 })).rejects.toThrow('broken off');
    await expect(openOpenSearchIndex(cluster.http, name)).rejects.toMatchObject({ code: 'INDEX_FOREIGN' });
    const building = { method: 'GET', path: `/${name}-building/_stats/indexing` } as const;
    const written = async () =>
      number(await cluster.http.send(building), '_all', 'primaries', 'indexing', 'index_total');
    const before = await written();
    expect(before).toBeGreaterThan(4_000);
    // No refreshes while it is loaded; afterwards as the cluster's templates say.
    const interval = async (at: string) => {
      const settings = await cluster.http.send({ method: 'GET', path: `/${at}/_settings` });
      return member(Object.values(settings as object)[0], 'settings', 'index', 'refresh_interval');
    };
    expect(await interval(`${name}-building`)).toBe('-1');
    expect(await buildOpenSearchIndex(cluster.http, name, rowsOf(tools), { resume: true })).toBe(5_000);
    expect(await interval(name)).toBe('5s');
    const { index } = await openSearchIndexStats(cluster.http, name);
    const all = { method: 'GET', path: `/${index}/_stats/indexing` } as const;
    expect(number(await cluster.http.send(all), '_all', 'primaries', 'indexing', 'index_total')).toBe(5_000);
  });

  it('answers one tenant alike whatever others have', async () => {
    const own = [...syntheticTools(400, 1, 1)].map((one) => ({ ...one, tags: { tenant: ['t1'] } }));
    const others = [...syntheticTools(800, 2, 1)].map((one) => ({ ...one, tags: { tenant: ['t2'] } }));
    const name = cluster.newName();
    const backend = await cluster.index([...own, ...others.slice(0, 100)], { embedder, shards: 2 }, name);
    const answers = async () => {
      const said: string[] = [];
      for (const query of [...syntheticRequests(30), own[3]!.id!, own[5]!.definition.name, '/^create_/']) {
        const { hits, ranked, ...rest } = await searchTools(backend, { query, limit: 20, filter: 'tenant=t1' });
        const list = [...hits, ...ranked].map(({ tool, score, confidence }) => [tool.id, score, confidence]);
        said.push(JSON.stringify({ ...rest, list }));
      }
      return said;
    };
    const before = await answers();
    await updateOpenSearchIndex(cluster.http, name, rowsOf(others), { embedder });
    expect(await answers()).toEqual(before);
  });

  it('is no index where there is none, or with another embedder', async () => {
    await expect(openOpenSearchIndex(cluster.http, 'nowhere')).rejects.toMatchObject({ code: 'INDEX_FOREIGN' });
    await expect(openOpenSearchIndex(cluster.http, 'Not A Name')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    const name = cluster.newName();
    await cluster.index([entry('one', 'First.')], { embedder }, name);
    const opened = await openOpenSearchIndex(cluster.http, name);
    expect(() => opened.backend({ embedder: { ...embedder, id: 'other@1' } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID' }),
    );
    expect((await searchTools(opened.backend(), { query: 'first' })).tier).toBe('lexical');
  });
});
