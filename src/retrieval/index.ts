/** Finding tools: the backend seam, the exact guard, the pipeline and its verdict. */
export { analyzeTool } from './analysis.ts';
export type { Candidate, CandidateRequest, CandidateSet, RemoteRetrievalBackend, RetrievalBackend } from './backend.ts';
export {
  type BackgroundEmbedding,
  type BackgroundEmbeddingOptions,
  createBackgroundEmbedding,
  type EmbeddingProgress,
} from './background-embedding.ts';
export { CANDIDATE_LIMIT, DEEP_RERANKED, DEEP_TOOL_LIMIT, FIELDS } from './constants.ts';
export { type Differences, differencesAmong, differencesOf, sayDifferences, tellApart } from './differences.ts';
export { type DistinguishedTool, type DuplicateGroup, findNearDuplicates } from './duplicates.ts';
export {
  changedCatalog,
  type ExplainOptions,
  type ExplainTrial,
  type OwnChange,
  type TriedChange,
} from './explain/explain-options.ts';
export { explainQuery } from './explain/explain-query.ts';
export type {
  ChangeExplanation,
  ExpectedExplanation,
  QueryExplanation,
  ToolExplanation,
  VerdictExplanation,
  WordExplanation,
} from './explain/explanation.ts';
export type { ToolFilter } from './filter.ts';
export { filterCatalog } from './filter-catalog.ts';
export type { ToolGroup } from './hierarchy/groups.ts';
export type { NamespaceCard } from './hierarchy/namespace-card.ts';
export type { NamespaceSize, Namespaces } from './hierarchy/namespaces.ts';
export type {
  IntentAnswer,
  Refusal,
  SearchReason,
  Sureness,
  ToolHit,
  ToolSearchRequest,
  ToolSearchResult,
  Verdict,
} from './hit.ts';
export { createIndexBackend, type IndexBackendOptions } from './indexed/index-backend.ts';
export { createIndexCatalog } from './indexed/index-catalog.ts';
export {
  DOCUMENT_VERSION,
  documentHash,
  INDEX_FIELDS,
  IndexDocuments,
  isCallersTag,
  REFERENCE_LENGTHS,
  serverCondition,
  toIndexDocument,
} from './indexed/index-document.ts';
export { createRemoteBackend } from './indexed/remote-backend.ts';
export {
  type RemoteCatalog,
  readRemoteCatalog,
  unreadRemoteCatalog,
  withReferences,
} from './indexed/remote-catalog.ts';
export type {
  RemoteAnswer,
  RemoteCandidateRequest,
  RemoteCandidates,
  RemoteDocument,
  RemoteIndex,
  StoredDocument,
} from './indexed/remote-index.ts';
export { carryObjects } from './intents/carry-object.ts';
export { splitIntents } from './intents/split-intents.ts';
export { clampLimit, MAX_LIMIT } from './limits.ts';
export { createMemoryBackend, type MemoryBackendOptions } from './memory-backend.ts';
export { compileTextPattern, type TextPattern } from './regex.ts';
export type { RerankCandidate, Reranker, Reranking, RerankOptions } from './reranker.ts';
export { partitionOf, searchTools } from './search.ts';
export { embedTools } from './tool-vectors.ts';
