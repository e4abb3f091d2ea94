import { estimatingCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { toPromptText } from '../foreign-text.ts';

/** What the three bridge tools are called; configurable, because one model family writes `<tool_call>` itself. */
export interface BridgeNames {
  readonly search: string;
  readonly describe: string;
  readonly call: string;
}

export const DEFAULT_BRIDGE_NAMES: BridgeNames = {
  search: 'tool_search',
  describe: 'tool_describe',
  call: 'tool_call',
};

/** A bridge tool as MCP lists it. */
export interface BridgeTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** Longest list of server names in the search tool's description, in tokens. */
const MAX_SERVER_LIST = 80;
/** In characters. */
const MAX_SERVER_NAME = 48;

/** What the bridge stands for: all tools, or some and how many there are. */
export type BridgedTools = Pick<Catalog, 'tools'> & { readonly size?: number };

/**
 * The three tools that stand for the tools of a catalog, or for those of them that are hidden (SPEC A4: at most 300
 * tokens together, saying how many tools they stand for; a directory comes on top). The same tools give the same bytes.
 */
export function bridgeTools(
  catalog: BridgedTools,
  names: BridgeNames = DEFAULT_BRIDGE_NAMES,
  directory = '',
): readonly BridgeTool[] {
  return [
    {
      name: names.search,
      title: 'Search tools',
      description: searchDescription(catalog.tools, directory, catalog.size),
      inputSchema: objectSchema({
        query: { type: 'string' },
        queries: { type: 'array', items: { type: 'string' }, description: 'several needs at once' },
        limit: { type: 'integer' },
        server: { type: 'string', description: 'only this server' },
      }),
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.describe,
      title: 'Describe a tool',
      description: 'Full schema of a found tool.',
      inputSchema: objectSchema({
        name: { type: 'string', description: 'name or id' },
        names: { type: 'array', items: { type: 'string' } },
      }),
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.call,
      title: 'Call a tool',
      description: 'Run a found tool.',
      inputSchema: objectSchema({ name: { type: 'string' }, arguments: { type: 'object' } }, ['name']),
      annotations: RUNS_ANYTHING,
      _meta: ALWAYS_LOAD,
    },
  ];
}

/** What the server's `instructions` tell a host: when to search, how to go on. */
export function bridgeInstructions(names: BridgeNames = DEFAULT_BRIDGE_NAMES): string {
  return (
    `Most tools here are hidden to save context. When a task needs one that you do not see, call ${names.search} with what you need, ` +
    `then ${names.call} with a name from the result; ${names.describe} gives the full schema where the signature is not enough. ` +
    `If the search finds nothing that fits, tell the user instead of using the nearest tool.`
  );
}

/** A host that has a tool search of its own must not hide the searcher. */
export const ALWAYS_LOAD: BridgeTool['_meta'] = { 'anthropic/alwaysLoad': true };
export const READ_ONLY: BridgeTool['annotations'] = { readOnlyHint: true, openWorldHint: false };

/** What runs is unknown until it is named, so the most careful hints stand. */
export const RUNS_ANYTHING: BridgeTool['annotations'] = {
  readOnlyHint: false,
  destructiveHint: true,
  openWorldHint: true,
};

/** An object schema. */
export function objectSchema(
  properties: Record<string, unknown>,
  required?: readonly string[],
): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, ...(required === undefined ? {} : { required }) };
}

/** What the search tool says of itself; a directory names the servers already. */
export function searchDescription(tools: readonly Tool[], directory: string, size: number = tools.length): string {
  const summary = directory === '' ? summaryOf(tools, size) : `${toolCount(size)} in all.`;
  const text = `Find tools for a task; say what you need in any language. ${summary} Look here before saying that something cannot be done.`;
  return directory === '' ? text : `${text}\n\n${directory}`;
}

/** How many tools there are and where from, as one sentence. */
export function summaryOf(tools: readonly Tool[], size: number = tools.length): string {
  const servers = serverNames({ tools });
  if (servers.length === 0) return 'No tools are connected at the moment.';
  return `${toolCount(size)} from: ${boundedList(servers)}${size > tools.length ? ' and others' : ''}.`;
}

function toolCount(size: number): string {
  return `${size} tool${size === 1 ? '' : 's'}`;
}

/** Names of the sources in a catalog, in code-unit order. */
export function serverNames(catalog: Pick<Catalog, 'tools'>): readonly string[] {
  return [...new Set(catalog.tools.map((tool) => tool.source.name))].sort();
}

/** As many names as fit, then how many are left out. */
export function boundedList(names: readonly string[], maxTokens: number = MAX_SERVER_LIST): string {
  let text = '';
  let tokens = 0;
  for (const [index, name] of names.entries()) {
    const next = (index === 0 ? '' : ', ') + toPromptText(name, MAX_SERVER_NAME);
    tokens += estimatingCounter.countTokens(next).tokens;
    if (tokens > maxTokens) return `${text}${text === '' ? '' : ', '}+${names.length - index} more`;
    text += next;
  }
  return text;
}
