import { isObject, own } from '../../../shared/json.ts';
import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { readDocument } from '../document.ts';
import { pathsOf, xdgConfigFolder } from '../environment.ts';
import type { ClientConfigFormat, RawServerEntry } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const PROJECT_FILES = [
  'opencode.jsonc',
  'opencode.json',
  '.opencode/opencode.jsonc',
  '.opencode/opencode.json',
] as const;

const DIALECT: EntryDialect = {
  title: 'OpenCode',
  syntax: 'opencode',
  keys: {
    ...COMMON_KEYS,
    command: 'command-line',
    environment: 'env',
    enabled: 'enabled',
    timeout: { timeouts: { startup: 'startTimeoutMs', request: 'callTimeoutMs' } },
  },
  unknownKeys: 'report-typos',
};

/** OpenCode: servers under `mcp` (version 1) or `mcp.servers` (version 2); `tools` may switch some off. */
export const OPENCODE: ClientConfigFormat = {
  id: 'opencode',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const paths = pathsOf(environment);
    const folder = paths.join(xdgConfigFolder(environment), 'opencode');
    const userFiles = ['opencode.jsonc', 'opencode.json'].map((name) => paths.join(folder, name));
    return locationsOf(environment, PROJECT_FILES, userFiles);
  },
  parse: (text) =>
    parseWith(text, 'jsonc', (root) => {
      const nested = nestedServers(root);
      const { servers, problems } = nested
        ? readServers(nested, 'servers', DIALECT)
        : readServers(root, 'mcp', DIALECT);
      const tools = own(root, 'tools');
      return { servers: isObject(tools) ? servers.map((server) => applyTools(server, tools)) : servers, problems };
    }),
  serversPath(text) {
    const document = readDocument(text, 'jsonc');
    return document.ok && nestedServers(document.root) !== undefined ? ['mcp', 'servers'] : ['mcp'];
  },
  toEntry: ({ command, args }, serversPath) => ({
    type: 'local',
    command: [command, ...args],
    // Version 2 knows no such key.
    ...(serversPath.length === 1 ? { enabled: true } : {}),
  }),
};

/** The `mcp` object of version 2, which holds a table `servers` rather than a server of that name. */
function nestedServers(root: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const mcp = own(root, 'mcp');
  if (!isObject(mcp)) return undefined;
  const servers = own(mcp, 'servers');
  return isObject(servers) && typeof servers.type !== 'string' ? mcp : undefined;
}

/** `"tools": {"NAME*": false, "NAME_tool": false}` switches off a server or one of its tools. */
function applyTools(server: RawServerEntry, tools: Readonly<Record<string, unknown>>): RawServerEntry {
  const off = Object.keys(tools).filter((pattern) => tools[pattern] === false);
  const prefix = `${server.name}_`;
  if (off.some((pattern) => pattern === `${server.name}*` || pattern === `${prefix}*`)) {
    return { ...server, disabled: true };
  }
  const denied = off
    .filter((name) => name.startsWith(prefix) && !name.includes('*'))
    .map((name) => name.slice(prefix.length));
  return denied.length === 0 ? server : { ...server, denyTools: [...(server.denyTools ?? []), ...denied] };
}
