import { errorMessage, ToolscoutError } from '../../errors.ts';
import { clampLimit, createMemoryBackend, type RetrievalBackend } from '../../retrieval/index.ts';
import { isObject, own } from '../../shared/json.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { readSearchInput } from '../bridge/input.ts';
import {
  DEFAULT_RESULTS,
  MAX_RESULTS,
  sourceWord,
  TOOL_SEARCH_TYPES,
  type ToolSearchAnswer,
  type ToolSearchType,
  toFoundTool,
  toolSearchCode,
} from '../profiles/preselection.ts';
import { askModel } from './ask-model.ts';
import { type LocalChoice, searchLocally } from './local-choice.ts';
import { toQuestion } from './prompt.ts';
import { completePreselectSettings } from './settings.ts';
import { orAborted } from './shared-requests.ts';
import { timeLimit } from './time-limit.ts';
import type { PreselectorOptions } from './types.ts';

/** Searches in the middle of a turn, as a tool for the main model. */
export interface ToolSearch {
  /** Never rejects but for the signal: a failure is an answer with a code. */
  search(catalog: Catalog, input: unknown, signal?: AbortSignal): Promise<ToolSearchAnswer>;
}

/**
 * The tool `ToolSearch`: `{query, type?, maxResults?}`. A name is answered from the catalog at once, and so is what the
 * search is sure of; otherwise the auxiliary model judges the candidates. Where it fails, the answer holds what the
 * search found, and the code of the failure.
 */
export function createToolSearch(options: PreselectorOptions = {}): ToolSearch {
  const { model, index = createMemoryBackend } = options;
  const settings = completePreselectSettings(options);
  const views = new WeakMap<Catalog, Map<ToolSearchType, View>>();

  const viewOf = (catalog: Catalog, type: ToolSearchType): View => {
    const known = views.get(catalog) ?? new Map<ToolSearchType, View>();
    views.set(catalog, known);
    let view = known.get(type);
    if (view === undefined) {
      const narrowed = type === 'all' ? catalog : catalog.narrow((tool) => isOf(tool, type));
      view = { catalog: narrowed, backend: index(narrowed) };
      known.set(type, view);
    }
    return view;
  };

  const find = async (view: View, query: string, limit: number, signal: AbortSignal | undefined): Promise<Found> => {
    const wanted = Math.max(limit, settings.candidates);
    const local = await searchLocally({ ...view, text: query, limit: wanted, isThere: () => false, recent: [] });
    const certain = [...local.named, ...local.sure];
    if (local.named.length > 0 || local.settled) return { tools: certain };
    if (model === undefined || local.open.length === 0) return { tools: locally(local) };
    const candidates = local.open.slice(0, settings.candidates);
    const question = toQuestion('tools', query, [], candidates, limit);
    const time = timeLimit(settings.timeoutMs, signal);
    try {
      const { retries } = settings;
      const { chosen } = await orAborted(
        askModel(model, question, candidates, { retries, signal: time.signal }),
        time.signal,
      );
      const byId = new Map(candidates.map((tool) => [tool.id, tool]));
      return { tools: [...certain, ...chosen.flatMap((id) => byId.get(id) ?? [])] };
    } catch (error) {
      signal?.throwIfAborted();
      const code = error instanceof ToolscoutError ? error.code : time.signal.aborted ? 'LLM_TIMEOUT' : 'LLM_REJECTED';
      return { tools: locally(local), failure: { code: toolSearchCode(code), error: errorMessage(error) } };
    } finally {
      time.end();
    }
  };

  return {
    search: async (catalog, input, signal) => {
      signal?.throwIfAborted();
      let query = '';
      try {
        const read = readInput(input);
        query = read.query;
        const { tools, failure } = await find(viewOf(catalog, read.type), query, read.limit, signal);
        // As the whole catalog names them, since that is where they are called.
        const found = [...new Set(tools)].slice(0, read.limit).map(({ id }) => toFoundTool(catalog.byId(id)!));
        return {
          status: failure !== undefined && found.length === 0 ? 'failed' : 'completed',
          query,
          found: found.length,
          tools: found,
          ...failure,
        };
      } catch (error) {
        signal?.throwIfAborted();
        const code = toolSearchCode(error instanceof ToolscoutError ? error.code : '');
        return { status: 'failed', query, found: 0, tools: [], code, error: errorMessage(error) };
      }
    },
  };
}

interface View {
  readonly catalog: Catalog;
  readonly backend: RetrievalBackend;
}

interface Found {
  readonly tools: readonly Tool[];
  readonly failure?: Required<Pick<ToolSearchAnswer, 'code' | 'error'>>;
}

/** What the search itself would answer: nothing where nothing fits. */
function locally({ named, sure, unsure }: LocalChoice): readonly Tool[] {
  return [...named, ...sure, ...unsure];
}

function isOf(tool: Tool, type: ToolSearchType): boolean {
  if (type === 'skill' || type === 'subagent') return tool.kind === type;
  return tool.kind === 'tool' && sourceWord(tool.source.kind) === type;
}

/** A type that there is not is no narrowing: what a model means by it, nobody knows. */
function readInput(input: unknown): { readonly query: string; readonly type: ToolSearchType; readonly limit: number } {
  const given = isObject(input) ? own(input, 'type') : undefined;
  const withoutType = isObject(input) ? { ...input, type: undefined } : input;
  const { query, limit } = readSearchInput(withoutType).queries[0]!;
  return {
    query,
    type: TOOL_SEARCH_TYPES.find((type) => type === given) ?? 'all',
    limit: clampLimit(limit, DEFAULT_RESULTS, MAX_RESULTS),
  };
}
