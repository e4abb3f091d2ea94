import { describeRetrievalBackend } from '../../../test/contracts/retrieval-backend.ts';
import { type Embedder, quantise, type SegmentDocument } from '../../engine/index.ts';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { createTestEmbedder } from '../test-embedder.ts';
import { toolVectorsOf } from '../tool-vectors.ts';
import { createIndexBackend } from './index-backend.ts';
import { REFERENCE_LENGTHS, toIndexDocument } from './index-document.ts';
import { createRemoteBackend } from './remote-backend.ts';
import { createPlainIndex } from './test-engine-index.ts';
import { createTestRemoteIndex } from './test-remote-index.ts';

async function documentsOf(entries: readonly ToolEntry[], embedder?: Embedder): Promise<SegmentDocument[]> {
  const { tools } = createCatalog(entries);
  if (embedder === undefined) return tools.map((tool) => toIndexDocument(tool));
  const vectors = toolVectorsOf(embedder);
  await vectors.embed(tools, { examples: 'each' });
  const all = vectors.all(tools)!;
  return tools.map((tool, position) => toIndexDocument(tool, quantise(all[position]!)));
}

// The model that cosines are fitted for: no reference texts, which three axes cannot tell apart.
const embedder = createTestEmbedder('static-45k-256@3');

describeRetrievalBackend(
  'an index, by words',
  async (entries) => createIndexBackend(createPlainIndex(await documentsOf(entries))),
  async (entries) => createMemoryBackend(createCatalog(entries)),
);
describeRetrievalBackend(
  'an index, by meaning',
  async (entries) => createIndexBackend(createPlainIndex(await documentsOf(entries, embedder)), { embedder }),
  async (entries) => createMemoryBackend(createCatalog(entries), { embedder }),
);
describeRetrievalBackend(
  'an index elsewhere, by words',
  async (entries) => createRemoteBackend(createTestRemoteIndex(entries)),
  async (entries) => createIndexBackend(createPlainIndex(await documentsOf(entries), REFERENCE_LENGTHS)),
);
describeRetrievalBackend(
  'a catalog in memory',
  async (entries) => createMemoryBackend(createCatalog(entries), { embedder }),
  async (entries) => createMemoryBackend(createCatalog(entries), { embedder }),
);
