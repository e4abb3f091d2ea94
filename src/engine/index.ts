export { bestDocuments } from './dense/best-documents.ts';
export { xxh32 } from './dense/checksum.ts';
export { createDeepEmbedder, type DeepEmbedder } from './dense/deep/deep-embedder.ts';
export type { Embedder, EmbeddingRole, EmbedOptions, SyncEmbedder } from './dense/embedder.ts';
export { type QuantisedVector, quantise } from './dense/quantise.ts';
export { createStaticEmbedder, type StaticEmbedder, type TokenVectors } from './dense/static-model.ts';
export {
  buildVectorIndex,
  type VectorCandidate,
  type VectorIndex,
  type VectorQuery,
  type VectorRequest,
} from './dense/vector-index.ts';
export {
  checkFilterTags,
  compileFilter,
  type DocumentTags,
  type FilterExpression,
  filterKey,
  filterTags,
  type TagPredicate,
} from './filter/expression.ts';
export { type FilterInput, type FilterObject, readFilter } from './filter/read-filter.ts';
export { buildLexicalIndex } from './lexical/lexical-index.ts';
export type {
  AnalyzedDocument,
  DocId,
  FieldOptions,
  LexicalCandidate,
  LexicalRequest,
  LexicalResult,
  SearchIndex,
} from './types.ts';
