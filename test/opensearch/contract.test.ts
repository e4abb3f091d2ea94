import { afterAll, describe } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { quantise } from '../../src/engine/index.ts';
import { createIndexBackend, embedTools, REFERENCE_LENGTHS, toIndexDocument } from '../../src/retrieval/index.ts';
import { createPlainIndex } from '../../src/retrieval/indexed/test-engine-index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { describeRetrievalBackend } from '../contracts/retrieval-backend.ts';
import { CLUSTER_MISSING, clusterUrls, openTestCluster, PATIENCE_MS } from './cluster.ts';

const embedder = createBuiltInEmbedder();

if (clusterUrls === undefined) console.warn(`OpenSearch not tested: ${CLUSTER_MISSING}`);

async function plain(entries: readonly ToolEntry[], byMeaning: boolean) {
  const { tools } = createCatalog(entries);
  const vectors = byMeaning ? await embedTools(embedder, tools, { examples: true }) : undefined;
  const documents = tools.map((tool, i) =>
    vectors === undefined ? toIndexDocument(tool) : toIndexDocument(tool, quantise(vectors[i]!)),
  );
  return createIndexBackend(createPlainIndex(documents, REFERENCE_LENGTHS), byMeaning ? { embedder } : {});
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
});
