import type { Embedder } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import { DEEP_TOOL_LIMIT } from './constants.ts';
import { isFitted, referenceVectors } from './foreign-cosines.ts';
import { toolVectorsOf } from './tool-vectors.ts';

/** How far the embedding of a catalog in the background is. */
export interface EmbeddingProgress {
  /**
   * `idle`: nothing was asked for; `ready`: searches use the vectors; `failed`: they go on without, until the next
   * catalog; `too-many`: the catalog is above {@link DEEP_TOOL_LIMIT} and stays without.
   */
  readonly state: 'idle' | 'embedding' | 'ready' | 'failed' | 'too-many';
  readonly embedded: number;
  readonly total: number;
  /** The embedder's id. */
  readonly tier: string;
}

/** Embeds the catalog of a session while searches go on; these use it as soon as all tools have their vector. */
export interface BackgroundEmbedding {
  readonly embedder: Embedder;
  /** Most tools of a catalog that it embeds. */
  readonly limit: number;
  /**
   * Embeds what has no vector yet. A later call replaces the tools of an earlier one, which resolves then.
   * Never rejects: what came of it is in the progress.
   */
  embed(tools: readonly Tool[]): Promise<EmbeddingProgress>;
  progress(): EmbeddingProgress;
  /** The vectors of these tools in their order, once all are there. */
  vectors(tools: readonly Tool[]): readonly Float32Array[] | undefined;
  /** Embeds nothing more. */
  stop(): void;
}

export interface BackgroundEmbeddingOptions {
  /** Called after each step, for a progress line. */
  readonly onProgress?: (progress: EmbeddingProgress) => void;
  /** Called once when embedding fails; searches go on without. */
  readonly onError?: (error: unknown) => void;
  /** Most tools of a catalog. Default {@link DEEP_TOOL_LIMIT}. */
  readonly limit?: number;
}

/** Texts between two looks at whether the catalog has changed meanwhile. */
const STEP = 16;

/** Makes the background embedding of one session by an embedder that is too slow to wait for. */
export function createBackgroundEmbedding(
  embedder: Embedder,
  options: BackgroundEmbeddingOptions = {},
): BackgroundEmbedding {
  const { onProgress, onError, limit = DEEP_TOOL_LIMIT } = options;
  const known = toolVectorsOf(embedder);
  let run: AbortController | undefined;
  let now: EmbeddingProgress = { state: 'idle', embedded: 0, total: 0, tier: embedder.id };
  const report = (state: EmbeddingProgress['state'], embedded: number, total: number): void => {
    now = { state, embedded, total, tier: embedder.id };
    onProgress?.(now);
  };

  const embedMissing = async (tools: readonly Tool[], { signal }: AbortController): Promise<void> => {
    const missing = tools.filter((tool) => !known.has(tool));
    let embedded = tools.length - missing.length;
    if (missing.length > 0) report('embedding', embedded, tools.length);
    // Searches need them, too, and must not be the first to wait for a slow model.
    if (!isFitted('deep', embedder.id)) await referenceVectors(embedder);
    if (signal.aborted) return;
    for (let start = 0; start < missing.length; start += STEP) {
      const step = missing.slice(start, start + STEP);
      // Without their examples: those are four more texts a tool, and moved one request in 75.
      await known.embed(step, { signal });
      if (signal.aborted) return;
      embedded += step.length;
      if (embedded < tools.length) report('embedding', embedded, tools.length);
    }
    report('ready', tools.length, tools.length);
  };

  return {
    embedder,
    limit,
    embed: async (tools) => {
      run?.abort();
      const mine = new AbortController();
      run = mine;
      if (tools.length > limit) {
        if (now.state !== 'too-many') report('too-many', 0, tools.length);
        return now;
      }
      try {
        await embedMissing(tools, mine);
      } catch (error) {
        // Of a run that was replaced or stopped nobody wants to hear.
        if (mine.signal.aborted) return now;
        report('failed', tools.filter((tool) => known.has(tool)).length, tools.length);
        onError?.(error);
      }
      return now;
    },
    progress: () => now,
    vectors: (tools) => (tools.length > limit ? undefined : known.all(tools)),
    stop: () => run?.abort(),
  };
}
