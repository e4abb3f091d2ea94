import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf } from '../environment.ts';
import type { ClientConfigFormat } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const PROJECT_FILES = ['.cursor/mcp.json'] as const;

const DIALECT: EntryDialect = {
  title: 'Cursor',
  syntax: 'editor',
  keys: { ...COMMON_KEYS, auth: 'oauth' },
  unknownKeys: 'report-typos',
};

/** Cursor: `.cursor/mcp.json` in the project and in the home folder. */
export const CURSOR: ClientConfigFormat = {
  id: 'cursor',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const userFile = pathsOf(environment).join(environment.home, '.cursor', 'mcp.json');
    return locationsOf(environment, PROJECT_FILES, [userFile]);
  },
  parse: (text) => parseWith(text, 'jsonc', (root) => readServers(root, 'mcpServers', DIALECT)),
  serversPath: () => ['mcpServers'],
  toEntry: ({ command, args }) => ({ type: 'stdio', command, args }),
};
