import { afterAll, beforeAll, describe } from 'vitest';
import { buildOpenSearchIndex, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { openServedCluster } from '../../src/cli/tool-index/serve-cluster.ts';
import { testIndexTenants } from '../leaks/index-tenants.ts';
import { clusterUrls, openTestCluster, PATIENCE_MS, rowsOf, type TestCluster } from './cluster.ts';

const embedder = createBuiltInEmbedder();

describe.skipIf(clusterUrls === undefined)('a tenant of one index in a cluster', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await openTestCluster();
  });
  afterAll(() => cluster.close(), PATIENCE_MS);

  testIndexTenants(async (entries, io) => {
    const index = cluster.newName();
    await buildOpenSearchIndex(cluster.http, index, rowsOf(entries), { embedder, shards: 2, replicas: 0 });
    const url = clusterUrls!.join(',');
    return openServedCluster({ index, config: 'toolscout.json', backend: 'opensearch', url }, io);
  });
});
