import { isObject, own } from '../../../shared/json.ts';
import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf } from '../environment.ts';
import type { ClientConfigFormat, RawServerEntry } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const PROJECT_FILES = ['.gemini/settings.json'] as const;

const DIALECT: EntryDialect = {
  title: 'Gemini CLI',
  syntax: 'gemini',
  keys: {
    ...COMMON_KEYS,
    // Here, and only here, a bare url means SSE.
    url: { url: 'sse' },
    httpUrl: { url: 'http' },
    tcp: { refused: 'WebSocket servers are not supported' },
    timeout: { timeout: 'callTimeoutMs', unitMs: 1 },
    includeTools: 'allow-tools',
    excludeTools: 'deny-tools',
    trust: 'ignored',
    authProviderType: { warning: 'signing in through an auth provider is not done here' },
    targetAudience: 'ignored',
    targetServiceAccount: 'ignored',
    extensionName: 'ignored',
  },
  unknownKeys: 'report-typos',
};

/** Gemini CLI: `mcpServers` in its settings; `mcp.allowed` and `mcp.excluded` switch servers off by name. */
export const GEMINI_CLI: ClientConfigFormat = {
  id: 'gemini-cli',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const userFile = pathsOf(environment).join(environment.home, '.gemini', 'settings.json');
    return locationsOf(environment, PROJECT_FILES, [userFile]);
  },
  parse: (text) =>
    parseWith(text, 'jsonc', (root) => {
      const { servers, problems } = readServers(root, 'mcpServers', DIALECT);
      const rules = own(root, 'mcp');
      return { servers: isObject(rules) ? servers.map((server) => applyRules(server, rules)) : servers, problems };
    }),
  serversPath: () => ['mcpServers'],
  toEntry: ({ command, args }) => ({ command, args }),
};

function applyRules(server: RawServerEntry, rules: Readonly<Record<string, unknown>>): RawServerEntry {
  const allowed = own(rules, 'allowed');
  const excluded = own(rules, 'excluded');
  const off =
    (Array.isArray(allowed) && !allowed.includes(server.name)) ||
    (Array.isArray(excluded) && excluded.includes(server.name));
  return off ? { ...server, disabled: true } : server;
}
