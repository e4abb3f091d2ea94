/** The one MCP client: upstream servers over stdio, Streamable HTTP and SSE, in both protocol eras. */

export { canAnswer, type ExchangeClient } from './exchanges.ts';
export { createToolListCache, type ToolListCache } from './list-cache.ts';
export type { UpstreamLog, UpstreamLogEntry } from './log.ts';
export { connectPlainClient, type PlainClient } from './plain-client.ts';
export { type PoolChanges, UpstreamPool } from './pool.ts';
export type { ProtocolEra } from './session.ts';
export type { UpstreamState } from './supervisor.ts';
export type { UpstreamWarning } from './tool-list.ts';
export { type CallOptions, Upstream, type UpstreamOptions, type UpstreamStatus } from './upstream.ts';
