import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf, variableOf } from '../environment.ts';
import type { ClientConfigFormat } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const PROJECT_FILES = ['.codex/config.toml'] as const;

const DIALECT: EntryDialect = {
  title: 'Codex',
  syntax: 'none',
  keys: {
    ...COMMON_KEYS,
    url: { url: 'http' },
    env_vars: 'passed-env',
    http_headers: 'headers',
    bearer_token_env_var: 'bearer-variable',
    bearer_token: { refused: 'a token in plain text is refused; name its variable in bearer_token_env_var' },
    env_http_headers: 'header-variables',
    enabled: 'enabled',
    enabled_tools: 'allow-tools',
    disabled_tools: 'deny-tools',
    startup_timeout_sec: { timeout: 'startTimeoutMs', unitMs: 1000 },
    startup_timeout_ms: { timeout: 'startTimeoutMs', unitMs: 1 },
    tool_timeout_sec: { timeout: 'callTimeoutMs', unitMs: 1000 },
    required: 'ignored',
    oauth_resource: 'oauth-resource',
    scopes: 'oauth-scopes',
    supports_parallel_tool_calls: 'ignored',
    default_tools_approval_mode: { warning: 'approvals of Codex do not apply here' },
    // [mcp_servers.NAME.tools.TOOL] holds approval modes only.
    tools: { warning: 'approvals of Codex do not apply here' },
  },
  unknownKeys: 'report-typos',
};

/** Codex: TOML, `[mcp_servers.NAME]`; variables only through keys that name one. */
export const CODEX: ClientConfigFormat = {
  id: 'codex',
  title: DIALECT.title,
  language: 'toml',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const paths = pathsOf(environment);
    const folder = variableOf(environment, 'CODEX_HOME') || paths.join(environment.home, '.codex');
    return locationsOf(environment, PROJECT_FILES, [paths.join(folder, 'config.toml')]);
  },
  parse: (text) => parseWith(text, 'toml', (root) => readServers(root, 'mcp_servers', DIALECT)),
  serversPath: () => ['mcp_servers'],
  toEntry: ({ command, args }) => ({ command, args }),
};
