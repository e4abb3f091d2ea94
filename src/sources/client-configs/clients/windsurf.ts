import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf } from '../environment.ts';
import type { ClientConfigFormat } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const DIALECT: EntryDialect = {
  title: 'Windsurf',
  syntax: 'editor',
  keys: { ...COMMON_KEYS, serverUrl: { url: 'auto' }, disabledTools: 'deny-tools' },
  unknownKeys: 'report-typos',
};

/** Windsurf: one file per user; remote servers under `serverUrl`. */
export const WINDSURF: ClientConfigFormat = {
  id: 'windsurf',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: [],
  locations(environment) {
    const userFile = pathsOf(environment).join(environment.home, '.codeium', 'windsurf', 'mcp_config.json');
    return locationsOf(environment, [], [userFile]);
  },
  parse: (text) => parseWith(text, 'jsonc', (root) => readServers(root, 'mcpServers', DIALECT)),
  serversPath: () => ['mcpServers'],
  toEntry: ({ command, args }) => ({ command, args }),
};
