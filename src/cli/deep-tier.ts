import { availableParallelism } from 'node:os';
import { createBuiltInDeepEmbedder, hasDeepCache } from '../backends/index.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding } from '../retrieval/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { CliIo } from './io.ts';
import type { ProgressLine } from './progress.ts';

/** The deep model for a command that waits for it. */
export interface DeepTier {
  readonly embedding: BackgroundEmbedding;
  /** What it adds to the tier of an answer: its id, or that it reranks. */
  readonly tier: string;
  close(): Promise<void>;
}

/**
 * Whether to use the deep model: for the whole catalog, whatever that takes; for a large one only to rerank; only if its
 * vectors are on disk; or not.
 */
export type DeepWish = 'all' | 'always' | 'if-cached' | 'never';

/** More threads gain less and less, and each holds the model. */
const MAX_THREADS = 4;

/** How many threads a command that waits gives the deep model. */
export function deepThreads(): number {
  return Math.min(MAX_THREADS, availableParallelism());
}

/**
 * Embeds the catalog and waits until that is through, with a line of progress; one that is too large is reranked, and
 * each search waits for what it needs.
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
  const threads = deepThreads();
  const embedder = createBuiltInDeepEmbedder({ machine: io.environment, warn, threads });
  const embedding = createBackgroundEmbedding(embedder, {
    missing: 'wait',
    onProgress: ({ state, embedded, total }) => {
      if (state === 'embedding' || state === 'ready') progress.update(`Preparing the deep model ${embedded}/${total}`);
      else progress.clear();
    },
    onError: (error) => warn(`searching without the deep model: ${error instanceof Error ? error.message : error}`),
    ...(wish === 'all' ? { limit: Number.POSITIVE_INFINITY } : {}),
  });
  // The threads do not keep the process alive, but this command waits for them.
  const keepAlive = setInterval(() => {}, 60_000);
  const close = async (): Promise<void> => {
    clearInterval(keepAlive);
    await embedder.close();
  };
  const state =
    wish === 'if-cached' && !(await embedding.recall(catalog.tools))
      ? 'idle'
      : (await embedding.embed(catalog.tools)).state;
  progress.clear();
  if (state === 'ready') return { embedding, tier: embedder.id, close };
  if (state === 'too-many') return { embedding, tier: `rerank:${embedder.id}`, close };
  await close();
  return undefined;
}
