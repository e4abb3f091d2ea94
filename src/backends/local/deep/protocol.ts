import type { EmbeddingRole } from '../../../engine/index.ts';

/** What a worker is started with. */
export interface WorkerSettings {
  /** Folder of the vector cache; undefined = none. */
  readonly cacheFolder: string | undefined;
}

/** One job for the worker. It gets the next one when it has answered. */
export type WorkerJob =
  | { readonly kind: 'embed'; readonly role: EmbeddingRole; readonly texts: readonly string[] }
  /** Which vectors of these documents are in the cache? Answered without the model. */
  | { readonly kind: 'recall'; readonly texts: readonly string[] };

/** What it says. Everything but a warning answers the job. */
export type WorkerMessage =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'recalled'; readonly vectors: readonly (Float32Array | undefined)[] }
  | { readonly kind: 'failed'; readonly message: string; readonly next: string | undefined }
  | { readonly kind: 'warning'; readonly message: string };
