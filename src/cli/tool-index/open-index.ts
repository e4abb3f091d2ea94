import { createBuiltInDeepEmbedder, openToolIndex } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { DEFAULT_SEARCH } from '../../gateway/index.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding, type RetrievalBackend } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import type { CliIo } from '../io.ts';
import { openConfig } from '../open-tools.ts';
import { deepWish, openSearchModels, rerankingOption, type SearchModels, type Tier } from '../search-models.ts';
import { printWarning } from '../warnings.ts';

export interface OpenIndexOptions {
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
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`; `CONFIG_INVALID` for another embedder than
 * that of the index
 */
export async function openIndexBackend(dir: string, options: OpenIndexOptions, io: CliIo): Promise<OpenIndex> {
  // Only what is named: what an index answers must not depend on the folder that it is asked from.
  const search =
    options.config === undefined ? DEFAULT_SEARCH : (await openConfig({ config: options.config }, io)).search;
  const open = openToolIndex(resolvePath(dir, io.environment.cwd, io.environment));
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
    const backend = open.backend({
      ...(embedder === undefined ? {} : { embedder }),
      ...(deep === undefined ? {} : { deep: deep.embedding }),
      ...rerankingOption(models, io),
      onDenseError: (error) =>
        printWarning(io, `searching by words: ${error instanceof Error ? error.message : error}`),
    });
    const ids = [embedder?.id ?? 'lexical', deep?.tier, models.reranking?.reranker.id];
    return {
      backend,
      tools: open.index.size,
      tier: ids.filter((id) => id !== undefined).join('+'),
      close: async () => {
        models?.close();
        await deep?.close();
        open.close();
      },
    };
  } catch (error) {
    models?.close();
    open.close();
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
