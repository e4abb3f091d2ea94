import type { CallContext } from '../../calling/index.ts';
import { toCallFailure } from '../../calling/index.ts';
import type { Catalog } from '../../tools/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { readRequestTools, toolNamed } from '../shared/request-tools.ts';
import { type CallAnswer, isFailure, readableBlocks, runCall } from '../shared/run-call.ts';
import { findTools } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { RequestDeclarations, withCacheMark, withOneVisible } from './declare.ts';
import { referencedTools, referredTools, withoutReferences } from './history.ts';
import type {
  AnthropicBlock,
  AnthropicMessage,
  AnthropicSearchTool,
  AnthropicTool,
  AnthropicToolResult,
  CacheControl,
} from './types.ts';

/**
 * How hidden tools are found.
 * - `references`: our own search, whose answers the provider expands. The road past 10,000 tools: only what was found is
 *   in the request.
 * - `bm25`, `regex`: the provider's search over all tools, deferred. Above 10,000 tools it is `references`.
 * - `bridge`: three tools and nothing native, for endpoints that know none of it.
 * - `all`: nothing is hidden.
 */
export type AnthropicDiscovery = 'references' | 'bm25' | 'regex' | 'bridge' | 'all';

export interface AnthropicToolsOptions {
  readonly access: ToolAccess;
  /** Default: `references`. */
  readonly discovery?: AnthropicDiscovery;
  /** Asks the provider to hold the model to the schemas, for as many tools as it takes in one request. */
  readonly strict?: boolean;
  /** Marks the tools as the end of a cached prefix. */
  readonly cache?: boolean | CacheControl;
}

/** What goes into a request of the Messages API. */
export interface AnthropicRequestPart {
  readonly tools: readonly (AnthropicTool | AnthropicSearchTool)[];
  readonly messages: readonly AnthropicMessage[];
  /** What had to be done differently from what was asked for, in words. */
  readonly notes: readonly string[];
}

export interface AnthropicTools {
  /**
   * The tools for these messages, and the messages as they can be sent. For every request of the conversation, also for
   * a summary or a title: what the history refers to has to be there.
   */
  request(messages: readonly AnthropicMessage[]): Promise<AnthropicRequestPart>;
  /** Runs the calls of an assistant message, at once, and answers each. Calls that the provider made itself are its own. */
  answer(content: readonly AnthropicBlock[], context?: CallContext): Promise<readonly AnthropicToolResult[]>;
}

/** The most deferred tools in one request. */
const MAX_DEFERRED = 10_000;

const SEARCH_TOOLS: Readonly<Record<'bm25' | 'regex', AnthropicSearchTool>> = {
  bm25: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  regex: { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
};

/** Tools for Anthropic's Messages API. Nothing is kept but what the last request declared: the history says the rest. */
export function createAnthropicTools(options: AnthropicToolsOptions): AnthropicTools {
  const { access, discovery = 'references', strict = false, cache = false } = options;
  let declared: ReadonlyMap<string, DeclaredTool> = new Map();
  return {
    request: async (messages) => {
      const { bridge, visible, hidden } = await readRequestTools(access, 'anthropic');
      const notes: string[] = [];
      const native = nativeSearch(discovery, hidden.length, notes);
      const tools = new RequestDeclarations(strict);
      const catalog = access.catalog();
      for (const one of visible) addVisible(tools, one, catalog);
      if (discovery === 'all') for (const tool of hidden) tools.tool(tool, false);
      const before: AnthropicSearchTool[] = [];
      if (native !== undefined) before.push(SEARCH_TOOLS[native]);
      else if (discovery !== 'all') {
        // References are expanded by the provider and called by name, so the other two have nothing to do.
        const needed =
          discovery === 'bridge' ? bridge : bridge.filter(({ name }) => name === access.bridgeNames.search);
        for (const one of needed) tools.add(one);
      }
      const sent = discovery === 'bridge' || discovery === 'all' ? withoutReferences(messages) : messages;
      if (native !== undefined) for (const tool of hidden) tools.tool(tool, true);
      addReferred(tools, sent, catalog, { native: discovery !== 'bridge' && discovery !== 'all', notes });
      declared = tools.declared;
      const list = withOneVisible([...before, ...tools.tools]);
      const mark: CacheControl | undefined =
        cache === true ? { type: 'ephemeral' } : cache === false ? undefined : cache;
      return { tools: mark === undefined ? list : withCacheMark(list, mark), messages: sent, notes };
    },
    answer: async (content, context) => {
      const calls = content.filter(({ type }) => type === 'tool_use');
      const isReferring = discovery !== 'bridge' && discovery !== 'all';
      return Promise.all(
        calls.map(async (block) => {
          const call = { name: String(block.name), arguments: block.input };
          if (isReferring && call.name === access.bridgeNames.search) return searched(access, block);
          return toResult(block, await runCall(access, call, (name) => declared.get(name), context));
        }),
      );
    },
  };
}

function nativeSearch(discovery: AnthropicDiscovery, hidden: number, notes: string[]): 'bm25' | 'regex' | undefined {
  if ((discovery !== 'bm25' && discovery !== 'regex') || hidden === 0) return undefined;
  if (hidden <= MAX_DEFERRED) return discovery;
  notes.push(`${hidden} tools are more than the provider searches (${MAX_DEFERRED}); they are searched here.`);
  return undefined;
}

function addVisible(tools: RequestDeclarations, one: DeclaredTool, catalog: Catalog): void {
  const tool = toolNamed(catalog, one.name);
  if (tool === undefined) tools.add(one);
  else tools.tool(tool, false);
}

/** What the history refers to stays defined; what is gone gets a stand-in, so that the history stays as it was sent. */
function addReferred(
  tools: RequestDeclarations,
  messages: readonly AnthropicMessage[],
  catalog: Catalog,
  { native, notes }: { readonly native: boolean; readonly notes: string[] },
): void {
  const referenced = referencedTools(messages);
  for (const name of native ? referredTools(messages) : []) {
    if (tools.has(name)) continue;
    const tool = toolNamed(catalog, name);
    if (tool !== undefined) tools.tool(tool, true);
    else if (referenced.has(name)) {
      tools.stub(name);
      notes.push(`${name} is gone; a stand-in keeps the history valid.`);
    }
  }
}

/** The found tools by reference; where there is none, what the bridge says to it. */
async function searched(access: ToolAccess, block: AnthropicBlock): Promise<AnthropicToolResult> {
  const id = String(block.id);
  try {
    const { tools, answer } = await findTools(access, String(block.name), block.input);
    if (tools.length === 0) return toResult(block, { kind: 'answer', answer });
    const content = tools.map(({ name }) => ({ type: 'tool_reference', tool_name: name }));
    return { type: 'tool_result', tool_use_id: id, content };
  } catch (error) {
    return toResult(block, { kind: 'failure', failure: { error: toCallFailure(error) } });
  }
}

function toResult(block: AnthropicBlock, answer: CallAnswer): AnthropicToolResult {
  const content = readableBlocks(answer).map(
    (one): AnthropicBlock =>
      one.type === 'text'
        ? { type: 'text', text: one.text }
        : { type: 'image', source: { type: 'base64', media_type: one.mimeType, data: one.data } },
  );
  const failed = isFailure(answer) ? { is_error: true as const } : {};
  return { type: 'tool_result', tool_use_id: String(block.id), content, ...failed };
}
