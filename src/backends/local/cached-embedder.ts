import { type Embedder, type QuantisedVector, quantise } from '../../engine/index.ts';
import { VectorCache } from './vector-cache.ts';
import { storedScale } from './vector-records.ts';

/**
 * An embedder whose documents, and requests to keep, are looked up before they are embedded. Their vectors are the rounded ones also when
 * they are fresh and also without a cache, so that answers are the same with a cold and a warm one.
 * @param shipped what is known besides, by the same keys; asked for with the first text that is not in the cache.
 */
export function withVectorCache(
  embedder: Embedder,
  cache: VectorCache | undefined,
  shipped?: ShippedVectors,
): Embedder {
  const { id, dimensions } = embedder;
  return {
    id,
    dimensions,
    embed: async (texts, role, options) => {
      // What people ask is neither asked for again nor ours to keep.
      if (role === 'query' && options?.keep !== true) return embedder.embed(texts, role, options);
      const keys = texts.map((text) => VectorCache.keyOf(role === 'document' ? id : `${id} ${role}`, text));
      const found = new Map<string, QuantisedVector>();
      const missing = new Map<string, string>();
      for (const [position, key] of keys.entries()) {
        const vector = cache?.get(key) ?? shipped?.().get(key);
        if (vector === undefined) missing.set(key, texts[position]!);
        else found.set(key, vector);
      }
      if (missing.size > 0) {
        const fresh = await embedder.embed([...missing.values()], role, options);
        const records = [...missing.keys()].map((key, position) => ({ key, vector: rounded(fresh[position]!) }));
        for (const { key, vector } of records) found.set(key, vector);
        cache?.add(records);
      }
      return keys.map((key) => restored(found.get(key)!));
    },
  };
}

/** Vectors by the keys of {@link VectorCache}. */
export type ShippedVectors = () => ReadonlyMap<string, QuantisedVector>;

/** The vector of a document as it would come from an embedder with this cache, if that or what is shipped holds it. */
export function recallDocument(
  cache: VectorCache | undefined,
  shipped: ShippedVectors,
  embedderId: string,
  text: string,
): Float32Array | undefined {
  const key = VectorCache.keyOf(embedderId, text);
  const vector = cache?.get(key) ?? shipped().get(key);
  return vector && restored(vector);
}

function rounded(vector: Float32Array): QuantisedVector {
  const { values, scale } = quantise(vector);
  return { values, scale: storedScale(scale) };
}

function restored({ values, scale }: QuantisedVector): Float32Array {
  return Float32Array.from(values, (value) => value * scale);
}
