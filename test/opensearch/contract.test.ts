import { afterAll, describe } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { connectOpenSearch, type OpenSearchHttp } from '../../src/backends/opensearch/connection.ts';
import { openOpenSearchIndex } from '../../src/backends/opensearch/open-index.ts';
import { buildOpenSearchIndex } from '../../src/backends/opensearch/write-index.ts';
import { quantise } from '../../src/engine/index.ts';
import { createIndexBackend, embedTools, REFERENCE_LENGTHS, toIndexDocument } from '../../src/retrieval/index.ts';
import { createPlainIndex } from '../../src/retrieval/indexed/test-engine-index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { describeRetrievalBackend } from '../contracts/retrieval-backend.ts';
import { CLUSTER_MISSING, clusterUrls } from './cluster.ts';

const embedder = createBuiltInEmbedder();

if (clusterUrls === undefined) console.warn(`OpenSearch not tested: ${CLUSTER_MISSING}`);

describe.skipIf(clusterUrls === undefined)('an index in a cluster', async () => {
  const http: OpenSearchHttp | undefined = clusterUrls && (await connectOpenSearch({ nodes: clusterUrls }));
  const names: string[] = [];
  afterAll(async () => {
    for (const name of names) {
      await http!.send({ method: 'DELETE', path: `/${name}-*` });
      await http!.send({ method: 'DELETE', path: `/_index_template/${name}` });
    }
    await http?.close();
  });

  describeRetrievalBackend(
    'OpenSearch',
    async (entries) => {
      const name = `contract-${process.pid}-${names.length}`;
      names.push(name);
      async function* rows() {
        for (const entry of entries) yield { entry };
      }
      await buildOpenSearchIndex(http!, name, rows(), { embedder, replicas: 0, shards: 2 });
      return (await openOpenSearchIndex(http!, name)).backend({ embedder });
    },
    async (entries: readonly ToolEntry[]) => {
      const { tools } = createCatalog(entries);
      const vectors = await embedTools(embedder, tools, { examples: true });
      const documents = tools.map((tool, i) => toIndexDocument(tool, quantise(vectors[i]!)));
      return createIndexBackend(createPlainIndex(documents, REFERENCE_LENGTHS), { embedder });
    },
  );
});
