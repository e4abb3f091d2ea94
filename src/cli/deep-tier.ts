import { createBuiltInDeepEmbedder, hasDeepCache } from '../backends/index.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding, toolEmbeddingText } from '../retrieval/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { CliIo } from './io.ts';
import type { ProgressLine } from './progress.ts';

/** A catalog embedded by the deep model, for a command that waits for it. */
export interface DeepTier {
  readonly embedding: BackgroundEmbedding;
  close(): Promise<void>;
}

/** Whether to use the deep model, whatever it takes; only if its vectors are on disk; or not. */
export type DeepWish = 'always' | 'if-cached' | 'never';

/**
 * Embeds the catalog and waits until that is through, with a line of progress.
 * @returns undefined where it is not wished for, not at hand, or fails: then a warning says why.
 */
export async function openDeepTier(
  catalog: Catalog,
  wish: DeepWish,
  progress: ProgressLine,
  io: CliIo,
): Promise<DeepTier | undefined> {
  if (wish === 'never' || (wish === 'if-cached' && !hasDeepCache(io.environment))) return undefined;
  const warn = (message: string) => io.stderr(`warning: ${message}\n`);
  const embedder = createBuiltInDeepEmbedder({ machine: io.environment, warn });
  const embedding = createBackgroundEmbedding(embedder, {
    onProgress: ({ embedded, total }) => progress.update(`Preparing the deep model ${embedded}/${total}`),
    onError: (error) => warn(`searching without the deep model: ${error instanceof Error ? error.message : error}`),
    // Who asks for it on the command line can wait.
    ...(wish === 'always' ? { limit: Number.POSITIVE_INFINITY } : {}),
  });
  // The thread does not keep the process alive, but this command waits for it.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    if (wish === 'always' || (await embedder.holds(catalog.tools.map(toolEmbeddingText)))) {
      const { state } = await embedding.embed(catalog.tools);
      if (state === 'ready') return { embedding, close: () => embedder.close() };
    }
    await embedder.close();
    return undefined;
  } finally {
    clearInterval(keepAlive);
    progress.clear();
  }
}
