import type { Embedder, VectorIndex } from '../engine/index.ts';
import { requestEmbeddingText } from './embedding-text.ts';
import { checkDimensions } from './tool-vectors.ts';

/** What a leg said to one request. */
export interface LegAnswer {
  /** Cosine with each document of the index; undefined where the leg did not answer. */
  readonly cosines: Float32Array | undefined;
  /** The request's own vector, where the leg answered. */
  readonly request?: Float32Array;
  /** The leg should have answered and could not. */
  readonly failed: boolean;
}

/** Similarity in meaning between a request and every tool of one catalog. */
export interface DenseLeg {
  /** Names the model, for answers and cache keys. */
  readonly tier: string;
  /** Never throws, and never takes much longer than {@link EMBED_TIMEOUT_MS}: a search goes on without a lost leg. */
  ask(query: string): Promise<LegAnswer>;
}

/** Longest wait for an embedder; past it the search answers without this leg and says so. */
export const EMBED_TIMEOUT_MS = 2_000;
/** An embedder that let a search wait so long is not asked again for this time, so that not each search waits. */
export const REST_MS = 30_000;

const SILENT: LegAnswer = { cosines: undefined, failed: false };
const LOST: LegAnswer = { cosines: undefined, failed: true };

/** How an embedder has been doing, whatever catalog it was asked for. */
interface Health {
  restUntil: number;
  /** Told already and not well since: told once, not with each search. */
  reported: boolean;
}
const healths = new WeakMap<Embedder, Health>();

/**
 * A leg of an embedder over an index.
 * @param index gives the index, or undefined as long as there is none: then the leg is silent.
 */
export function createDenseLeg(
  embedder: Embedder,
  index: () => VectorIndex | undefined | Promise<VectorIndex | undefined>,
  onError: (error: unknown) => void = () => {},
): DenseLeg {
  let health = healths.get(embedder);
  if (health === undefined) {
    health = { restUntil: 0, reported: false };
    healths.set(embedder, health);
  }
  const state = health;
  return {
    tier: embedder.id,
    ask: async (query) => {
      if (Date.now() < state.restUntil) return LOST;
      try {
        const answer = await withTimeout(
          async (signal) => {
            const vectors = await index();
            if (vectors === undefined) return undefined;
            const [vector] = await embedder.embed([requestEmbeddingText(query)], 'query', { signal });
            if (vector === undefined) throw new RangeError(`Embedder ${embedder.id} gave no vector for one text.`);
            checkDimensions(vector, embedder);
            const known = vector.some((component) => component !== 0);
            return known ? { cosines: vectors.scores(vector), request: vector } : undefined;
          },
          () => {
            state.restUntil = Date.now() + REST_MS;
          },
        );
        if (answer === undefined) return SILENT;
        state.reported = false;
        return { ...answer, failed: false };
      } catch (error) {
        if (!state.reported) onError(error);
        state.reported = true;
        return LOST;
      }
    },
  };
}

async function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, onTimeout: () => void): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      const error = new Error(`no embedding within ${EMBED_TIMEOUT_MS} ms`);
      reject(error);
      controller.abort(error);
    }, EMBED_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
