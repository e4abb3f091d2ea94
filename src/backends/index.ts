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
  buildToolIndex,
  cacheFolder,
  createBuiltInDeepEmbedder,
  createBuiltInEmbedder,
  createFileStateStore,
  createSignInFiles,
  findPackageFolder,
  hasDeepCache,
  loadStaticEmbedder,
  makeFile,
  migrateToolIndex,
  moveInPlace,
  openSessionLog,
  openToolIndex,
  type ReadSessionLog,
  readSessionLog,
  repairToolIndex,
  type SessionLog,
  type SessionLogOptions,
  secretsFolder,
  stateFolder,
  type ToolIndex,
  type ToolIndexStats,
  toolIndexStats,
  type UpdateToolIndexOptions,
  updateToolIndex,
  verifyToolIndex,
  type WorkerEmbedder,
  type WriteToolIndexOptions,
} from './local/index.ts';
export {
  type BuildOpenSearchOptions,
  buildOpenSearchIndex,
  connectOpenSearch,
  deleteOpenSearchIndex,
  ENCODINGS,
  type OpenedOpenSearchIndex,
  type OpenSearchConnection,
  type OpenSearchHttp,
  openOpenSearchIndex,
  openSearchIndexStats,
  type UpdateOpenSearchOptions,
  updateOpenSearchIndex,
  type VectorEncoding,
  verifyOpenSearchIndex,
} from './opensearch/index.ts';
export { createRedisStateStore, type RedisStateStore, type RedisStateStoreOptions } from './redis/redis-state-store.ts';
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
