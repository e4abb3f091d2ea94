import type { VariableSyntax } from './format.ts';

/** What a key of a server entry means, whatever a client calls it. */
export type FieldMeaning =
  | 'command'
  /** The program and its arguments in one list (OpenCode). */
  | 'command-line'
  | 'args'
  | 'env'
  | 'passed-env'
  | 'cwd'
  | 'env-file'
  | 'headers'
  | 'bearer-variable'
  | 'header-variables'
  | 'type'
  | 'disabled'
  | 'enabled'
  | 'allow-tools'
  | 'deny-tools'
  /** Tool name → requests that it serves (our own file only). */
  | 'examples'
  /** An object that says how to sign in, in the spelling of any client; `false`: not at all. */
  | 'oauth'
  /** Parts of the same that some clients write beside it. */
  | 'oauth-scopes'
  | 'oauth-resource'
  /** `shared` or `per-client` (our own file only). */
  | 'sessions'
  /** Known, and of no concern to a gateway. */
  | 'ignored'
  | { readonly url: RemoteKind }
  | { readonly timeout: TimeoutField; readonly unitMs: number }
  /** A number of requests (our own file only). */
  | { readonly requests: RequestsField; readonly min: number }
  /** Start and call timeout in one object; a number is the call's. */
  | { readonly timeouts: Readonly<Record<string, TimeoutField>> }
  /** Known, without effect here, and the user should know. */
  | { readonly warning: string }
  /** Known, and the entry must not be used with it. */
  | { readonly refused: string };

export type RemoteKind = 'http' | 'sse' | 'auto';
export type RequestsField = 'maxConcurrentCalls' | 'maxQueuedCalls';
export type TimeoutField = 'startTimeoutMs' | 'callTimeoutMs' | 'maxTotalTimeoutMs';

/** One client's way to write a server entry. */
export interface EntryDialect {
  /** The client or file, for messages. */
  readonly title: string;
  readonly syntax: VariableSyntax;
  readonly keys: Readonly<Record<string, FieldMeaning>>;
  /** Values of `type` that mean something else here than in {@link COMMON_TYPES}. */
  readonly types?: Readonly<Record<string, EndpointType>>;
  /** Clients add keys faster than we learn them: in their files only likely typos are reported. */
  readonly unknownKeys: 'report' | 'report-typos';
}

export type EndpointType = 'stdio' | RemoteKind;

/** Values of `type` and `transport`, compared without case and punctuation. */
export const COMMON_TYPES: Readonly<Record<string, EndpointType>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  https: 'http',
  streamablehttp: 'http',
  streamable: 'http',
  httpstream: 'http',
  httpstreaming: 'http',
  sse: 'sse',
  remote: 'auto',
  auto: 'auto',
};

/** The keys that nearly every client shares. */
export const COMMON_KEYS: Readonly<Record<string, FieldMeaning>> = {
  type: 'type',
  transport: 'type',
  command: 'command',
  args: 'args',
  env: 'env',
  cwd: 'cwd',
  envFile: 'env-file',
  url: { url: 'auto' },
  headers: 'headers',
  disabled: 'disabled',
  description: 'ignored',
  oauth: 'oauth',
  autoApprove: 'ignored',
  alwaysAllow: 'ignored',
};
