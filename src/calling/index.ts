/** The call path: resolve, policy, validation, hooks, execution. Every entrance ends here. */
export { type CallPath, type CallPathOptions, createCallPath, resolveTool } from './call-path.ts';
export { type CallFailure, toCallFailure } from './failure.ts';
export type {
  CallContext,
  CallEvent,
  CallHook,
  CallOutcome,
  CallPolicy,
  CallProgress,
  CallRequest,
  RawToolResult,
  ToolExecutor,
} from './types.ts';
export * from './validation/index.ts';
