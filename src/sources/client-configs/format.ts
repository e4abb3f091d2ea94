import type { HostEnvironment } from './environment.ts';

/** The clients whose configuration files are understood. */
export type ClientId =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vs-code'
  | 'windsurf'
  | 'codex'
  | 'gemini-cli'
  | 'opencode';

/**
 * How a file writes a variable. `none`: never. `toolscout` and `claude-code`: `${VAR}`, `${VAR:-default}`. `editor`
 * (Cursor, VS Code, Windsurf): `${env:VAR}`, `${userHome}`, …. `gemini`: `$VAR`, `${VAR}`. `opencode`: `{env:VAR}`,
 * `{file:path}`.
 */
export type VariableSyntax = 'none' | 'toolscout' | 'claude-code' | 'editor' | 'gemini' | 'opencode';

/** Something wrong in a configuration file. Messages name keys and variables, never values of variables. */
export interface ConfigProblem {
  /** `error`: the server (or without `server`, the file) cannot be used. `warning`: it can, but look at this. */
  readonly severity: 'error' | 'warning';
  readonly server?: string;
  /** Path inside the entry, such as `args[1]` or `headers.Authorization`. */
  readonly field?: string;
  readonly message: string;
  /** The known key that an unknown one was probably meant to be. */
  readonly nearest?: string;
  /** The project whose server it is, as in {@link RawServerEntry}. */
  readonly project?: string;
  /** 1-based place in the file, for syntax errors. */
  readonly line?: number;
  readonly column?: number;
}

/** One server as a file writes it: spellings unified, shapes checked, variables not yet filled in. */
export interface RawServerEntry {
  readonly name: string;
  readonly endpoint: RawEndpoint;
  readonly disabled: boolean;
  readonly allowTools?: readonly string[];
  readonly denyTools?: readonly string[];
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  readonly sessions?: 'shared' | 'per-client';
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly maxTotalTimeoutMs?: number;
  readonly maxConcurrentCalls?: number;
  readonly maxQueuedCalls?: number;
  readonly syntax: VariableSyntax;
  /** Fields that hold what looks like a secret in plain text. */
  readonly literalSecrets: readonly string[];
  /** The project that the server is for, where one file serves several (Claude Code's `projects`). */
  readonly project?: string;
}

export type RawEndpoint = RawStdioEndpoint | RawRemoteEndpoint;

export interface RawStdioEndpoint {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly envFile?: string;
  /** Variables handed on from the parent's environment where they are set (Codex `env_vars`). */
  readonly passedEnv: readonly string[];
}

export interface RawRemoteEndpoint {
  readonly kind: 'http' | 'sse' | 'auto';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers whose value is a prefix and an environment variable (Codex `bearer_token_env_var`, `env_http_headers`). */
  readonly headerVariables: readonly HeaderVariable[];
  readonly oauth?: RawOAuth | false;
}

/** How to sign in, as a file writes it: spellings unified, variables not yet filled in. */
export interface RawOAuth {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientMetadataUrl?: string;
  readonly scopes?: readonly string[];
  readonly metadataUrl?: string;
  readonly resource?: string;
  readonly callbackPort?: number;
  readonly account?: 'own' | 'shared';
}

export interface HeaderVariable {
  readonly header: string;
  readonly variable: string;
  readonly prefix: string;
  /** The key of the file that asks for it, for messages. */
  readonly field: string;
}

/** A value that VS Code would ask its user for (`${input:ID}`). */
export interface InputDefinition {
  readonly id: string;
  readonly description?: string;
  readonly default?: string;
}

/** What a client's file says. A file that cannot be parsed has no servers and one problem without `server`. */
export interface ParsedClientConfig {
  readonly servers: readonly RawServerEntry[];
  readonly problems: readonly ConfigProblem[];
  readonly inputs: readonly InputDefinition[];
}

export interface ConfigLocation {
  readonly scope: ConfigScope;
  readonly path: string;
  /** Project files: the project's folder, to which relative paths inside refer. */
  readonly folder?: string;
}

export type ConfigScope = 'project' | 'user';

/** How to start a program: what the gateway's own entry in a client's file runs. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Everything known about one client's configuration file. */
export interface ClientConfigFormat {
  readonly id: ClientId;
  readonly title: string;
  readonly language: 'jsonc' | 'toml';
  readonly syntax: VariableSyntax;
  /** Files inside a project, `/` between folders. */
  readonly projectFiles: readonly string[];
  /** Where the client looks, project before user: the first file that names a server wins. */
  locations(environment: HostEnvironment): ConfigLocation[];
  parse(text: string): ParsedClientConfig;
  /** Keys that lead to the table of servers in this text; a new file gets them. */
  serversPath(text: string): readonly string[];
  /** A server entry in this client's own spelling. */
  toEntry(launch: LaunchCommand, serversPath: readonly string[]): Readonly<Record<string, unknown>>;
}
