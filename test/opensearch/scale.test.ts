import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildToolIndex,
  createBuiltInEmbedder,
  openToolIndex,
  verifyOpenSearchIndex,
} from '../../src/backends/index.ts';
import { evaluate, readSet } from '../../src/evaluation/index.ts';
import {
  createMemoryBackend,
  type RemoteRetrievalBackend,
  type RetrievalBackend,
  searchTools,
} from '../../src/retrieval/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { clusterUrls, openTestCluster, rowsOf, type TestCluster } from './cluster.ts';
import { syntheticRequests, syntheticTools } from './synthetic-tools.ts';

/** On the shared sets in a cluster; of larger ones the first requests only, which take some milliseconds each. */
const SETS = ['api-bank', 'azure-mcp', 'acebench-zh', 'toolalpaca'];
const MAX_REQUESTS = 80;

const TOOLS = Number(process.env.TOOLSCOUT_OPENSEARCH_TOOLS ?? 20_000);
const PATIENCE_MS = 600_000;
const embedder = createBuiltInEmbedder();

if (clusterUrls !== undefined && dataRoot === undefined) console.warn(`no figures on sets: ${DATA_MISSING}`);

describe.skipIf(clusterUrls === undefined)(`an index of ${TOOLS} tools in a cluster`, () => {
  let cluster: TestCluster;
  let name: string;
  let remote: RemoteRetrievalBackend;
  let local: RetrievalBackend;
  let folder: string;
  let close: () => void;

  beforeAll(async () => {
    cluster = await openTestCluster();
    name = cluster.newName();
    const started = performance.now();
    remote = await cluster.index(
      syntheticTools(TOOLS),
      { embedder, shards: 2, replicas: clusterUrls!.length > 1 ? 1 : 0 },
      name,
    );
    const seconds = (performance.now() - started) / 1_000;
    console.info(`${TOOLS} tools loaded in ${seconds.toFixed(0)} s, ${Math.round(TOOLS / seconds)}/s`);
    folder = await mkdtemp(join(tmpdir(), 'opensearch-local-'));
    await buildToolIndex(folder, rowsOf(syntheticTools(TOOLS)), { embedder });
    const open = openToolIndex(folder);
    local = open.backend({ embedder });
    close = () => open.close();
  }, PATIENCE_MS);
  afterAll(async () => {
    close?.();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }, PATIENCE_MS);

  it('holds every tool, whole, once', { timeout: PATIENCE_MS }, async () => {
    expect(await verifyOpenSearchIndex(cluster.http, name)).toMatchObject({ documents: TOOLS, problems: [] });
  });

  it.each([undefined, 'tenant=t3', 'tenant IN (t1,t2) AND NOT region=eu', 'role=admin'])(
    'finds what the local engine finds under %j: the same names, at least 95 of 100 of the best 50',
    { timeout: PATIENCE_MS },
    async (filter) => {
      const scope = filter === undefined ? {} : { filter };
      const names = [...syntheticTools(40)].flatMap(({ id, definition }) => [id!, definition.name]);
      for (const query of names) {
        const [one, other] = [
          await searchTools(remote, { query, ...scope }),
          await searchTools(local, { query, ...scope }),
        ];
        if (other.verdict === 'exact') expect(idsOf(one.hits), query).toEqual(idsOf(other.hits));
        expect(one.verdict === 'exact', query).toBe(other.verdict === 'exact');
      }
      const requests = syntheticRequests(60);
      let shared = 0;
      let wanted = 0;
      const took: number[] = [];
      for (const query of requests) {
        const request = { query, limit: 50, intents: false, ...scope };
        const started = performance.now();
        const found = await searchTools(remote, request);
        took.push(performance.now() - started);
        const ids = new Set(idsOf(found.ranked).slice(0, 50));
        const best = idsOf((await searchTools(local, request)).ranked).slice(0, 50);
        shared += best.filter((id) => ids.has(id)).length;
        wanted += best.length;
        expect(found.degraded).toBe(false);
      }
      took.sort((a, b) => a - b);
      const at = (share: number) => took[Math.floor(share * (took.length - 1))]!.toFixed(0);
      console.info(
        `${filter ?? 'no filter'}: overlap ${(shared / wanted).toFixed(4)}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
      );
      expect(shared / wanted).toBeGreaterThanOrEqual(0.95);
    },
  );

  it.skipIf(dataRoot === undefined).each(SETS)(
    'has the figures of a catalog in memory on %s, within .01',
    { timeout: PATIENCE_MS },
    async (set) => {
      const { tools, queries } = await readSet(join(dataRoot!, set));
      const asked = queries.slice(0, MAX_REQUESTS);
      const figures = async (backend: RetrievalBackend) => {
        const report = await evaluate(
          { tools, queries: asked },
          async ({ text, limit }) => {
            const { verdict, ranked, hits } = await searchTools(backend, { query: text, limit });
            const list = ranked.map(({ tool, confidence }) => ({ id: tool.id, confidence }));
            return { verdict, ranked: list, callable: hits.length > 0 };
          },
          { depths: [1, 5, 10, 50], buildMs: 0, config: {} },
        );
        return [report.recall['1']!, report.recall['5']!, report.recall['10']!, report.recall['50']!, report.mrr!];
      };
      const own = await figures(await cluster.index(tools, { embedder }));
      const wanted = await figures(createMemoryBackend(createCatalog(tools), { embedder }));
      for (const [i, figure] of wanted.entries())
        expect(Math.abs(own[i]! - figure), `${own} ${wanted}`).toBeLessThanOrEqual(0.01);
    },
  );
});

function idsOf(hits: readonly { readonly tool: { readonly id: string } }[]): string[] {
  return hits.map(({ tool }) => tool.id);
}
