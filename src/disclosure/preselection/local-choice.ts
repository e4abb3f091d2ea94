import {
  carryObjects,
  type RetrievalBackend,
  searchTools,
  splitIntents,
  type ToolHit,
  type ToolSearchResult,
} from '../../retrieval/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import {
  CONTEXT_QUOTA,
  MAX_SURE,
  RECENT_DEPTH,
  RECENT_QUOTA,
  SEARCH_DEPTH,
  SURE_FROM,
  SURE_FROM_COVERAGE,
} from './constants.ts';

/** What the search makes of a turn, before any model. */
export interface LocalChoice {
  /** Under a name that is theirs alone. */
  readonly named: readonly Tool[];
  /** What the search is sure of, part after part. */
  readonly sure: readonly Tool[];
  /** Every part has a named or a sure tool: there is nothing to ask a model. */
  readonly settled: boolean;
  /** The best of all parts. */
  readonly candidates: readonly Tool[];
  /** The best of the parts that are not settled: what a model judges. */
  readonly open: readonly Tool[];
  /** The best hits of every part for which something may fit, by turns: what is taken without a model. */
  readonly unsure: readonly Tool[];
  readonly intents: readonly string[];
}

export interface LocalSearch {
  readonly catalog: Catalog;
  readonly backend: RetrievalBackend;
  readonly text: string;
  readonly context?: string | undefined;
  /** Candidates wanted. */
  readonly limit: number;
  /** Tools that the turn has already; they settle a part, and are no candidates. */
  readonly isThere: (tool: Tool) => boolean;
  /** Servers that the conversation used last. */
  readonly recent: readonly string[];
}

/**
 * Searches for the whole request, for each part of a compound one, for it in its context, and in the servers that were
 * used last, all at once.
 */
export async function searchLocally(options: LocalSearch): Promise<LocalChoice> {
  const { catalog, backend, text, context, limit, isThere, recent } = options;
  const search = (query: string): Promise<ToolSearchResult> =>
    searchTools(backend, { query, limit: SEARCH_DEPTH, intents: false });
  const searchIn = (server: string): Promise<ToolSearchResult> =>
    searchTools(backend, { query: text, server, limit: RECENT_DEPTH, intents: false });
  const intents = splitIntents(text);
  const texts = intents.length < 2 ? [] : carryObjects(intents);
  const [whole, inContext, ofTexts, ofServers] = await Promise.all([
    search(text),
    context === undefined ? undefined : search(context),
    Promise.all(texts.map(search)),
    Promise.all(recent.map(searchIn)),
  ]);
  const parts = (ofTexts.length === 0 ? [whole] : ofTexts).map(readPart);
  const open = parts.filter(({ named, sure }) => named.length + sure.length === 0);
  const settled = open.length === 0;
  const news = (tools: readonly Tool[]): readonly Tool[] => tools.filter((tool) => !isThere(tool));
  const lists = (some: readonly Part[]): (readonly Tool[])[] => {
    const ranked = some.map((part) => news(part.ranked));
    return ofTexts.length === 0 ? ranked : [...ranked, news(toolsOf(whole.ranked))];
  };
  const nearby = byTurns(
    ofServers.map(({ ranked }) => news(toolsOf(ranked))),
    RECENT_QUOTA,
  );
  const extras = [
    { tools: inContext === undefined ? [] : news(toolsOf(inContext.ranked)), quota: CONTEXT_QUOTA },
    { tools: nearby, quota: RECENT_QUOTA },
  ];
  // The rest of a small catalog costs little to judge, and a word that nobody wrote into it may stand for any of it.
  const rest = catalog.tools.length <= limit ? news(catalog.tools) : [];
  const best = (some: readonly Part[]) => withExtras(lists(some), extras, rest, limit);
  return {
    named: [...new Set(parts.flatMap(({ named }) => named))],
    sure: [...new Set(parts.flatMap(({ sure }) => sure))],
    settled,
    candidates: best(parts),
    open: settled ? [] : best(open),
    // A search within one server says "none" too often to be heard: its best are mostly what a follow-up means.
    unsure: byTurns([...parts.filter(({ fits }) => fits).map((part) => news(part.ranked)), nearby], limit),
    intents,
  };
}

interface Part {
  readonly named: readonly Tool[];
  readonly sure: readonly Tool[];
  readonly ranked: readonly Tool[];
  /** Something here may serve it. */
  readonly fits: boolean;
}

function readPart(result: ToolSearchResult): Part {
  const named = namedOutright(result);
  return {
    named,
    sure: sureHits(result).filter((tool) => !named.includes(tool)),
    ranked: toolsOf(result.ranked),
    fits: result.verdict !== 'none',
  };
}

/** Tools under a name that is theirs alone; one that several answer to is a choice. */
function namedOutright({ hits }: ToolSearchResult): readonly Tool[] {
  const exact = toolsOf(hits.filter(({ sure }) => sure === 'exact'));
  const owners = new Map<string, number>();
  for (const { originalName } of exact) owners.set(originalName, (owners.get(originalName) ?? 0) + 1);
  return exact.filter(({ originalName }) => owners.get(originalName) === 1);
}

function sureHits({ verdict, hits, tier }: ToolSearchResult): readonly Tool[] {
  if (verdict !== 'confident') return [];
  const from = tier === 'lexical' ? SURE_FROM_COVERAGE : SURE_FROM;
  return toolsOf(hits.filter((hit) => hit.sure === 'strong' && hit.confidence >= from)).slice(0, MAX_SURE);
}

function toolsOf(hits: readonly ToolHit[]): readonly Tool[] {
  return hits.map(({ tool }) => tool);
}

/** A quota for every list, one for each extra, and then whatever there is. */
function withExtras(
  lists: readonly (readonly Tool[])[],
  extras: readonly { readonly tools: readonly Tool[]; readonly quota: number }[],
  rest: readonly Tool[],
  limit: number,
): readonly Tool[] {
  const own = byTurns(lists, limit);
  const added = new Set<Tool>();
  for (const { tools, quota } of extras) {
    // The best of the request itself has its place whatever else there is.
    const room = Math.min(quota, limit - 1 - added.size);
    const best = new Set(own.slice(0, limit - added.size - room));
    for (const tool of tools.filter((one) => !best.has(one) && !added.has(one)).slice(0, room)) added.add(tool);
  }
  const kept = own.filter((tool) => !added.has(tool)).slice(0, limit - added.size);
  return [...new Set([...kept, ...added, ...own, ...rest])].slice(0, limit);
}

/** The first of each list, the second of each, and so on; no tool twice. */
function byTurns(lists: readonly (readonly Tool[])[], limit: number): readonly Tool[] {
  const taken = new Set<Tool>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest && taken.size < limit; rank++) {
    for (const list of lists) {
      const tool = list[rank];
      if (tool !== undefined && taken.size < limit) taken.add(tool);
    }
  }
  return [...taken];
}
