export { encodeHeader, encodeImage } from './codec/encode-image.ts';
export { damaged, foreign, otherVersion } from './codec/image-errors.ts';
export { FIXED_HEADER } from './codec/image-layout.ts';
export { imageSize, openImage } from './codec/open-image.ts';
export { readImage } from './codec/read-image.ts';
export { createSegmentMemory, SegmentMemory } from './codec/segment-memory.ts';
export { bestDocuments } from './dense/best-documents.ts';
export { xxh32 } from './dense/checksum.ts';
export { createDeepEmbedder, type DeepEmbedder } from './dense/deep/deep-embedder.ts';
export type { Embedder, EmbeddingRole, EmbedOptions, SyncEmbedder } from './dense/embedder.ts';
export { type QuantisedVector, quantise, quantiseInto } from './dense/quantise.ts';
export { type RequestLandmarks, readRequestLandmarks, writeRequestLandmarks } from './dense/request-landmarks.ts';
export { scoreVectors } from './dense/score-vectors.ts';
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
export { K1 } from './lexical/constants.ts';
export { buildLexicalIndex } from './lexical/lexical-index.ts';
export type { NumberedTerms } from './lexical/numbered-terms.ts';
export { termLists } from './lexical/numbered-terms.ts';
export { TermDictionary } from './lexical/term-dictionary.ts';
export { impactOf, inverseFrequency, type WeighedTerm, weighTerms } from './lexical/weigh-document.ts';
export {
  decodeDocument,
  decodePayload,
  encodeDocument,
  paddedLength,
  RECORD_PREFIX_BYTES,
  RecordEncoder,
  recordLength,
} from './segment/document-record.ts';
export type { RecordPlace } from './segment/document-table.ts';
export { planMerge } from './segment/merge-policy.ts';
export { createPartMaker, type PartOptions } from './segment/part-maker.ts';
export type { PartMaker } from './segment/parts.ts';
export { type DocumentSource, Segment } from './segment/segment.ts';
export { SegmentBuilder } from './segment/segment-builder.ts';
export {
  type ChangeCounts,
  type IndexChange,
  MAX_HEAD_DOCUMENTS,
  SegmentedIndex,
} from './segment/segmented-index.ts';
export type {
  DocRef,
  EngineDenseRequest,
  EngineIndex,
  EngineLexicalRequest,
  IndexView,
  SegmentDocument,
} from './segment/types.ts';
export type {
  AnalyzedDocument,
  DocId,
  FieldOptions,
  LexicalCandidate,
  LexicalRequest,
  LexicalResult,
  SearchIndex,
} from './types.ts';
