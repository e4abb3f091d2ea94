import type { Catalog } from '../../tools/index.ts';

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

/** Longest list of server names in the search tool's description, in characters. */
const MAX_SERVER_LIST = 240;

/**
 * The three tools for one catalog (SPEC A4: at most 300 tokens together, saying how many tools they stand for). The
 * same catalog gives the same bytes.
 */
export function bridgeTools(catalog: Catalog, names: BridgeNames = DEFAULT_BRIDGE_NAMES): readonly BridgeTool[] {
  return [
    {
      name: names.search,
      title: 'Search tools',
      description: `Find tools for a task; say what you need in any language. ${summary(catalog)} Look here before saying that something cannot be done.`,
      inputSchema: object({
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
      inputSchema: object({
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
      inputSchema: object({ name: { type: 'string' }, arguments: { type: 'object' } }, ['name']),
      // What runs is unknown until it is named, so the most careful hints stand.
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
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
const ALWAYS_LOAD = { 'anthropic/alwaysLoad': true };
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

function object(properties: Record<string, unknown>, required?: readonly string[]): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, ...(required === undefined ? {} : { required }) };
}

function summary(catalog: Catalog): string {
  const servers = serverNames(catalog);
  if (servers.length === 0) return 'No tools are connected at the moment.';
  const tools = `${catalog.tools.length} tool${catalog.tools.length === 1 ? '' : 's'}`;
  return `${tools} from: ${boundedList(servers)}.`;
}

/** Names of the sources in a catalog, in code-unit order. */
export function serverNames(catalog: Catalog): readonly string[] {
  return [...new Set(catalog.tools.map((tool) => tool.source.name))].sort();
}

/** As many names as fit, then how many are left out. */
export function boundedList(names: readonly string[], maxLength: number = MAX_SERVER_LIST): string {
  let text = '';
  for (const [index, name] of names.entries()) {
    // Names are configuration of the user, but they still go into a prompt: one line, no sentence marks of ours.
    const next = (index === 0 ? '' : ', ') + name.replace(/\s+/gu, ' ');
    if (text.length + next.length > maxLength) return `${text}${text === '' ? '' : ', '}+${names.length - index} more`;
    text += next;
  }
  return text;
}
