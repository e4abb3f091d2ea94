import { buildVectorIndex, type Embedder } from '../../engine/index.ts';
import type { BackgroundEmbedding } from '../background-embedding.ts';
import { createDenseLeg, type LegAnswer } from '../dense-leg.ts';
import { deepLikeness } from '../tool-likeness.ts';
import { guideBetween } from './guide.ts';

/** What the deep model made of a request. */
export interface DeepReading {
  /** How much the request is like what tools do at all: see `tool-likeness.ts`. */
  readonly likeness: number;
  /** The request's vector by the deep model. */
  readonly request: Float32Array;
  /** The same as it is read for the order, where that differs. */
  readonly guided?: Float32Array | undefined;
  /** Moves the request's vector by the first model towards it. */
  guide(own: Float32Array): Float32Array;
}

/** What a tier says of a request that was read so. */
export function readTier({ id }: Embedder): string {
  return `+read:${id}`;
}

/**
 * Longest that a search waits where it is not to wait for the deep model. A request takes 10 ms; what else the model may
 * have begun, 100 ms.
 */
const PATIENCE_MS = 150;

export interface ReadingOptions {
  /** The request without the names of products. */
  readonly bare?: string | undefined;
  readonly already?: LegAnswer | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Has a request read by the deep model, for a catalog whose tools it has not read. Never rejects.
 * @param first the model that the catalog's vectors are of.
 * @param already what the deep leg said to this request, where it knows the tools after all.
 * @returns without a reading where nothing was learned for these two models, or the deep one is late or fails.
 */
export async function readDeeply(
  query: string,
  first: Embedder,
  { embedder, missing }: BackgroundEmbedding,
  { bare, already, onError }: ReadingOptions,
): Promise<{ readonly reading?: DeepReading; readonly failed: boolean }> {
  const guide = guideBetween(first, embedder);
  if (guide === undefined) return { failed: false };
  const readingOf = (request: Float32Array, guided: Float32Array | undefined): DeepReading => ({
    likeness: deepLikeness(embedder.id, request),
    request,
    guided,
    guide: (own) => guide(own, guided ?? request),
  });
  if (already?.request !== undefined) {
    return { reading: readingOf(already.request, already.guided?.request), failed: false };
  }
  const nothing = buildVectorIndex([], embedder.dimensions);
  const leg = createDenseLeg(embedder, 'deep', () => nothing, {
    scripts: () => new Uint8Array(0),
    waits: missing === 'wait',
    onError,
  });
  const answer = leg.ask(query, { bare });
  const said = await (missing === 'wait' ? answer : within(PATIENCE_MS, answer));
  const { request, guided, failed } = said ?? { failed: false };
  return request === undefined ? { failed } : { reading: readingOf(request, guided?.request), failed };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
