import type { CallContext } from '../../calling/index.ts';
import type { SchemaTarget, Tool } from '../../tools/index.ts';
import { type DeclaredTool, declareTool } from '../shared/declared.ts';
import { readRequestTools, toolNamed } from '../shared/request-tools.ts';
import { type CallAnswer, readableBlocks, runCall } from '../shared/run-call.ts';
import { findTools } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { loadedTools, withoutRepeats, withoutSearches } from './history.ts';
import { toFunction, toNamespaces } from './namespaces.ts';
import type { OpenAIItem, OpenAITool, OpenAIToolSearch } from './types.ts';

/**
 * How hidden tools are found.
 * - `client`: the provider asks, we search; only what was found is ever sent.
 * - `server`: the provider's own search over all tools, deferred in one namespace for each source.
 * - `bridge`: three tools and nothing native, for models and endpoints that know none of it.
 * - `all`: nothing is hidden.
 */
export type OpenAIDiscovery = 'client' | 'server' | 'bridge' | 'all';

export interface OpenAIToolsOptions {
  readonly access: ToolAccess;
  /** Default: `client`. */
  readonly discovery?: OpenAIDiscovery;
  /** Asks the provider to hold the model to the schemas. */
  readonly strict?: boolean;
}

/** What goes into a request of the Responses API. */
export interface OpenAIRequestPart {
  readonly tools: readonly OpenAITool[];
  readonly input: readonly OpenAIItem[];
}

export interface OpenAITools {
  /** The tools for this input, and the input as it can be sent. For every request of the conversation. */
  request(input: readonly OpenAIItem[]): Promise<OpenAIRequestPart>;
  /**
   * Runs the calls and searches among the output items, at once, and answers each. Items of the provider's own search
   * are not answered.
   */
  answer(output: readonly OpenAIItem[], context?: CallContext): Promise<readonly OpenAIItem[]>;
}

/** Tools for OpenAI's Responses API. Nothing is kept but what the last request declared and the history had loaded. */
export function createOpenAITools({ access, discovery = 'client', strict = false }: OpenAIToolsOptions): OpenAITools {
  const target: SchemaTarget = strict ? 'openai-strict' : 'openai';
  let declared: ReadonlyMap<string, DeclaredTool> = new Map();
  /** Names that the model has the definitions of. */
  let known: ReadonlySet<string> = new Set();
  const isNative = discovery === 'client' || discovery === 'server';
  return {
    request: async (input) => {
      const { bridge, visible, hidden } = await readRequestTools(access, target);
      const declare = (tool: Tool) => declareTool(tool, target);
      const shown = discovery === 'all' ? [...visible, ...hidden.map(declare)] : visible;
      const others: OpenAITool[] = [];
      if (hidden.length > 0 && discovery === 'server')
        others.push(...toNamespaces(hidden, declare), { type: 'tool_search' });
      if (hidden.length > 0 && discovery === 'client') others.push(clientSearch(bridge, access));
      if (discovery === 'bridge') others.push(...bridge.map((tool) => toFunction(tool, false)));
      // Without a search tool, a history that holds searches would be refused.
      const searches = others.some(({ type }) => type === 'tool_search');
      const sent = searches ? withoutRepeats(input) : withoutSearches(input);
      declared = new Map(shown.map((tool) => [tool.name, tool]));
      known = new Set([...declared.keys(), ...loadedTools(sent)]);
      return { tools: [...shown.map((tool) => toFunction(tool, false)), ...others], input: sent };
    },
    answer: async (output, context) => {
      const catalog = access.catalog();
      // What was loaded in the meantime was declared in the dialect as well.
      const declaredTool = (name: string): DeclaredTool | undefined => {
        const tool = isNative && !declared.has(name) ? toolNamed(catalog, name) : undefined;
        return tool === undefined ? declared.get(name) : declareTool(tool, target);
      };
      // Two searches of one answer may find the same; the second leaves it out.
      const taken = new Set(known);
      const answers = await Promise.all(
        output.flatMap((item) => {
          if (item.type === 'function_call') return [callOf(access, item, declaredTool, context)];
          const isOurs =
            item.type === 'tool_search_call' && item.execution === 'client' && typeof item.call_id === 'string';
          return isOurs ? [searchOf(access, item)] : [];
        }),
      );
      return answers.map((done) => {
        if (!('found' in done)) return done.item;
        const fresh = done.found.filter(({ name }) => !taken.has(name));
        for (const { name } of fresh) taken.add(name);
        return { ...done.item, tools: fresh.map((tool) => toFunction(declareTool(tool, target), true)) };
      });
    },
  };
}

type Answered = { readonly item: OpenAIItem } | { readonly item: OpenAIItem; readonly found: readonly Tool[] };

async function callOf(
  access: ToolAccess,
  item: OpenAIItem,
  declared: (name: string) => DeclaredTool | undefined,
  context: CallContext | undefined,
): Promise<Answered> {
  const call = { name: String(item.name), arguments: item.arguments };
  return { item: toOutput(item, await runCall(access, call, declared, context)) };
}

/** Found tools go out bare: a namespace that two searches name would be refused. */
async function searchOf(access: ToolAccess, item: OpenAIItem): Promise<Answered> {
  const output = { type: 'tool_search_output', call_id: item.call_id, execution: 'client' };
  try {
    const { tools } = await findTools(access, access.bridgeNames.search, item.arguments);
    return { item: { ...output, status: 'completed' }, found: tools };
  } catch {
    // The item has no place for words, and without an answer the conversation could not go on.
    return { item: { ...output, status: 'incomplete' }, found: [] };
  }
}

function clientSearch(bridge: readonly DeclaredTool[], access: ToolAccess): OpenAIToolSearch {
  const search = bridge.find(({ name }) => name === access.bridgeNames.search);
  return {
    type: 'tool_search',
    execution: 'client',
    description: search?.description ?? 'Finds tools by what they do.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do.' },
        limit: { type: 'integer' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  };
}

function toOutput(item: OpenAIItem, answer: CallAnswer): OpenAIItem {
  const blocks = readableBlocks(answer);
  const output = blocks.some(({ type }) => type === 'image')
    ? blocks.map((block) =>
        block.type === 'text'
          ? { type: 'input_text', text: block.text }
          : { type: 'input_image', image_url: `data:${block.mimeType};base64,${block.data}` },
      )
    : blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { type: 'function_call_output', call_id: item.call_id, output };
}
