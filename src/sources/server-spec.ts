/**
 * One upstream MCP server as the rest of the code sees it: variables expanded, spellings of the different clients
 * unified, validated. Importers and the config loader make these; `mcp/` starts them.
 */
export interface ServerSpec {
  /** As configured; unique among the servers of one gateway. */
  readonly name: string;
  readonly transport: TransportSpec;
  /** From spawn to the first complete tools/list. Default {@link DEFAULT_START_TIMEOUT_MS}. */
  readonly startTimeoutMs?: number;
  /** Silence allowed during a call; progress reports start it anew. Default {@link DEFAULT_CALL_TIMEOUT_MS}. */
  readonly callTimeoutMs?: number;
  /** A call never takes longer, whatever progress it reports. Default {@link DEFAULT_MAX_TOTAL_TIMEOUT_MS}. */
  readonly maxTotalTimeoutMs?: number;
  /** Requests that the server works on at once; more wait. Default {@link DEFAULT_MAX_CONCURRENT_CALLS}. */
  readonly maxConcurrentCalls?: number;
  /** Requests that wait; more are refused. Default {@link DEFAULT_MAX_QUEUED_CALLS}. */
  readonly maxQueuedCalls?: number;
  /**
   * `per-client`: each client session has a connection of its own, for servers that remember what was done over one.
   * Default: `shared`.
   */
  readonly sessions?: 'shared' | 'per-client';
  /** Original tool names to keep; absent = all. */
  readonly allowTools?: readonly string[];
  /** Original tool names to drop; wins over `allowTools`. */
  readonly denyTools?: readonly string[];
  /** Original tool name → requests that the tool serves, for the index. */
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  /** The file and entry this came from, for messages. */
  readonly origin?: string;
}

export type TransportSpec =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Added to the minimal base environment; nothing else of the parent's environment is passed on. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | RemoteTransportSpec;

export interface RemoteTransportSpec {
  /** `auto` tries Streamable HTTP and falls back to SSE where the server answers 4xx to it. */
  readonly kind: 'http' | 'sse' | 'auto';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How to sign in where the server asks for it; `false`: never. Nothing need be given where servers describe themselves. */
  readonly oauth?: OAuthSettings | false;
}

/** What a configuration says about signing in to one server. */
export interface OAuthSettings {
  /** As whom the gateway is registered there. Absent: it registers itself. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Address of a document that describes the client, for servers that take such an address as its id. */
  readonly clientMetadataUrl?: string;
  /** What to ask for. Absent: what the server says it needs. */
  readonly scopes?: readonly string[];
  /** Address of the authorization server's description, where the server does not tell it. */
  readonly metadataUrl?: string;
  /** The resource that tokens are asked for, where it is not what the server says. */
  readonly resource?: string;
  /** Port of the redirect address, for clients that are registered with one. Absent: any that is free. */
  readonly callbackPort?: number;
  /** `shared`: every caller of the gateway uses the tokens of whoever runs it. Default: `own`. */
  readonly account?: 'own' | 'shared';
}

/** npx may have to download a package first. */
export const DEFAULT_START_TIMEOUT_MS = 60_000;
export const DEFAULT_CALL_TIMEOUT_MS = 60_000;
export const DEFAULT_MAX_TOTAL_TIMEOUT_MS = 600_000;
export const DEFAULT_MAX_CONCURRENT_CALLS = 64;
export const DEFAULT_MAX_QUEUED_CALLS = 1_000;
