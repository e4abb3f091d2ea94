import { type RetrievalBackend, searchTools, type ToolSearchResult } from '../../retrieval/index.ts';
import { estimatingCounter, type TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import {
  HYDRATE_FROM,
  HYDRATE_FROM_COVERAGE,
  MAX_HYDRATED,
  MAX_HYDRATED_NAMED,
  MAX_HYDRATED_TOKENS,
} from './constants.ts';

export interface HydrationOptions {
  /** From this number on no tool is exposed on a guess. Default 4; 0 exposes only what is required or named. */
  readonly maxTools?: number;
  /** Tokens of all exposed definitions together. Default 2,000. A definition that does not fit is left to the search. */
  readonly maxTokens?: number;
  /** Counts tokens; an estimate by default. */
  readonly counter?: TokenCounter;
  /**
   * Names or ids that must be there: required for this turn, or exposed in earlier ones, so that the list of tools (and
   * with it the prompt cache) changes only when something comes. Those that do not exist any more are passed over.
   */
  readonly required?: readonly string[];
  /** Tools that the model sees anyway. */
  readonly isExposed?: (tool: Tool) => boolean;
}

/**
 * The hidden tools whose schemas are worth showing for this turn, in the order of the catalog: required ones, those
 * that the request names outright, then those it probably means. An ambiguous request, or one that nothing fits,
 * exposes nothing on a guess. Equal catalog, backend and request give equal tools.
 */
export async function chooseHydrated(
  catalog: Catalog,
  backend: RetrievalBackend,
  request: string,
  options: HydrationOptions = {},
): Promise<readonly Tool[]> {
  const { maxTools = MAX_HYDRATED, maxTokens = MAX_HYDRATED_TOKENS, counter = estimatingCounter } = options;
  const { required = [], isExposed = () => false } = options;
  const result = await searchTools(backend, { query: request, limit: MAX_HYDRATED_NAMED });
  const wanted = required.flatMap((reference) => {
    const resolution = catalog.resolve(reference);
    return resolution.kind === 'found' ? [resolution.tool] : [];
  });

  const chosen = new Set<Tool>();
  let tokens = 0;
  const take = (tools: readonly Tool[], limit: number): void => {
    for (const tool of tools) {
      if (chosen.size >= limit) return;
      if (chosen.has(tool) || tool.directOnly || isExposed(tool)) continue;
      const cost = counter.countTokens(visibleText(tool)).tokens;
      if (tokens + cost > maxTokens) continue;
      tokens += cost;
      chosen.add(tool);
    }
  };
  take(wanted, MAX_HYDRATED_NAMED);
  take(namedOutright(result), MAX_HYDRATED_NAMED);
  take(probablyMeant(result), Math.min(MAX_HYDRATED_NAMED, maxTools));
  return catalog.tools.filter((tool) => chosen.has(tool));
}

/** Tools under a name that is theirs alone; one that several answer to is a choice, and the model's to make. */
function namedOutright({ verdict, hits }: ToolSearchResult): readonly Tool[] {
  const exact = hits.filter(({ sure }) => sure === 'exact').map(({ tool }) => tool);
  if (verdict === 'exact') return exact;
  const owners = new Map<string, number>();
  for (const { originalName } of exact) owners.set(originalName, (owners.get(originalName) ?? 0) + 1);
  return exact.filter(({ originalName }) => owners.get(originalName) === 1);
}

function probablyMeant({ verdict, hits, tier }: ToolSearchResult): readonly Tool[] {
  if (verdict !== 'confident' && verdict !== 'exact') return [];
  const from = tier === 'lexical' ? HYDRATE_FROM_COVERAGE : HYDRATE_FROM;
  return hits.filter((hit) => hit.sure === 'strong' && hit.confidence >= from).map(({ tool }) => tool);
}

/** What a model API puts before the model. */
function visibleText({ name, description, inputSchema }: Tool): string {
  return JSON.stringify({ name, description, input_schema: inputSchema });
}
