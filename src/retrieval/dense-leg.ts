import type { Embedder, VectorIndex } from '../engine/index.ts';
import { requestEmbeddingText } from './embedding-text.ts';
import { isFitted, type LegPlace, placeCosines, referenceVectors } from './foreign-cosines.ts';
import { withTimeout } from './time-limit.ts';
import { type LikenessJudge, likenessJudge } from './tool-likeness.ts';
import { checkDimensions } from './tool-vectors.ts';

/** A request's vector with its cosines. */
interface Reading {
  readonly request: Float32Array;
  readonly cosines: Float32Array;
}

/** What a leg said to one request. */
export interface LegAnswer {
  /**
   * Cosine with each document of the index, moved to where those of the built-in model lie if another one gave them;
   * undefined where the leg did not answer.
   */
  readonly cosines: Float32Array | undefined;
  /** The request's own vector, where the leg answered. */
  readonly request?: Float32Array;
  /** How much the request is like what tools do at all: see `tool-likeness.ts`. */
  readonly likeness?: number;
  /** The same two with the request as it is read for the order, where that differs: see {@link RequestReading}. */
  readonly guided?: Reading;
  /** The same as it is written, moved by the guide: who is near is found by it. Only where `guided` lacks names of products. */
  readonly written?: Reading;
  /** Moves further cosines with this request to where those of the built-in model lie; absent where nothing is moved. */
  readonly place?: (cosines: Float32Array, scripts: () => Uint8Array) => Float32Array;
  /** The leg should have answered and could not. */
  readonly failed: boolean;
}

/** How a request is read for the order, beside as it is written; not for models whose cosines are moved. */
export interface RequestReading {
  /** The request without the names of products: both readings together say what is wanted, and of what. */
  readonly bare?: string | undefined;
  /** Moves the request's vector. */
  readonly guide?: ((own: Float32Array) => Float32Array) | undefined;
}

/** Similarity in meaning between a request and every tool of one catalog. */
export interface DenseLeg {
  /** Names the model, for answers and cache keys. */
  readonly tier: string;
  /** Makes everything that does not depend on the request. @throws what the embedder throws. */
  prepare(): Promise<void>;
  /**
   * Never throws, and never takes much longer than {@link EMBED_TIMEOUT_MS}, or {@link PATIENT_TIMEOUT_MS} where
   * searches wait: a search goes on without a lost leg.
   */
  ask(query: string, reading?: RequestReading): Promise<LegAnswer>;
}

/** Longest wait for an embedder; past it the search answers without this leg and says so. */
export const EMBED_TIMEOUT_MS = 2_000;
/**
 * The same where searches wait for the model, as those of a command that ends: its first request reads the model from
 * the disk, and on a busy machine that must not change the answer.
 */
export const PATIENT_TIMEOUT_MS = 60_000;
/**
 * An embedder that let a search wait so long is not asked again for this time, so that not each search waits; or until
 * the vectors of the catalog are there, where those were waited for.
 */
export const REST_MS = 30_000;

/** What a leg needs before it can be asked. */
interface Prepared {
  readonly vectors: VectorIndex;
  /** Of a model that is not built in: what its cosines are measured against. */
  readonly references: VectorIndex | undefined;
  readonly likeness: LikenessJudge;
}

const SILENT: LegAnswer = { cosines: undefined, failed: false };
const LOST: LegAnswer = { cosines: undefined, failed: true };

/** How an embedder has been doing, whatever catalog it was asked for. */
interface Health {
  restUntil: number;
  /** Told already and not well since: told once, not with each search. */
  reported: boolean;
}
const healths = new WeakMap<Embedder, Health>();

/** The vector that says who is near to a request. */
export function nearVector({ written, guided, request }: LegAnswer): Float32Array | undefined {
  return written?.request ?? guided?.request ?? request;
}

