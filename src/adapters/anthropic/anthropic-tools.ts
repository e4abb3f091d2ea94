import { toCallFailure } from '../../calling/index.ts';
import type { Catalog } from '../../tools/index.ts';
import { lintBy, lintRequest } from '../lint/index.ts';
import { refusalOf, refusalText, watchNative } from '../probe/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { readRequestTools, toolNamed } from '../shared/request-tools.ts';
import { type CallAnswer, isFailure, readableBlocks, runCall } from '../shared/run-call.ts';
import { findTools } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import type { AnthropicDiscovery, AnthropicTools, AnthropicToolsOptions, RequestPurpose } from './contract.ts';
import { RequestDeclarations, withCacheMark, withOneVisible } from './declare.ts';
import { referencedTools, referredTools, withoutReferences } from './history.ts';
import { probeRequest, readProbe } from './probe.ts';
import { isGrammarRefusal, readRefusal } from './search-errors.ts';
import { describeSent, isProviderSearch, readSigns, type SentRequest } from './stripped-signs.ts';
import type {
  AnthropicBlock,
  AnthropicImageType,
  AnthropicResultPart,
  AnthropicSearchTool,
  AnthropicToolResult,
  CacheControl,
  MessageLike,
} from './types.ts';

/** The most deferred tools in one request. */
const MAX_DEFERRED = 10_000;

const SEARCH_TOOLS: Readonly<Record<'bm25' | 'regex', AnthropicSearchTool>> = {
  bm25: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  regex: { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
};

function isNative(discovery: AnthropicDiscovery): boolean {
  return discovery !== 'bridge' && discovery !== 'all';
}

/** Tools for Anthropic's Messages API. Of a conversation only the last request is known: the history says the rest. */
export function createAnthropicTools(options: AnthropicToolsOptions): AnthropicTools {
  const { access, cache = false, lint = 'report' } = options;
  const watch = watchNative('anthropic', options);
  const wanted = options.discovery ?? 'references';
  const searchTool = access.bridgeNames.search;
  let discovery = wanted;
  let strict = options.strict ?? false;
  let declared: ReadonlyMap<string, DeclaredTool> = new Map();
  let last: { readonly tools: object[]; readonly messages: readonly MessageLike[] } | undefined;
  let sent: SentRequest | undefined;
  const notice = async (content: readonly AnthropicBlock[]): Promise<void> => {
    const sign = sent && isNative(discovery) ? readSigns(content, sent, searchTool) : undefined;
    // The searches of this very turn are answered in words.
    if (sign !== undefined && (await watch.notice(sign))) discovery = 'bridge';
  };
  const recover = async (error: unknown): Promise<boolean> => {
    const refusal = refusalOf(error);
    if (refusal === undefined) return false;
    if (strict && isGrammarRefusal(refusal.status, refusal.body)) {
      strict = false;
      return true;
    }
    const reason = readRefusal(refusal.status, refusal.body);
    if (reason === undefined || !isNative(discovery)) return false;
    // A refusal of what is right by the rules means that something on the way has changed it.
    const faults =
      reason === 'not-supported' || last === undefined ? [] : lintRequest(last, { provider: 'anthropic', searchTool });
    if (faults.some(({ severity }) => severity === 'refused')) return false;
    await watch.lost('refused', refusalText(refusal));
    return true;
  };
  return {
    request: async <const M extends MessageLike>(messages: readonly M[], { kind = 'turn' }: RequestPurpose = {}) => {
      const { bridge, visible, hidden } = await readRequestTools(access, 'anthropic');
      const notes: string[] = [];
      const hindrance = isNative(wanted) ? await watch.hindrance() : undefined;
      if (hindrance !== undefined) notes.push(hindrance);
      discovery = hindrance === undefined ? wanted : 'bridge';
      if (options.strict === true && !strict) notes.push('The strict tools made too large a grammar; none is strict.');
      const native = nativeSearch(discovery, hidden.length, notes);
      const tools = new RequestDeclarations(strict);
      const catalog = access.catalog();
      for (const one of visible) addVisible(tools, one, catalog);
      if (discovery === 'all') for (const tool of hidden) tools.tool(tool, false);
      const before: AnthropicSearchTool[] = [];
      if (native !== undefined) before.push(SEARCH_TOOLS[native]);
      else if (discovery !== 'all') {
        // References are expanded by the provider and called by name, so the other two have nothing to do.
        const needed = discovery === 'bridge' ? bridge : bridge.filter(({ name }) => name === searchTool);
        for (const one of needed) tools.add(one);
      }
      const kept = isNative(discovery) ? messages : withoutReferences(messages);
      if (native !== undefined) for (const tool of hidden) tools.tool(tool, true);
      addReferred(tools, kept, catalog, { native: isNative(discovery), notes });
      declared = tools.declared;
      const list = withOneVisible([...before, ...tools.tools]);
      const mark: CacheControl | undefined =
        cache === true ? { type: 'ephemeral' } : cache === false ? undefined : cache;
      const part = { tools: mark === undefined ? list : withCacheMark(list, mark), messages: kept as M[] };
      const previous = last === undefined ? {} : { previous: last };
      const faults = lintBy(lint, part, { provider: 'anthropic', kind, searchTool, ...previous });
      last = part;
      sent = describeSent(part.tools, part.messages, searchTool);
      return { ...part, notes, faults };
    },
    answer: async (content, context) => {
      const blocks = content as readonly AnthropicBlock[];
      await notice(blocks);
      return Promise.all(
        blocks
          .filter(({ type }) => type === 'tool_use')
          .map(async (block) => {
            const call = {
              name: isProviderSearch(block.name) ? searchTool : String(block.name),
              arguments: block.input,
            };
            if (isNative(discovery) && call.name === searchTool) return searched(access, block);
            return toResult(block, await runCall(access, call, (name) => declared.get(name), context));
          }),
      );
    },
    recover,
    probe: (send) => {
      const search = wanted === 'bm25' || wanted === 'regex' ? SEARCH_TOOLS[wanted] : undefined;
      return watch.probe(
        async () => readProbe((await send(probeRequest(search))).content, search),
        ({ status, body }) => readRefusal(status, body) !== undefined,
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
  messages: readonly MessageLike[],
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
    const content = tools.map(({ name }): AnthropicResultPart => ({ type: 'tool_reference', tool_name: name }));
    return { type: 'tool_result', tool_use_id: id, content };
  } catch (error) {
    return toResult(block, { kind: 'failure', failure: { error: toCallFailure(error) } });
  }
}

const IMAGE_TYPES: ReadonlySet<string> = new Set<AnthropicImageType>([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

function toResult(block: AnthropicBlock, answer: CallAnswer): AnthropicToolResult {
  const content = readableBlocks(answer).map((one): AnthropicResultPart => {
    if (one.type === 'text') return { type: 'text', text: one.text };
    // Another kind of image would have the whole conversation refused from here on.
    if (!IMAGE_TYPES.has(one.mimeType))
      return { type: 'text', text: `[image, ${one.mimeType}: this API takes none of this kind]` };
    return {
      type: 'image',
      source: { type: 'base64', media_type: one.mimeType as AnthropicImageType, data: one.data },
    };
  });
  const failed = isFailure(answer) ? { is_error: true as const } : {};
  return { type: 'tool_result', tool_use_id: String(block.id), content, ...failed };
}
