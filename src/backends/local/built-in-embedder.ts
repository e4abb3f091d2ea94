import type { Embedder } from '../../engine/index.ts';
import { loadRequestLandmarks, loadStaticEmbedder } from './built-in-models.ts';

/** Id and size of the static model that comes with the package; a test holds them against the file. */
const STATIC_ID = 'static-45k-256@3';
const STATIC_DIMENSIONS = 256;

/**
 * The embedder that needs no key, no network and no set-up. Nothing is read before the first text is embedded, so a
 * process that never searches never pays.
 */
export function createBuiltInEmbedder(): Embedder {
  return {
    id: STATIC_ID,
    dimensions: STATIC_DIMENSIONS,
    embed: async (texts, role, options) => (await loadStaticEmbedder()).embed(texts, role, options),
    landmarks: loadRequestLandmarks,
  };
}
