import { buildVectorIndex, type Embedder, type VectorIndex } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import { requestEmbeddingText, toolEmbeddingText } from './embedding-text.ts';

/** Similarity in meaning between a request and every tool of one catalog. */
export interface DenseLeg {
  /** Names the model, for answers and cache keys. */
  readonly tier: string;
  /**
   * Cosine with each tool, in the order of the catalog; undefined when the request has no token that the model knows.
   * @throws what the embedder throws, or a time-out.
   */
  cosines(query: string): Promise<Float32Array | undefined>;
}

/** Longest wait for an embedder; past it the search answers without this leg and says so. */
const EMBED_TIMEOUT_MS = 2_000;
/** Texts a call to an embedder: enough to be efficient, few enough for the limits of hosted ones. */
const BATCH_SIZE = 96;

/**
 * Builds the dense leg over the tools. Vectors are made at the first request and remembered per tool and embedder, so
 * a rebuilt catalog embeds only what is new in it.
 */
export function createDenseLeg(tools: readonly Tool[], embedder: Embedder): DenseLeg {
  let built: Promise<VectorIndex> | undefined;
  const index = (): Promise<VectorIndex> => {
    built ??= embedTools(tools, embedder)
      .then((vectors) => buildVectorIndex(vectors, embedder.dimensions))
      .catch((error: unknown) => {
        built = undefined;
        throw error;
      });
    return built;
  };
  return {
    tier: embedder.id,
    cosines: (query) =>
      withTimeout(async () => {
        const [vectors, [vector]] = await Promise.all([
          index(),
          embedder.embed([requestEmbeddingText(query)], 'query'),
        ]);
        if (vector === undefined) throw new RangeError(`Embedder ${embedder.id} gave no vector for one text.`);
        return vector.some((component) => component !== 0) ? vectors.scores(vector) : undefined;
      }),
  };
}

const memory = new WeakMap<Embedder, WeakMap<Tool, Float32Array>>();

async function embedTools(tools: readonly Tool[], embedder: Embedder): Promise<Float32Array[]> {
  let known = memory.get(embedder);
  if (known === undefined) {
    known = new WeakMap();
    memory.set(embedder, known);
  }
  const missing = tools.filter((tool) => !known.has(tool));
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const batch = missing.slice(start, start + BATCH_SIZE);
    const vectors = await embedder.embed(batch.map(toolEmbeddingText), 'document');
    if (vectors.length !== batch.length) {
      throw new RangeError(`Embedder ${embedder.id} gave ${vectors.length} vectors for ${batch.length} texts.`);
    }
    for (const [position, tool] of batch.entries()) known.set(tool, vectors[position]!);
  }
  return tools.map((tool) => known.get(tool)!);
}

async function withTimeout<T>(work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no embedding within ${EMBED_TIMEOUT_MS} ms`)), EMBED_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
