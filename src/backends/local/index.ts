/** Models that come with the package, read from its own folder. */
export { createBuiltInEmbedder } from './built-in-embedder.ts';
export { loadStaticEmbedder } from './built-in-models.ts';
