import { createBuiltInDeepEmbedder, openOpenSearchIndex, openToolIndex, type ToolIndex } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { DEFAULT_SEARCH } from '../../gateway/index.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding, type RetrievalBackend } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import type { CliIo } from '../io.ts';
import { openConfig } from '../open-tools.ts';
import { deepWish, openSearchModels, rerankingOption, type SearchModels, type Tier } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, isInCluster, openCluster } from './cluster.ts';

export interface OpenIndexOptions extends ClusterOptions {
  readonly config?: string;
  readonly tier?: Tier;
}

/** An index that a command searches. */
export interface OpenIndex {
  readonly backend: RetrievalBackend;
  readonly tools: number;
  /** What it may find by, joined as in answers. */
  readonly tier: string;
  close(): Promise<void>;
}

/**
 * Opens an index with the models that it was built with; the deep one reranks where it is asked for.
 * @param dir folder of the index, or its name in a cluster
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`, `INDEX_UNAVAILABLE`; `CONFIG_INVALID` for
 * another embedder than that of the index
 */
export async function openIndexBackend(dir: string, options: OpenIndexOptions, io: CliIo): Promise<OpenIndex> {
  // Only what is named: what an index answers must not depend on the folder that it is asked from.
  const search =
    options.config === undefined ? DEFAULT_SEARCH : (await openConfig({ config: options.config }, io)).search;
  const open = await openAnywhere(dir, options, io);
  let models: SearchModels | undefined;
  try {
    if (open.embedder === undefined && options.tier !== undefined && options.tier !== 'lexical') {
      throw new ToolscoutError(
        'CONFIG_INVALID',
        `The index ${dir} was built without an embedder: it finds by words only.`,
        {
          next: 'Leave --tier out, or build the index anew.',
        },
      );
    }
    models = openSearchModels(search, io, options.tier);
    const embedder = open.embedder === undefined ? undefined : models.embedder;
    const deep = embedder === undefined ? undefined : openDeepReranker(models, options.tier, io);
    const backend = await open.backend({
      ...(embedder === undefined ? {} : { embedder }),
      ...(deep === undefined ? {} : { deep: deep.embedding }),
      ...rerankingOption(models, io),
      onDenseError: (error) =>
        printWarning(io, `searching by words: ${error instanceof Error ? error.message : error}`),
    });
    const ids = [embedder?.id ?? 'lexical', deep?.tier, models.reranking?.reranker.id];
    return {
      backend,
      tools: backend.size,
      tier: ids.filter((id) => id !== undefined).join('+'),
      close: async () => {
        models?.close();
        await deep?.close();
        await open.close();
      },
    };
  } catch (error) {
    models?.close();
    await open.close();
    throw error;
  }
}

/** An index wherever it is kept. */
export interface AnyIndex {
  readonly embedder: string | undefined;
  /** With size and tags as they are now. */
  backend(options?: Parameters<ToolIndex['backend']>[0]): Promise<RetrievalBackend>;
  close(): Promise<void>;
}

async function openAnywhere(dir: string, options: ClusterOptions, io: CliIo): Promise<AnyIndex> {
  if (!isInCluster(options)) {
    const open = openToolIndex(resolvePath(dir, io.environment.cwd, io.environment));
    return {
      embedder: open.embedder,
      backend: async (models) => open.backend(models),
      close: async () => open.close(),
    };
  }
  const cluster = await openCluster(options, io);
  try {
    const open = await openOpenSearchIndex(cluster, dir);
    return {
      embedder: open.embedder,
      backend: (models) => open.backend(models).begin(),
      close: () => cluster.close(),
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

interface DeepReranker {
  readonly embedding: BackgroundEmbedding;
  readonly tier: string;
  close(): Promise<void>;
}

function openDeepReranker(models: SearchModels, tier: Tier | undefined, io: CliIo): DeepReranker | undefined {
  if (tier === 'deep-all') {
    throw new ToolscoutError('USAGE', 'The deep model only reranks what an index finds.', { next: 'Use --tier deep.' });
  }
  const wish = deepWish(models.deep, tier, 'never');
  if (wish === 'never') return undefined;
  const embedder = createBuiltInDeepEmbedder({ machine: io.environment, warn: (message) => printWarning(io, message) });
  const embedding = createBackgroundEmbedding(embedder, {
    missing: 'wait',
    onError: (error) => printWarning(io, `without the deep model: ${error instanceof Error ? error.message : error}`),
  });
  // The thread does not keep the process alive, but this command waits for it.
  const keepAlive = setInterval(() => {}, 60_000);
  return {
    embedding,
    tier: `rerank:${embedder.id}`,
    close: async () => {
      clearInterval(keepAlive);
      embedding.stop();
      await embedder.close();
    },
  };
}
