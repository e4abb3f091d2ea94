import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf, userConfigFolder } from '../environment.ts';
import type { ClientConfigFormat } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const DIALECT: EntryDialect = {
  title: 'Claude Desktop',
  syntax: 'none',
  keys: COMMON_KEYS,
  unknownKeys: 'report-typos',
};

/** Claude Desktop: one file per user, no variables. */
export const CLAUDE_DESKTOP: ClientConfigFormat = {
  id: 'claude-desktop',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: [],
  locations(environment) {
    const folder = userConfigFolder(environment);
    return locationsOf(environment, [], [pathsOf(environment).join(folder, 'Claude', 'claude_desktop_config.json')]);
  },
  parse: (text) => parseWith(text, 'jsonc', (root) => readServers(root, 'mcpServers', DIALECT)),
  serversPath: () => ['mcpServers'],
  toEntry: ({ command, args }) => ({ command, args }),
};
