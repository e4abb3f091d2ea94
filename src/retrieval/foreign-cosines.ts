import { buildVectorIndex, type Embedder, type VectorIndex } from '../engine/index.ts';
import { REFERENCE_RANGES, REFERENCE_TEXTS } from './reference-texts.ts';
import { checkDimensions } from './tool-vectors.ts';

/** Which built-in model a leg has, or stands for: `first` answers at once, `deep` joins in later. */
export type LegPlace = 'first' | 'deep';

/** The models that weights and verdict were fitted with; a test holds them against the built-in ones. */
const FITTED: Readonly<Record<LegPlace, string>> = { first: 'static-45k-256@3', deep: 'deep-45k-384@1' };

/** Are the cosines of this model the ones that fusion and verdict know? */
export function isFitted(place: LegPlace, tier: string | undefined): boolean {
  return tier === FITTED[place];
}

/**
 * Where the cosines of a request with {@link REFERENCE_TEXTS} lie for the built-in models, rounded: mean and standard
 * deviation over the requests of `mcp-requests`. The mean of the first is set somewhat higher, which refuses less.
 */
const PLACES: Readonly<Record<LegPlace, { readonly mean: number; readonly spread: number }>> = {
  first: { mean: 0.05, spread: 0.11 },
  deep: { mean: 0.47, spread: 0.09 },
};

/** A model that is as near to everything has no opinion; blown up, its rounding errors would look like one. */
const LEAST_SPREAD = 0.005;

/**
 * Moves the cosines of an unknown model to where those of the built-in one lie.
 *
 * Every model has its own range (.1 to .6 for one, .7 to .9 for another), and within it every request its own, by
 * language and length. Taken as they are, the same weights would let one model drown the words and the other hardly
 * count. So each request is measured against texts that have nothing to do with the catalog, as speaker recognition
 * measures a recording against strangers (t-norm). Not against the catalog itself: the statistics of three tools say
 * nothing, those of one server's tools only what they have in common, and those of tools that a caller may not see
 * would tell of them. Each tool is measured with the references in its own script, or models that hear the language before
 * the meaning would give a Chinese request nothing but Chinese tools. It refuses and loses about as much with 30 tools as with 2,396, which the catalog's own mean
 * and deviation do not (`docs/decisions/2026-11-30-foreign-models.md`).
 */
export function placeCosines(
  cosines: Float32Array,
  references: Float32Array,
  place: LegPlace,
  scripts: Uint8Array,
): Float32Array {
  const { mean, spread } = PLACES[place];
  const middles = REFERENCE_RANGES.map(([start, end]) => meanOf(references.subarray(start, end)));
  // Within the scripts: between them lies only how much the model minds the language.
  let squares = 0;
  for (const [script, [start, end]] of REFERENCE_RANGES.entries())
    for (let i = start; i < end; i++) squares += (references[i]! - middles[script]!) ** 2;
  const scale = spread / Math.max(Math.sqrt(squares / references.length), LEAST_SPREAD);
  return cosines.map((cosine, doc) => Math.max(-1, Math.min(1, mean + (cosine - middles[scripts[doc]!]!) * scale)));
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const known = new WeakMap<Embedder, Promise<VectorIndex>>();

/**
 * The reference texts by an embedder, embedded once.
 * @throws what the embedder throws; the next call tries again.
 */
export function referenceVectors(embedder: Embedder): Promise<VectorIndex> {
  let vectors = known.get(embedder);
  if (vectors === undefined) {
    vectors = embedReferences(embedder).catch((error: unknown) => {
      known.delete(embedder);
      throw error;
    });
    known.set(embedder, vectors);
  }
  return vectors;
}

async function embedReferences(embedder: Embedder): Promise<VectorIndex> {
  const vectors = await embedder.embed(REFERENCE_TEXTS, 'document');
  if (vectors.length !== REFERENCE_TEXTS.length) {
    throw new RangeError(`Embedder ${embedder.id} gave ${vectors.length} vectors for ${REFERENCE_TEXTS.length} texts.`);
  }
  for (const vector of vectors) checkDimensions(vector, embedder);
  return buildVectorIndex(vectors, embedder.dimensions);
}
