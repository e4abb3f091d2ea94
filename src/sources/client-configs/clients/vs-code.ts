import { own } from '../../../shared/json.ts';
import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { readDocument } from '../document.ts';
import { pathsOf, userConfigFolder, variableOf } from '../environment.ts';
import type { ClientConfigFormat } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readInputs, readServers } from './servers-table.ts';

const NO_SANDBOX = { warning: 'the sandbox of VS Code is not applied here' } as const;

const PROJECT_FILES = ['.vscode/mcp.json'] as const;

const DIALECT: EntryDialect = {
  title: 'VS Code',
  syntax: 'editor',
  keys: {
    ...COMMON_KEYS,
    tools: 'allow-tools',
    dev: 'ignored',
    gallery: 'ignored',
    version: 'ignored',
    sandbox: NO_SANDBOX,
    sandboxEnabled: NO_SANDBOX,
  },
  // VS Code tries Streamable HTTP first for `http`, then SSE.
  types: { http: 'auto' },
  unknownKeys: 'report-typos',
};

/**
 * VS Code and Copilot: `servers` with `inputs` in the workspace or the user's profile, or the portable form with
 * `mcpServers`.
 */
export const VS_CODE: ClientConfigFormat = {
  id: 'vs-code',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const paths = pathsOf(environment);
    const profiles = userConfigFolder(environment);
    const copilot = variableOf(environment, 'COPILOT_HOME') || paths.join(environment.home, '.copilot');
    return locationsOf(environment, PROJECT_FILES, [
      paths.join(profiles, 'Code', 'User', 'mcp.json'),
      paths.join(profiles, 'Code - Insiders', 'User', 'mcp.json'),
      paths.join(copilot, 'mcp-config.json'),
    ]);
  },
  parse: (text) =>
    parseWith(text, 'jsonc', (root) => {
      const native = readServers(root, 'servers', DIALECT);
      const portable = readServers(root, 'mcpServers', DIALECT);
      return {
        servers: [...native.servers, ...portable.servers],
        problems: [...native.problems, ...portable.problems],
        inputs: readInputs(root),
      };
    }),
  serversPath(text) {
    const document = readDocument(text, 'jsonc');
    const portable = document.ok && own(document.root, 'servers') === undefined && 'mcpServers' in document.root;
    return [portable ? 'mcpServers' : 'servers'];
  },
  toEntry: ({ command, args }) => ({ type: 'stdio', command, args }),
};
