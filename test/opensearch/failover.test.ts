import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuiltInEmbedder, updateOpenSearchIndex, verifyOpenSearchIndex } from '../../src/backends/index.ts';
import { list, member } from '../../src/backends/opensearch/members.ts';
import { ToolscoutError } from '../../src/errors.ts';
import { type RemoteRetrievalBackend, searchTools } from '../../src/retrieval/index.ts';
import { clusterUrls, openTestCluster, rowsOf, type TestCluster } from './cluster.ts';
import { syntheticRequests, syntheticTools } from './synthetic-tools.ts';

/** Folder of the nodes that `run.sh` has started: without it there is nobody to kill. */
const data = process.env.TOOLSCOUT_OPENSEARCH_DATA;
const PATIENCE_MS = 240_000;
const BATCHES = 24;
const BATCH = 100;
const embedder = createBuiltInEmbedder();
const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, 'cluster', name);

describe.skipIf(clusterUrls === undefined || clusterUrls.length < 3 || data === undefined)(
  'a cluster that loses its manager while tools are loaded',
  () => {
    let cluster: TestCluster;
    let backend: RemoteRetrievalBackend;
    let name: string;
    const resting = [...syntheticTools(1_000, 5)].map((one) => ({ ...one, tags: { tenant: ['resting'] } }));
    const coming = [...syntheticTools(BATCHES * BATCH, 6)].map((one) => ({ ...one, tags: { tenant: ['coming'] } }));
    const requests = [...syntheticRequests(20), resting[7]!.id!, resting[8]!.definition.name];

    beforeAll(async () => {
      cluster = await openTestCluster();
      name = cluster.newName();
      backend = await cluster.index(resting, { embedder, shards: 2, replicas: 1 }, name);
      const green = { method: 'GET', path: `/_cluster/health/${name}` } as const;
      await cluster.http.send({ ...green, query: { wait_for_status: 'green', timeout: '60s' }, timeoutMs: 70_000 });
    }, PATIENCE_MS);
    afterAll(() => cluster.close(), PATIENCE_MS);

    const answer = async (query: string): Promise<{ said: string; degraded: boolean }> => {
      const { hits, ranked, degraded, ...rest } = await searchTools(backend, { query, filter: 'tenant=resting' });
      const list = [...hits, ...ranked].map(({ tool, score, confidence }) => [tool.id, score, confidence]);
      return { said: JSON.stringify({ ...rest, list }), degraded };
    };

    it('loses no acknowledged tool, gives no wrong answer, and flags what came short', {
      timeout: PATIENCE_MS,
    }, async () => {
      const wanted = new Map<string, string>();
      for (const query of requests) wanted.set(query, (await answer(query)).said);

      const acknowledged = new Set<string>();
      const counts = { right: 0, degraded: 0, refused: 0, wrong: [] as string[], broken: 0 };
      let loading = true;
      const searches = (async () => {
        for (let i = 0; loading; i = (i + 1) % requests.length) {
          const query = requests[i]!;
          try {
            const { said, degraded } = await answer(query);
            if (degraded) counts.degraded++;
            else if (said === wanted.get(query)) counts.right++;
            else counts.wrong.push(query);
          } catch (error) {
            if (!(error instanceof ToolscoutError && error.code === 'INDEX_UNAVAILABLE')) throw error;
            counts.refused++;
          }
        }
      })();
      for (let batch = 0; batch < BATCHES; batch++) {
        if (batch === BATCHES / 3) await killManager(cluster);
        const some = coming.slice(batch * BATCH, (batch + 1) * BATCH);
        // Whoever loads does so until it is taken; only then it counts as acknowledged.
        for (let taken = false; !taken; ) {
          try {
            await updateOpenSearchIndex(cluster.http, name, rowsOf(some), { embedder });
            taken = true;
          } catch (error) {
            if (!(error instanceof ToolscoutError && error.code === 'INDEX_UNAVAILABLE')) throw error;
            counts.broken++;
          }
        }
        for (const { id } of some) acknowledged.add(id!);
      }
      loading = false;
      await searches;
      console.info(
        `searches: ${counts.right} right, ${counts.degraded} flagged as degraded, ${counts.refused} refused, ${counts.wrong.length} wrong; ${counts.broken} loads sent again`,
      );
      expect(counts.wrong).toEqual([]);
      expect(counts.right).toBeGreaterThan(requests.length);

      const { tools } = await (await backend.begin())
        .partition({ op: 'in', tag: 'tenant', values: ['coming'] })
        .list({}, 10_000);
      const there = new Set(tools.map(({ id }) => id));
      expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
      const { documents, problems } = await verifyOpenSearchIndex(cluster.http, name);
      expect(documents).toBe(resting.length + coming.length);
      // Copies on the lost node are all that is missing.
      expect(problems.map(({ message }) => message).filter((message) => !message.startsWith('the health'))).toEqual([]);
    });

    it('says so where tools of the view are missing, and is whole again with the node', {
      timeout: PATIENCE_MS,
    }, async () => {
      // Without copies, a lost node takes its part of the tools with it.
      const thin = cluster.newName();
      await run(script('start.sh'), [data!, portOf(clusterUrls![0]!), '3']);
      const own = await cluster.index(resting, { embedder, shards: 6, replicas: 0 }, thin);
      const [manager] = await nodesOf(cluster, '_cat/cluster_manager');
      const holders = new Set(await nodesOf(cluster, `_cat/shards/${thin}-*`));
      holders.delete(manager!);
      const [victim] = holders;
      await run(script('stop.sh'), [data!, victim!, 'KILL']);
      // Until the manager has noticed, the shard is asked in vain; afterwards it is nowhere.
      const { degraded, ranked } = await searchTools(own, { query: 'archive the urgent invoice' });
      expect(degraded).toBe(true);
      expect(ranked.length).toBeGreaterThan(0);
      await run(script('start.sh'), [data!, portOf(clusterUrls![0]!), '3']);
      const path = `/_cluster/health/${thin}`;
      await cluster.http.send({
        method: 'GET',
        path,
        query: { wait_for_status: 'green', timeout: '90s' },
        timeoutMs: 100_000,
      });
      expect((await searchTools(own, { query: 'archive the urgent invoice' })).degraded).toBe(false);
    });
  },
);

async function killManager(cluster: TestCluster): Promise<void> {
  const [manager] = await nodesOf(cluster, '_cat/cluster_manager');
  console.info(`killing ${manager}`);
  await run(script('stop.sh'), [data!, manager!, 'KILL']);
}

/** Names of nodes in a list of the cluster. */
async function nodesOf({ http }: TestCluster, path: string): Promise<string[]> {
  const rows = await http.send({ method: 'GET', path: `/${path}`, query: { format: 'json', h: 'node' } });
  return list({ rows }, 'rows').map((row) => String(member(row, 'node')));
}

function portOf(url: string): string {
  return new URL(url).port;
}
