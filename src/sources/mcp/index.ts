/** The one MCP client: upstream servers over stdio, Streamable HTTP and SSE, in both protocol eras. */

export { CallDeadline } from './call-deadline.ts';
export { CallGate } from './call-gate.ts';
export { canAnswer, type ExchangeClient } from './exchanges.ts';
export { createToolListCache, type ToolListCache } from './list-cache.ts';
export type { UpstreamLog, UpstreamLogEntry } from './log.ts';
export { type LoginOptions, type LoginReport, logIn } from './oauth/login.ts';
export { type LogoutReport, logOut } from './oauth/logout.ts';
export { LOCAL_USER, type SignIn, type SignInOwner, type SignInStore } from './oauth/sign-in-store.ts';
export { canSignIn, type SignIns } from './oauth/upstream-auth.ts';
export { connectPlainClient, type PlainClient } from './plain-client.ts';
export { type PoolChanges, UpstreamPool } from './pool.ts';
export type { ProtocolEra } from './session.ts';
export type { UpstreamState } from './supervisor.ts';
export type { UpstreamWarning } from './tool-list.ts';
export { type CallOptions, Upstream, type UpstreamOptions, type UpstreamStatus } from './upstream.ts';
