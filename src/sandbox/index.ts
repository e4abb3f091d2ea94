export type { CalledInSnippet, CodeAnswer, SnippetTelemetry } from './code-mode/code-answer.ts';
export { type CodeMode, type CodeModeOptions, createCodeMode } from './code-mode/create-code-mode.ts';
export { runCodeTool } from './code-mode/run-code-tool.ts';
export type { SnippetTools } from './code-mode/snippet-tools.ts';
export { DEFAULT_CODE_LIMITS } from './limits.ts';
export { createSandbox } from './sandbox.ts';
export type {
  CodeCall,
  CodeError,
  CodeErrorKind,
  CodeLimits,
  CodeLog,
  CodeRequest,
  CodeResult,
  CodeTelemetry,
  GuestAlias,
  HostContext,
  HostFunction,
  HostOperation,
  LogLevel,
  Sandbox,
  SandboxAvailability,
  SandboxHost,
  SandboxOptions,
  UnfinishedCall,
} from './types.ts';
