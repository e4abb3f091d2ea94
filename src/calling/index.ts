/** The call path: resolve, policy, validation, hooks, execution. Every entrance ends here. */
export {
  APPROVAL_EFFECTS,
  type ApprovalAnswer,
  type ApprovalAsker,
  type ApprovalDesk,
  type ApprovalEffect,
  type ApprovalOptions,
  type ApprovalRequest,
  type ApprovalRule,
  type ApprovalRules,
  Approvals,
  type Approver,
  type ArgumentPattern,
  askClient,
  type ConsentRule,
  checkApprovalTags,
  consentRules,
  createApprovalDesk,
  createApprovalPolicy,
  createStoredApprovals,
  readApprovalRules,
  type StoredApproval,
  type StoredApprovals,
  type StoredApprovalsOptions,
  takesForms,
} from './approval/index.ts';
export { createCallPath } from './call-path.ts';
export type { CallPath, CallPathOptions, ResultOptions } from './call-path-options.ts';
export { type CatalogHistory, type CatalogHistoryOptions, createCatalogHistory } from './catalog-history.ts';
export { type CallFailure, toCallFailure } from './failure.ts';
export { schemaFingerprint } from './fingerprint.ts';
export { type CallOrder, isReadOnly } from './order.ts';
export * from './policy/index.ts';
export { rememberCalls } from './remember-calls.ts';
export {
  createResultStore,
  READ_BACK_NAME,
  type ResultPage,
  type ResultStore,
  type ResultStoreOptions,
} from './results/index.ts';
export { type Absence, absenceError, resolveTool } from './stages/resolve.ts';
export * from './telemetry/index.ts';
export type {
  ArgumentRepair,
  CallArguments,
  CallClient,
  CallContext,
  CallEnd,
  CallEntrance,
  CallEvent,
  CallHook,
  CallObserver,
  CallOutcome,
  CallPolicy,
  CallProgress,
  CallRequest,
  CallStageEvent,
  FoundUnder,
  HookDecision,
  HookReplacement,
  PolicyDecision,
  RawToolResult,
  ToolChange,
  ToolExecutor,
} from './types.ts';
export * from './validation/index.ts';
