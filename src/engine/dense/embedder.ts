import type { RequestLandmarks } from './request-landmarks.ts';

/** Requests and documents are embedded differently by models that were trained so. */
export type EmbeddingRole = 'query' | 'document';

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** These texts will be asked for again: worth keeping where vectors are kept. Documents always are. */
  readonly keep?: boolean;
}

/**
 * The seam for whatever turns text into vectors: the built-in models, an HTTP endpoint, a user's function.
 * Deterministic for one `id`: equal text and role give an equal vector.
 */
export interface Embedder {
  /** Names model and version, for example `static-45k-256@3`; part of every cache key. */
  readonly id: string;
  /** Length of each vector. */
  readonly dimensions: number;
  /**
   * One unit-length vector for each text, in order. A text without any known token gives the zero vector.
   * @throws ToolscoutError when the model cannot be reached or answers with the wrong shape; never a partial list.
   */
  embed(texts: readonly string[], role: EmbeddingRole, options?: EmbedOptions): Promise<readonly Float32Array[]>;
  /**
   * The vectors of documents that are kept from before, undefined for each that is not. Computes none, so it costs next
   * to nothing. For embedders that keep vectors.
   */
  recall?(texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  /**
   * Vectors of known requests, for models that bring such along.
   * @throws ToolscoutError where they cannot be read.
   */
  landmarks?(): Promise<RequestLandmarks>;
}

/** An embedder that answers at once, on the calling thread. */
export interface SyncEmbedder extends Embedder {
  embedSync(text: string, role: EmbeddingRole): Float32Array;
}
