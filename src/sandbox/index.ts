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
