/** The call path: resolve, policy, validation, hooks, execution. Every entrance ends here. */
export { type CallPath, type CallPathOptions, createCallPath, resolveTool } from './call-path.ts';
export { type CallFailure, toCallFailure } from './failure.ts';
export * from './telemetry/index.ts';
export type {
  ArgumentRepair,
  CallArguments,
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
