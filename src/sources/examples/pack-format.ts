import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';

/** The pack's table of contents: which file is about which server. */
export interface PackIndex {
  readonly format: 1;
  readonly servers: readonly PackServer[];
}

export interface PackServer {
  /** In the pack's folder. */
  readonly file: string;
  /** The npm package that the server is. */
  readonly package: string;
  /** What it calls itself when a client connects, if it does. */
  readonly serverInfo?: string;
  /** Names under which people configure it, folded by {@link foldServerName}. */
  readonly names: readonly string[];
}

/** One server's file, decompressed. */
export interface PackFile {
  readonly tools: Readonly<Record<string, PackTool>>;
}

export interface PackTool {
  /** See `description-check.ts`; empty where the tool had no description. */
  readonly check: string;
  readonly examples: readonly string[];
}

/** Makes server names comparable: `GitHub MCP Server` and `mcp-github` are both `github`. Empty when nothing is left. */
export function foldServerName(name: string): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '' && word !== 'mcp' && word !== 'server').join('-');
}

export function readPackIndex(value: unknown, path: string): PackIndex {
  const servers = isObject(value) && own(value, 'format') === 1 ? own(value, 'servers') : undefined;
  if (!Array.isArray(servers) || !servers.every(isPackServer)) throw invalidPack(path, 'is no index of format 1');
  return { format: 1, servers };
}

export function readPackFile(value: unknown, path: string): PackFile {
  const tools = isObject(value) ? own(value, 'tools') : undefined;
  if (!isObject(tools) || !Object.values(tools).every(isPackTool)) throw invalidPack(path, 'holds no tools');
  // Frozen, because these arrays travel into catalog entries, which are recognised by them.
  for (const tool of Object.values(tools) as PackTool[]) Object.freeze(tool.examples);
  return { tools: tools as Record<string, PackTool> };
}

export function invalidPack(path: string, problem: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('PACK_INVALID', `The example pack ${path} ${problem}.`, {
    next: 'Install toolscout again; the tools are still found, by their own words only.',
    details: { path },
    cause,
  });
}

function isPackServer(value: unknown): value is PackServer {
  if (!isObject(value)) return false;
  const { file, serverInfo, names } = value;
  return (
    typeof file === 'string' &&
    /^[\w.-]+$/.test(file) &&
    typeof value.package === 'string' &&
    (serverInfo === undefined || typeof serverInfo === 'string') &&
    isTextList(names)
  );
}

function isPackTool(value: unknown): value is PackTool {
  return isObject(value) && typeof value.check === 'string' && isTextList(value.examples);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
