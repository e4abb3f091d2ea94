import type { CallContext } from '../../calling/index.ts';
import type { SchemaTarget, Tool } from '../../tools/index.ts';
import { lintBy, lintRequest, type RequestKind } from '../lint/index.ts';
import { refusalOf, refusalText, watchNative } from '../probe/index.ts';
import { type DeclaredTool, declareTool } from '../shared/declared.ts';
import { SEARCH_PARAMETERS, toFunction } from '../shared/openai-function.ts';
import { readRequestTools, toolNamed } from '../shared/request-tools.ts';
import { type CallAnswer, readableBlocks, runCall } from '../shared/run-call.ts';
import { findTools } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import type { OpenAIDiscovery, OpenAITools, OpenAIToolsOptions } from './contract.ts';
import { loadedTools, withoutRepeats, withoutSearches } from './history.ts';
import { toNamespaces } from './namespaces.ts';
import { probeRequest, readProbe } from './probe.ts';
import { readSearchRefusal } from './refusals.ts';
import { describeSent, readSigns, type SentRequest } from './stripped-signs.ts';
import type {
  OpenAIAnswer,
  OpenAIFunction,
  OpenAIItem,
  OpenAIResultPart,
  OpenAITool,
  OpenAIToolSearch,
} from './types.ts';

function isNative(discovery: OpenAIDiscovery): boolean {
  return discovery === 'client' || discovery === 'server';
}

/** Tools for OpenAI's Responses API. Nothing is kept but what the last request declared and the history had loaded. */
export function createOpenAITools(options: OpenAIToolsOptions): OpenAITools {
  const { access, strict = false, lint = 'report' } = options;
  const watch = watchNative('openai-responses', options);
  const wanted = options.discovery ?? 'client';
  const target: SchemaTarget = strict ? 'openai-strict' : 'openai';
  let discovery = wanted;
  let declared: ReadonlyMap<string, DeclaredTool> = new Map();
  /** Names that the model has the definitions of. */
  let known: ReadonlySet<string> = new Set();
  let last: { readonly tools: OpenAITool[]; readonly input: readonly object[] } | undefined;
  let sent: SentRequest | undefined;
  const notice = async (output: readonly OpenAIItem[]): Promise<void> => {
    const sign = sent && isNative(discovery) ? readSigns(output, sent, access.bridgeNames.search) : undefined;
    if (sign !== undefined) await watch.notice(sign);
  };
  return {
    request: async <const I extends object>(
      input: readonly I[],
      { kind = 'turn' }: { readonly kind?: RequestKind } = {},
    ) => {
      const { bridge, visible, hidden } = await readRequestTools(access, target);
      const notes: string[] = [];
      const hindrance = isNative(wanted) ? await watch.hindrance() : undefined;
      if (hindrance !== undefined) notes.push(hindrance);
      discovery = hindrance === undefined ? wanted : 'bridge';
      const declare = (tool: Tool) => declareTool(tool, target);
      const shown = discovery === 'all' ? [...visible, ...hidden.map(declare)] : visible;
      const others: OpenAITool[] = [];
      if (hidden.length > 0 && discovery === 'server')
        others.push(...toNamespaces(hidden, declare), { type: 'tool_search' });
      if (hidden.length > 0 && discovery === 'client') others.push(clientSearch(bridge, access));
      if (discovery === 'bridge') others.push(...bridge.map((tool) => toFunction(tool, false)));
      // Without a search tool, a history that holds searches would be refused.
      const searches = others.some(({ type }) => type === 'tool_search');
      const kept = searches ? withoutRepeats(input) : withoutSearches(input);
      declared = new Map(shown.map((tool) => [tool.name, tool]));
      known = new Set([...declared.keys(), ...loadedTools(kept)]);
      const part = { tools: [...shown.map((tool) => toFunction(tool, false)), ...others], input: kept };
      const previous = last === undefined ? {} : { previous: last };
      const faults = lintBy(lint, part, { provider: 'openai-responses', kind, ...previous });
      last = part;
      sent = describeSent(part.tools, part.input);
      return { ...part, notes, faults };
    },
    answer: async (output, context) => {
      const items = output as readonly OpenAIItem[];
      await notice(items);
      const catalog = access.catalog();
      // What was loaded in the meantime was declared in the dialect as well.
      const declaredTool = (name: string): DeclaredTool | undefined => {
        const tool = isNative(discovery) && !declared.has(name) ? toolNamed(catalog, name) : undefined;
        return tool === undefined ? declared.get(name) : declareTool(tool, target);
      };
      // Two searches of one answer may find the same; the second leaves it out.
      const taken = new Set(known);
      const answers = await Promise.all(
        items.flatMap((item) => {
          if (item.type === 'function_call') return [callOf(access, item, declaredTool, context)];
          const isOurs =
            item.type === 'tool_search_call' && item.execution === 'client' && typeof item.call_id === 'string';
          return isOurs ? [searchOf(access, item)] : [];
        }),
      );
      return answers.map(({ item, found }) => {
        if (item.type !== 'tool_search_output') return item;
        const fresh = found.filter(({ name }) => !taken.has(name));
        for (const { name } of fresh) taken.add(name);
        return { ...item, tools: fresh.map((tool) => toFunction(declareTool(tool, target), true)) };
      });
    },
    recover: async (error) => {
      const refusal = refusalOf(error);
      const reason = refusal && readSearchRefusal(refusal.status, refusal.body);
      if (refusal === undefined || reason === undefined || !isNative(discovery)) return false;
      // A refusal of what is right by the rules means that something on the way has changed it.
      const faults = reason === 'not-supported' || !last ? [] : lintRequest(last, { provider: 'openai-responses' });
      if (faults.some(({ severity }) => severity === 'refused')) return false;
      await watch.lost('refused', refusalText(refusal));
      return true;
    },
    probe: (send) => {
      const execution = wanted === 'server' ? 'server' : 'client';
      return watch.probe(
        async () => readProbe((await send(probeRequest(execution))).output, execution),
        ({ status, body }) => readSearchRefusal(status, body) !== undefined,
      );
    },
  };
}

/** An answer, with what a search found. */
interface Answered {
  readonly item: OpenAIAnswer;
  readonly found: readonly Tool[];
}

async function callOf(
  access: ToolAccess,
  item: OpenAIItem,
  declared: (name: string) => DeclaredTool | undefined,
  context: CallContext | undefined,
): Promise<Answered> {
  // A proxy that knows no such tool may have made a function of the native search.
  const name =
    item.name === 'tool_search' && declared('tool_search') === undefined ? access.bridgeNames.search : item.name;
  const call = { name: String(name), arguments: item.arguments };
  return { item: toOutput(item, await runCall(access, call, declared, context)), found: [] };
}

/** Found tools go out bare: a namespace that two searches name would be refused. */
async function searchOf(access: ToolAccess, item: OpenAIItem): Promise<Answered> {
  const output = {
    type: 'tool_search_output',
    call_id: String(item.call_id),
    execution: 'client',
    tools: [] as OpenAIFunction[],
  } as const;
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
    parameters: SEARCH_PARAMETERS,
  };
}

function toOutput(item: OpenAIItem, answer: CallAnswer): OpenAIAnswer {
  const blocks = readableBlocks(answer);
  const output = blocks.some(({ type }) => type === 'image')
    ? blocks.map(
        (block): OpenAIResultPart =>
          block.type === 'text'
            ? { type: 'input_text', text: block.text }
            : { type: 'input_image', detail: 'auto', image_url: `data:${block.mimeType};base64,${block.data}` },
      )
    : blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { type: 'function_call_output', call_id: String(item.call_id), output };
}
