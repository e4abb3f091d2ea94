/**
 * Every error this package throws on purpose. `code` is a closed union, so `switch (error.code)` is exhaustive;
 * a message says what failed, with which value, and `next` says what to do about it. Nothing branches on message text.
 */
export type ErrorCode =
  // input of the user
  | 'CONFIG_INVALID'
  | 'CONFIG_NOT_FOUND'
  | 'FILE_UNREADABLE'
  | 'FILE_NOT_WRITTEN'
  | 'USAGE'
  | 'CATALOG_INVALID'
  | 'FILTER_INVALID'
  // tools and calls
  | 'UNKNOWN_TOOL'
  | 'AMBIGUOUS_TOOL'
  | 'NAME_COLLISION'
  | 'TOOL_REMOVED'
  | 'SCHEMA_CHANGED'
  | 'BRIDGE_IN_BRIDGE'
  | 'INVALID_ARGUMENTS'
  | 'NOT_ALLOWED'
  | 'APPROVAL_DENIED'
  | 'APPROVAL_TIMEOUT'
  | 'APPROVAL_NOT_FOUND'
  | 'KEY_EXISTS'
  | 'KEY_NOT_FOUND'
  | 'KEY_REVOKED'
  | 'BLOCKED_BY_HOOK'
  | 'CALL_TIMEOUT'
  | 'CALL_CANCELLED'
  | 'CALL_FAILED'
  | 'RESULT_NOT_FOUND'
  | 'RATE_LIMITED'
  // who comes in over HTTP
  | 'AUTH_REQUIRED'
  | 'AUTH_INVALID'
  | 'AUTH_FORBIDDEN'
  | 'AUTH_UNAVAILABLE'
  // upstream servers
  | 'SERVER_UNAVAILABLE'
  | 'SERVER_BUSY'
  | 'SERVER_PROTOCOL'
  // signing in to upstream servers
  | 'UPSTREAM_SIGN_IN'
  | 'SIGN_IN_FAILED'
  | 'SECRET_EXPOSED'
  | 'SECRET_KEY_WRONG'
  | 'SECRET_DAMAGED'
  // indexes on disk
  | 'INDEX_DAMAGED'
  | 'INDEX_FOREIGN'
  | 'INDEX_VERSION'
  | 'INDEX_LOCKED'
  | 'INDEX_UNAVAILABLE'
  // language models
  | 'LLM_KEY_MISSING'
  | 'LLM_REJECTED'
  | 'LLM_UNAVAILABLE'
  | 'LLM_TIMEOUT'
  | 'LLM_REPLY_INVALID'
  // requests that an adapter makes
  | 'REQUEST_INVALID'
  // code mode
  | 'SANDBOX_UNAVAILABLE'
  // the package itself
  | 'OPTIONAL_DEPENDENCY_MISSING'
  | 'MODEL_INVALID'
  | 'PACK_INVALID'
  | 'STATE_REFUSED'
  | 'STATE_UNAVAILABLE';

/** Structured facts that travel with an error; values are JSON so that they can go to a model or a log unchanged. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface ToolscoutErrorOptions {
  /** What the reader should do next, as one imperative sentence. */
  readonly next?: string;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** What every failure that Toolscout foresees is thrown as: a stable code, what failed, and what to do next. */
export class ToolscoutError extends Error {
  override readonly name: string = 'ToolscoutError';
  readonly code: ErrorCode;
  readonly next: string | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: ToolscoutErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.next = options.next;
    this.details = options.details ?? {};
  }
}

/** Text of anything that was thrown, for places that must show a foreign error. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
