/**
 * The door for library users. Everything exported here is public and kept stable; everything else is reached by no
 * import path. Grouped by what a reader wants to do.
 */

// Find by meaning: the models that come with the package, or your own.
export {
  type BuiltInDeepOptions,
  createBuiltInDeepEmbedder,
  createBuiltInEmbedder,
  type WorkerEmbedder,
} from './backends/index.ts';
export type {
  Absence,
  ApprovalAnswer,
  ApprovalDesk,
  ApprovalOptions,
  ApprovalRequest,
  Approver,
  ArgumentRepair,
  CallArguments,
  CallContext,
  CallEnd,
  CallEntrance,
  CallEvent,
  CallFailure,
  CallHook,
  CallObserver,
  CallOrder,
  CallOutcome,
  CallPath,
  CallPathOptions,
  CallPolicy,
  CallProgress,
  CallRequest,
  CallStageEvent,
  CatalogHistory,
  CatalogHistoryOptions,
  FoundUnder,
  HookDecision,
  HookReplacement,
  PolicyDecision,
  RawToolResult,
  ResultOptions,
  ResultPage,
  ResultStore,
  ResultStoreOptions,
  ToolChange,
  ToolExecutor,
} from './calling/index.ts';
// Run what it chose.
export {
  Approvals,
  createApprovalDesk,
  createCallPath,
  createCatalogHistory,
  createResultStore,
  isReadOnly,
  schemaFingerprint,
  toCallFailure,
} from './calling/index.ts';
export type {
  ActivationDecision,
  ActivationReason,
  ActivationReport,
  ActivationWarning,
  Assembly,
  AssemblyChanges,
  AssemblyContext,
  Bridge,
  BridgeNames,
  BridgeOptions,
  BridgeProfile,
  BridgeTool,
  ChangeCause,
  CodeModeSeam,
  CostReport,
  DescribeAnswer,
  Directory,
  DirectoryBridgeOptions,
  DirectoryOptions,
  DisclosureMode,
  HitAnswer,
  HydrationOptions,
  NameCollision,
  NamedCall,
  ProfiledBridge,
  ProfileId,
  SearchAnswer,
  ToolSearchFamily,
  ToolSearchSettings,
  UnavailableServer,
  WeighedTools,
} from './disclosure/index.ts';
// Show a model three tools instead of all of them, where that pays.
export {
  assemble,
  bridgeInstructions,
  bridgeTools,
  buildDirectory,
  callByName,
  chooseHydrated,
  createBridge,
  DEFAULT_BRIDGE_NAMES,
  directoryBridgeTools,
  findNameCollisions,
  nameCollisionError,
  PROFILES,
  withProfile,
} from './disclosure/index.ts';
export type { Embedder, EmbeddingRole, EmbedOptions } from './engine/index.ts';
export type { ErrorCode, ErrorDetails, ToolscoutErrorOptions } from './errors.ts';
// Errors.
export { ToolscoutError } from './errors.ts';
export type {
  AnthropicMessagesOptions,
  Completion,
  CompletionRequest,
  LanguageModel,
  LlmProvider,
  LlmSettings,
  ModelMessage,
  ModelUsage,
  OpenAiChatOptions,
  ScriptedModel,
  ScriptedReply,
  StopReason,
} from './llm/index.ts';
// Ask a language model.
export {
  createAnthropicModel,
  createFunctionModel,
  createLanguageModel,
  createOpenAiChatModel,
  createScriptedModel,
} from './llm/index.ts';
export type {
  BackgroundEmbedding,
  BackgroundEmbeddingOptions,
  Candidate,
  CandidateRequest,
  CandidateSet,
  DistinguishedTool,
  DuplicateGroup,
  EmbeddingProgress,
  MemoryBackendOptions,
  Refusal,
  RetrievalBackend,
  SearchReason,
  Sureness,
  ToolFilter,
  ToolHit,
  ToolSearchRequest,
  ToolSearchResult,
  Verdict,
} from './retrieval/index.ts';
// Search it.
export { createBackgroundEmbedding, createMemoryBackend, findNearDuplicates, searchTools } from './retrieval/index.ts';
// Read and write the large whole numbers of arguments.
export { parseExact, stringifyExact } from './shared/exact-json.ts';
export type { ListOptions, MemoryStateStoreOptions, SetOptions, StateStore } from './state/index.ts';
// Keep what outlives one operation.
export { createMemoryStateStore } from './state/index.ts';
export type { TokenCount, TokenCounter } from './tokens/index.ts';
// Count what it costs.
export { loadTokenCounter } from './tokens/index.ts';
export type {
  Catalog,
  Resolution,
  SourceKind,
  Tool,
  ToolAnnotations,
  ToolDefinition,
  ToolEntry,
  ToolKind,
  ToolSource,
  ToolTags,
  ToolWarning,
} from './tools/index.ts';
// Describe tools and make a catalog of them.
export { createCatalog } from './tools/index.ts';
