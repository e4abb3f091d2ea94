import type { PrivateHosts } from './address-guard.ts';
import type { Credentials } from './credentials.ts';

/** One HTTP API as a source of tools: variables expanded, paths absolute. */
export interface OpenApiSpec {
  /** As configured; stands before the names of its tools. */
  readonly name: string;
  /** OpenAPI 3.x or Swagger 2, JSON or YAML; `content` is one that was read already. */
  readonly document: { readonly file: string } | { readonly url: string } | { readonly content: unknown };
  /** Address of the API, in the place of those in the document. */
  readonly baseUrl?: string;
  /** Values of variables in the document's addresses. */
  readonly serverVariables?: Readonly<Record<string, string>>;
  /** Security scheme of the document → key, token, or `user:password`. */
  readonly auth?: Credentials;
  /** Sent with each call, to the API's own address alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts outside the public internet that may be reached. Default: none. */
  readonly allowPrivateHosts?: PrivateHosts;
  /** Only operations with one of these tags. */
  readonly tags?: readonly string[];
  /** Tool names to keep; absent = all. */
  readonly allowTools?: readonly string[];
  /** Tool names to drop; wins over `allowTools`. */
  readonly denyTools?: readonly string[];
  /** Fetching the document. Default 60 s. */
  readonly startTimeoutMs?: number;
  /** A whole call, redirects included. Default 60 s. */
  readonly callTimeoutMs?: number;
  /** Requests that are sent at once; more wait. Default 64. */
  readonly maxConcurrentCalls?: number;
  /** Requests that wait; more are refused. Default 1000. */
  readonly maxQueuedCalls?: number;
  /** Bytes of an answer that are read. Default 5 MiB. */
  readonly maxResponseBytes?: number;
  /** The file and entry this came from, for messages. */
  readonly origin?: string;
}

export const DEFAULT_MAX_RESPONSE_BYTES: number = 5 * 1024 * 1024;
