import type { Embedder } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import { DEEP_TOOL_LIMIT } from './constants.ts';
import { isFitted, referenceVectors } from './foreign-cosines.ts';
import { toolVectorsOf } from './tool-vectors.ts';
import { createVectorQueue } from './vector-queue.ts';

/** How far the embedding of a catalog in the background is. */
export interface EmbeddingProgress {
  /**
   * `idle`: nothing was asked for; `ready`: searches use the vectors; `failed`: they go on without, until the next
   * catalog or the next tools that embed well; `too-many`: the catalog is above {@link DEEP_TOOL_LIMIT}, and only the
   * best of each search are embedded.
   */
  readonly state: 'idle' | 'embedding' | 'ready' | 'failed' | 'too-many';
  readonly embedded: number;
  readonly total: number;
  /** The embedder's id. */
  readonly tier: string;
}

/**
 * What becomes of vectors that a search lacks in a catalog above the limit: embedded behind the answer, for the next
 * search, or waited for.
 */
export type MissingVectors = 'behind' | 'wait';

/** Embeds the catalog of a session while searches go on; these use it as soon as all tools have their vector. */
export interface BackgroundEmbedding {
  readonly embedder: Embedder;
  /** Most tools of a catalog that it embeds as a whole. */
  readonly limit: number;
  readonly missing: MissingVectors;
  /**
   * Embeds what has no vector yet; above the limit it only fetches what the embedder keeps. A later call replaces the
   * tools of an earlier one, which resolves then. Never rejects: what came of it is in the progress.
   */
  embed(tools: readonly Tool[]): Promise<EmbeddingProgress>;
  progress(): EmbeddingProgress;
  /** The vectors of these tools in their order, once all are there. */
  vectors(tools: readonly Tool[]): readonly Float32Array[] | undefined;
  /**
   * The same for the few that a search in a catalog above the limit found. What is missing is treated as
   * {@link missing} says. Never rejects.
   */
  some(tools: readonly Tool[]): Promise<readonly Float32Array[] | undefined>;
  /** Fetches what the embedder keeps from before, computing nothing. Is that all? Never rejects. */
  recall(tools: readonly Tool[]): Promise<boolean>;
  /** Embeds nothing more. */
  stop(): void;
}

export interface BackgroundEmbeddingOptions {
  /** Called after each step, for a progress line. */
  readonly onProgress?: (progress: EmbeddingProgress) => void;
  /** Called when embedding fails, once until it works again; searches go on without. */
  readonly onError?: (error: unknown) => void;
  /** Most tools of a catalog that is embedded as a whole. Default {@link DEEP_TOOL_LIMIT}. */
  readonly limit?: number;
  /** Default `behind`. */
  readonly missing?: MissingVectors;
}

/** Texts between two looks at whether the catalog has changed meanwhile. */
const STEP = 32;

/** Makes the background embedding of one session by an embedder that is too slow to wait for. */
export function createBackgroundEmbedding(
  embedder: Embedder,
  options: BackgroundEmbeddingOptions = {},
): BackgroundEmbedding {
  const { onProgress, onError, limit = DEEP_TOOL_LIMIT, missing = 'behind' } = options;
  const known = toolVectorsOf(embedder);
  let run: AbortController | undefined;
  /** Tools of the catalog of the moment. */
  let size = 0;
  /** A failure that was told of, and has not been made good since. */
  let told = false;
  let now: EmbeddingProgress = { state: 'idle', embedded: 0, total: 0, tier: embedder.id };
  const report = (state: EmbeddingProgress['state'], embedded: number, total: number): void => {
    now = { state, embedded, total, tier: embedder.id };
    onProgress?.(now);
  };

  /** In steps; the last of them is for the caller to report. */
  const embedAbsent = async (tools: readonly Tool[], signal: AbortSignal): Promise<void> => {
    const absent = tools.filter((tool) => !known.has(tool));
    let embedded = tools.length - absent.length;
    if (absent.length > 0) report('embedding', embedded, tools.length);
    // Searches need them, too, and must not be the first to wait for a slow model.
    if (!isFitted('deep', embedder.id)) await referenceVectors(embedder);
    for (let start = 0; start < absent.length && !signal.aborted; start += STEP) {
      const step = absent.slice(start, start + STEP);
      await known.embed(step, { signal, examples: 'together' });
      embedded += step.length;
      if (embedded < tools.length && !signal.aborted) report('embedding', embedded, tools.length);
    }
  };

  const fail = (error: unknown, tools: readonly Tool[]): void => {
    report('failed', tools.filter((tool) => known.has(tool)).length, tools.length);
    if (!told) onError?.(error);
    told = true;
  };

  const succeed = (state: 'ready' | 'too-many'): void => {
    told = false;
    report(state, state === 'ready' ? size : 0, size);
  };

  const queue = createVectorQueue(async (tools, signal) => {
    try {
      if (!isFitted('deep', embedder.id)) await referenceVectors(embedder);
      await known.embed(tools, { signal, examples: 'together' });
      if (now.state === 'failed') succeed('too-many');
      return true;
    } catch (error) {
      if (!signal.aborted) fail(error, tools);
      return false;
    }
  });

  const recall = async (tools: readonly Tool[], signal?: AbortSignal): Promise<boolean> => {
    try {
      await known.recall(tools, signal);
    } catch {
      // Whoever embeds hears of it; what is kept was only to spare that.
    }
    return known.all(tools) !== undefined;
  };

  return {
    embedder,
    limit,
    missing,
    embed: async (tools) => {
      run?.abort();
      const mine = new AbortController();
      run = mine;
      size = tools.length;
      told = false;
      if (tools.length > limit) {
        if (now.state !== 'too-many') succeed('too-many');
        if ((await recall(tools, mine.signal)) && !mine.signal.aborted) succeed('ready');
        return now;
      }
      try {
        await embedAbsent(tools, mine.signal);
        if (!mine.signal.aborted) succeed('ready');
      } catch (error) {
        // Of a run that was replaced or stopped nobody wants to hear.
        if (!mine.signal.aborted) fail(error, tools);
      }
      return now;
    },
    progress: () => now,
    vectors: (tools) => known.all(tools),
    some: async (tools) => {
      const vectors = known.all(tools);
      if (vectors !== undefined) return vectors;
      const absent = tools.filter((tool) => !known.has(tool));
      if (missing === 'behind') {
        queue.add(absent);
        return undefined;
      }
      try {
        await embedAbsent(tools, (run ?? new AbortController()).signal);
        succeed('too-many');
      } catch (error) {
        fail(error, tools);
      }
      return known.all(tools);
    },
    recall,
    stop: () => {
      run?.abort();
      queue.stop();
    },
  };
}
