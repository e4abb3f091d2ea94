import { afterAll, describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { quantise } from '../../src/engine/index.ts';
import {
  createIndexBackend,
  embedTools,
  REFERENCE_LENGTHS,
  searchTools,
  toIndexDocument,
} from '../../src/retrieval/index.ts';
import { createPlainIndex } from '../../src/retrieval/indexed/test-engine-index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { describeRetrievalBackend } from '../contracts/retrieval-backend.ts';
import { CLUSTER_MISSING, clusterUrls, openTestCluster, PATIENCE_MS } from './cluster.ts';
import { syntheticRequests, syntheticTools } from './synthetic-tools.ts';

const embedder = createBuiltInEmbedder();

if (clusterUrls === undefined) console.warn(`OpenSearch not tested: ${CLUSTER_MISSING}`);

async function plain(entries: readonly ToolEntry[], byMeaning: boolean, groups = false) {
  const { tools } = createCatalog(entries);
  const vectors = byMeaning ? await embedTools(embedder, tools, { examples: 'each' }) : undefined;
  const documents = tools.map((tool, i) =>
    vectors === undefined ? toIndexDocument(tool) : toIndexDocument(tool, quantise(vectors[i]!)),
  );
  return createIndexBackend(createPlainIndex(documents, REFERENCE_LENGTHS), byMeaning ? { embedder, groups } : {});
}

describe.skipIf(clusterUrls === undefined)('an index in a cluster', { timeout: PATIENCE_MS }, async () => {
  const cluster = clusterUrls === undefined ? undefined : await openTestCluster();
  afterAll(() => cluster?.close());

  describeRetrievalBackend(
    'OpenSearch, by meaning, on two shards',
    (entries) => cluster!.index(entries, { embedder, shards: 2 }),
    (entries) => plain(entries, true),
  );
  describeRetrievalBackend(
    'OpenSearch, by words',
    (entries) => cluster!.index(entries),
    (entries) => plain(entries, false),
  );

  it('adds to a tool what its source does, as an index on this machine, within rights', async () => {
    const entries = [...syntheticTools(300)];
    const backend = await cluster!.index(entries, { embedder, shards: 2, groups: true });
    const reference = await plain(entries, true, true);
    for (const query of syntheticRequests(12)) {
      for (const filter of ['tenant=t1', 'role=admin AND NOT tenant=t2']) {
        const [own, wanted] = await Promise.all(
          [backend, reference].map((one) => searchTools(one, { query, filter, limit: 10, intents: false })),
        );
        const scores = new Map(wanted!.ranked.map(({ tool, score }) => [tool.id, score]));
        for (const { tool, score } of own!.ranked.slice(0, 10)) expect(score).toBeCloseTo(scores.get(tool.id)!, 4);
      }
    }
  });
});
