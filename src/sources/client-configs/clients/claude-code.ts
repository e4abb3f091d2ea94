import { isObject, own } from '../../../shared/json.ts';
import { COMMON_KEYS, type EntryDialect } from '../dialect.ts';
import { pathsOf, variableOf } from '../environment.ts';
import type { ClientConfigFormat, ConfigProblem, RawServerEntry } from '../format.ts';
import { locationsOf } from './locations.ts';
import { parseWith, readServers } from './servers-table.ts';

const PROJECT_FILES = ['.mcp.json'] as const;

const DIALECT: EntryDialect = {
  title: 'Claude Code',
  syntax: 'claude-code',
  keys: {
    ...COMMON_KEYS,
    timeout: { timeout: 'callTimeoutMs', unitMs: 1 },
    headersHelper: { warning: 'the helper program is not run; its headers are missing here' },
    alwaysLoad: 'ignored',
  },
  unknownKeys: 'report-typos',
};

/**
 * Claude Code: `.mcp.json` in the project; in the user's file the servers for everywhere and, under `projects`, those
 * of single projects ("local" scope), which come back with their `project`.
 */
export const CLAUDE_CODE: ClientConfigFormat = {
  id: 'claude-code',
  title: DIALECT.title,
  language: 'jsonc',
  syntax: DIALECT.syntax,
  projectFiles: PROJECT_FILES,
  locations(environment) {
    const folder = variableOf(environment, 'CLAUDE_CONFIG_DIR') || environment.home;
    return locationsOf(environment, PROJECT_FILES, [pathsOf(environment).join(folder, '.claude.json')]);
  },
  parse: (text) =>
    parseWith(text, 'jsonc', (root) => {
      const everywhere = readServers(root, 'mcpServers', DIALECT);
      const local = readProjects(root);
      return {
        servers: [...everywhere.servers, ...local.servers],
        problems: [...everywhere.problems, ...local.problems],
      };
    }),
  serversPath: () => ['mcpServers'],
  toEntry: ({ command, args }) => ({ type: 'stdio', command, args }),
};

function readProjects(root: Readonly<Record<string, unknown>>): {
  servers: RawServerEntry[];
  problems: ConfigProblem[];
} {
  const servers: RawServerEntry[] = [];
  const problems: ConfigProblem[] = [];
  const projects = own(root, 'projects');
  for (const [project, settings] of isObject(projects) ? Object.entries(projects) : []) {
    if (!isObject(settings)) continue;
    const read = readServers(settings, 'mcpServers', DIALECT);
    const off = own(settings, 'disabledMcpServers');
    const switchedOff = (name: string): boolean => Array.isArray(off) && off.includes(name);
    servers.push(
      ...read.servers.map((entry) => ({ ...entry, project, disabled: entry.disabled || switchedOff(entry.name) })),
    );
    problems.push(...read.problems.map((problem) => ({ ...problem, project })));
  }
  return { servers, problems };
}
