/** The MCP gateway: many upstream servers behind one bridge, for one client over stdio or many over HTTP. */
export { ActivityLog } from './activity/index.ts';
export type { ApprovalSettings } from './approvals/index.ts';
export { AuditLog, type AuditRecord, type AuditSettings } from './audit/index.ts';
export {
  type Authenticate,
  CALLER_RIGHTS,
  type Caller,
  type CallerRight,
  type Door,
  type DoorEnv,
  type DoorHost,
  type Grant,
  type IssuedKey,
  KeyBook,
  type KeyInfo,
} from './auth/index.ts';
export * from './config/index.ts';
export { createDashboardDoor, createDashboardPages } from './dashboard-api/index.ts';
export { faceSettings } from './face-settings.ts';
export { Gateway, type ServerStatus } from './gateway.ts';
export type { GatewayOptions, GatewayUpdate, Readiness } from './gateway-options.ts';
export { createHttpApiDoor, type HttpApiOptions } from './http-api/index.ts';
export { httpCallers } from './http-callers.ts';
export { createIndexCallers, type IndexCallers, type IndexPart } from './index-callers.ts';
export { IndexOperations } from './index-operations.ts';
export type { LiveIndex } from './index-session.ts';
export type { Rate, RateLimitSettings } from './limits/index.ts';
export { createLogger, LOG_LEVELS, type Logger, type LogLevel } from './log.ts';
export { isObserved } from './observed-session.ts';
export { ConfigReload, type ReloadOutcome, updateOf } from './reload/index.ts';
export { SampledExamples } from './sampled-examples.ts';
export { type HttpGateway, type HttpOperations, type HttpOptions, isLoopback, serveGatewayHttp } from './serve-http.ts';
export { serveGatewayStdio } from './serve-stdio.ts';
export { type GatewaySession, type SessionOptions, SessionView } from './session-view.ts';
export { SessionWatch } from './session-watch.ts';
export { shortIndexError } from './short-index.ts';
export { PACKAGE_VERSION } from './version.ts';
