/** Where indexes and models live outside the search itself: this machine's files, packages and endpoints. */
export { createEndpointEmbedder, type EndpointEmbedderOptions } from './embedders/endpoint-embedder.ts';
export { createFunctionEmbedder, type FunctionEmbedderOptions } from './embedders/function-embedder.ts';
export {
  createTransformersEmbedder,
  POOLINGS,
  type Pooling,
  type TransformersEmbedderOptions,
} from './embedders/transformers-embedder.ts';
export {
  type BuiltInDeepOptions,
  createBuiltInDeepEmbedder,
  createBuiltInEmbedder,
  findPackageFolder,
  hasDeepCache,
  loadStaticEmbedder,
  openSessionLog,
  type ReadSessionLog,
  readSessionLog,
  type SessionLog,
  type SessionLogOptions,
  type WorkerEmbedder,
} from './local/index.ts';
export {
  createEndpointReranker,
  type EndpointRerankerOptions,
  RERANK_FORMATS,
  type RerankFormat,
} from './rerankers/endpoint-reranker.ts';
export {
  type EmbedderSettings,
  openEmbedder,
  openReranker,
  type RerankerSettings,
  type SearchModelOptions,
} from './search-models.ts';
