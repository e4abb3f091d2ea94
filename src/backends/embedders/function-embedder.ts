import type { Embedder, EmbeddingRole, EmbedOptions } from '../../engine/index.ts';
import { toUnitVectors } from './unit-vectors.ts';

/** A user's function that turns texts into vectors. */
export interface FunctionEmbedderOptions {
  /** Names model and version: part of every cache key, so change it whenever vectors change. */
  readonly id: string;
  /** Length of each vector. */
  readonly dimensions: number;
  /** One vector for each text, in order; they need not be of unit length. Called with at most 96 texts. */
  readonly embed: (
    texts: readonly string[],
    role: EmbeddingRole,
    options: EmbedOptions,
  ) => Promise<readonly ArrayLike<number>[]>;
}

/** An embedder of a function, with its vectors checked and brought to unit length. */
export function createFunctionEmbedder({ id, dimensions, embed }: FunctionEmbedderOptions): Embedder {
  return {
    id,
    dimensions,
    embed: async (texts, role, options = {}) => {
      if (texts.length === 0) return [];
      return toUnitVectors(await embed(texts, role, options), texts.length, { id, dimensions });
    },
  };
}
