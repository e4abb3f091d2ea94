import { isObject, own } from '../../shared/json.ts';
import {
  CLIENT_FORMATS,
  type ClientConfigFormat,
  clientFormat,
  type HostEnvironment,
  samePath,
} from '../../sources/index.ts';

/** File names that only one client uses. */
const NAMED: Readonly<Record<string, string>> = {
  'claude_desktop_config.json': 'claude-desktop',
  '.claude.json': 'claude-code',
  '.mcp.json': 'claude-code',
  'mcp_config.json': 'windsurf',
  'mcp-config.json': 'vs-code',
  'opencode.json': 'opencode',
  'opencode.jsonc': 'opencode',
};

/** Keys that make a file ours, whatever else is in it. */
const OWN_KEYS = ['imports', 'tools', 'gateway', 'http', 'policy'];

/**
 * Whose file is this? By its place or name where those are telling, else by its shape; undefined: our own. A client's
 * file is read by the client's rules, since `url` and `${X}` mean different things to different clients.
 */
export function detectClient(
  path: string,
  language: 'jsonc' | 'toml',
  root: Readonly<Record<string, unknown>>,
  environment: HostEnvironment,
): ClientConfigFormat | undefined {
  if (language === 'toml') return isOwnToml(path, root) ? undefined : clientFormat('codex');
  return byPath(path, environment) ?? byShape(root);
}

/** One client writes TOML, under a key of its own. Our settings may be written in it as well. */
function isOwnToml(path: string, root: Readonly<Record<string, unknown>>): boolean {
  if (Object.hasOwn(root, 'mcp_servers')) return false;
  return Object.hasOwn(root, 'mcpServers') || /(?:^|[/\\])toolscout\.toml$/.test(path);
}

function byPath(path: string, environment: HostEnvironment): ClientConfigFormat | undefined {
  const parts = path.split(/[/\\]/);
  const name = parts.at(-1) ?? '';
  if (Object.hasOwn(NAMED, name)) return clientFormat(NAMED[name]!);
  return CLIENT_FORMATS.find((format) => {
    const isProjectFile = format.projectFiles.some((file) => parts.slice(-file.split('/').length).join('/') === file);
    return isProjectFile || format.locations(environment).some((known) => samePath(known.path, path, environment));
  });
}

function byShape(root: Readonly<Record<string, unknown>>): ClientConfigFormat | undefined {
  if (OWN_KEYS.some((key) => Object.hasOwn(root, key)) || Object.hasOwn(root, 'mcpServers')) return undefined;
  if (isObject(own(root, 'servers'))) return clientFormat('vs-code');
  return isObject(own(root, 'mcp')) ? clientFormat('opencode') : undefined;
}