/**
 * How many of the nearest are candidates, where each leg may name so many. Of a request without the names of products the
 * nearest are of any product, so they are looked for by the request as it is written: among twice as many, since all tools
 * of the product are near.
 */
export function nearLimit(limit: number, { written }: LegAnswer): number {
  return written === undefined ? limit : 2 * limit;
}

export interface DenseLegOptions {
  /** {@link scriptOf} each document of the index; asked for where the model is not built in. */
  readonly scripts: () => Uint8Array;
  /** Whether a search rather waits than goes without. Default false. */
  readonly waits?: boolean;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * A leg of an embedder over an index.
 * @param place which of the built-in models it stands for.
 * @param index gives the index, or undefined as long as there is none: then the leg is silent.
 */
export function createDenseLeg(
  embedder: Embedder,
  place: LegPlace,
  index: () => VectorIndex | undefined | Promise<VectorIndex | undefined>,
  { scripts, waits = false, onError = () => {} }: DenseLegOptions,
): DenseLeg {
  let health = healths.get(embedder);
  if (health === undefined) {
    health = { restUntil: 0, reported: false };
    healths.set(embedder, health);
  }
  const state = health;
  const fitted = isFitted(place, embedder.id);
  const prepare = async (): Promise<Prepared | undefined> => {
    const vectors = await index();
    if (vectors === undefined) return undefined;
    const references = fitted ? undefined : await referenceVectors(embedder);
    return { vectors, references, likeness: await likenessJudge(embedder) };
  };
  return {
    tier: embedder.id,
    prepare: async () => void (await prepare()),
    ask: async (query, { bare, guide } = {}) => {
      if (Date.now() < state.restUntil) return LOST;
      let preparing = true;
      const preparation = prepare().finally(() => {
        preparing = false;
      });
      try {
        const answer = await withTimeout(
          waits ? PATIENT_TIMEOUT_MS : EMBED_TIMEOUT_MS,
          async (signal) => {
            const prepared = await preparation;
            if (prepared === undefined) return undefined;
            const { vectors, references } = prepared;
            const texts = bare === undefined || references !== undefined ? [query] : [query, bare];
            const [vector, other] = await embedder.embed(texts.map(requestEmbeddingText), 'query', { signal });
            if (vector === undefined) throw new RangeError(`Embedder ${embedder.id} gave no vector for one text.`);
            checkDimensions(vector, embedder);
            const known = vector.some((component) => component !== 0);
            if (!known) return undefined;
            const own = vectors.scores(vector);
            if (references === undefined) {
              const read = (request: Float32Array): Reading =>
                request === vector ? { request, cosines: own } : { request, cosines: vectors.scores(request) };
              const written = guide === undefined ? vector : guide(vector);
              if (other === undefined) {
                return { cosines: own, request: vector, ...(guide === undefined ? {} : { guided: read(written) }) };
              }
              const both = between(vector, other);
              const guided = read(guide === undefined ? both : guide(both));
              return { cosines: own, request: vector, guided, written: read(written) };
            }
            const measured = references.scores(vector);
            const move = (cosines: Float32Array, of: () => Uint8Array): Float32Array =>
              placeCosines(cosines, measured, place, of());
            return { cosines: move(own, scripts), request: vector, place: move };
          },
          () => {
            state.restUntil = Date.now() + REST_MS;
            const wake = () => {
              state.restUntil = 0;
            };
            if (preparing) preparation.then(wake, wake);
          },
        );
        if (answer === undefined) return SILENT;
        state.reported = false;
        const { likeness } = (await preparation)!;
        return { ...answer, likeness: likeness(answer.request), failed: false };
      } catch (error) {
        if (!state.reported) onError(error);
        state.reported = true;
        return LOST;
      }
    },
  };
}

/** The direction half-way between two vectors of unit length. */
export function between(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((component, i) => component + other[i]!);
  const length = Math.hypot(...sum) || 1;
  return sum.map((component) => component / length);
}
