/** What a model sees: what a request carries, the bridge tools, their input and their answers. */
export type {
  ActivationDecision,
  ActivationReason,
  ActivationReport,
  ActivationWarning,
  CostReport,
  DisclosureMode,
  ToolSearchFamily,
  ToolSearchSettings,
  WeighedTools,
} from './activation/index.ts';
export { FAMILY_DEFAULTS, SETTING_RANGES, splitExposure } from './activation/index.ts';
export type {
  Assembly,
  AssemblyChanges,
  AssemblyContext,
  ChangeCause,
  CodeAvailability,
  CodeModeSeam,
} from './assemble/index.ts';
export { assemble } from './assemble/index.ts';
export type {
  DescribeAnswer,
  DescribeAnswers,
  MissingName,
  SearchAnswer,
  UnavailableServer,
} from './bridge/answers.ts';
export { searchAdvice, toDescribeAnswer } from './bridge/answers.ts';
export { type Bridge, type BridgeCaller, type BridgeOptions, createBridge } from './bridge/bridge.ts';
export {
  type BridgeNames,
  type BridgeTool,
  bridgeInstructions,
  bridgeTools,
  DEFAULT_BRIDGE_NAMES,
} from './bridge/definitions.ts';
export type { HitAnswer } from './bridge/hit-answer.ts';
export { possibleReferences } from './bridge/possible-references.ts';
export { buildDirectory, type Directory, type DirectoryOptions } from './directory/build-directory.ts';
export { callByName, type NamedCall } from './directory/call-by-name.ts';
export { chooseHydrated, type HydrationOptions } from './directory/choose-hydrated.ts';
export { type DirectoryBridgeOptions, directoryBridgeTools } from './directory/directory-bridge.ts';
export { findNameCollisions, type NameCollision, nameCollisionError } from './directory/name-collisions.ts';
export type {
  CacheLoss,
  EvictionPolicy,
  EvictionReason,
  EvictionSettings,
  ExposedSet,
  ExposedTool,
  ExposureChange,
  ExposureMoment,
  NextExposedSet,
  Placement,
} from './eviction/index.ts';
export { nextExposedSet } from './eviction/index.ts';
export type {
  GoneTool,
  Ledger,
  LedgerOptions,
  Recall,
  RecalledTool,
  RecallOptions,
  ReOffer,
  ReOfferOptions,
  SavedSession,
} from './ledger/index.ts';
export { createLedger } from './ledger/index.ts';
export type {
  AuxiliaryCandidate,
  AuxiliaryModel,
  AuxiliaryReply,
  AuxiliaryRequest,
  DialogueMessage,
  LeftOut,
  ModelReport,
  PreselectedTool,
  PreselectFailure,
  Preselector,
  PreselectorOptions,
  PreselectResult,
  PreselectSettings,
  PreselectSide,
  PreselectSource,
  PreselectTurn,
  SideReport,
  SkipReason,
  ToolSearch,
} from './preselection/index.ts';
export {
  createAuxiliaryFunction,
  createAuxiliaryModel,
  createPreselector,
  createToolSearch,
  PRESELECT_RANGES,
} from './preselection/index.ts';
export type {
  BridgeProfile,
  FoundTool,
  ProfiledBridge,
  ProfileId,
  ToolSearchAnswer,
  ToolSearchCode,
} from './profiles/index.ts';
export {
  CODE_TOOL_NAME,
  calledTool,
  callInFormat,
  codeInstructions,
  codeTool,
  describeInFormat,
  PROFILES,
  searchInFormat,
  withProfile,
} from './profiles/index.ts';
