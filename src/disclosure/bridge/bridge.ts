import type { CallContext, CallPath, CallRequest, RawToolResult } from '../../calling/index.ts';
import { resolveTool } from '../../calling/index.ts';
import {
  clampLimit,
  createMemoryBackend,
  MAX_LIMIT,
  type RetrievalBackend,
  searchTools,
} from '../../retrieval/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import {
  type DescribeAnswer,
  type DescribeAnswers,
  type SearchAnswer,
  toDescribeAnswer,
  toMissingName,
  toSearchAnswer,
  type UnavailableServer,
} from './answers.ts';
import { meaningIn, readCallInput, readDescribeInput, readSearchInput } from './input.ts';
import { type BridgeWatchOptions, createBridgeWatch } from './watch.ts';

export interface BridgeOptions extends BridgeWatchOptions {
  /** Results when the model names no number. */
  readonly defaultLimit: number;
  /** The most a model can ask for. */
  readonly maxLimit: number;
  readonly callPath: CallPath;
  /** Indexes a catalog; called once per catalog object. Default: in memory, without an embedder. */
  readonly index?: (catalog: Catalog) => RetrievalBackend;
}

/** Whose operation it is. */
export interface BridgeCaller {
  /** Searches that one session makes again are answered short. Absent: the caller is nobody in particular. */
  readonly session?: string | undefined;
  /** A program reads the answer: what was asked before is answered in full all the same. */
  readonly isProgram?: boolean;
}

/** What a search is told of the moment beside the catalog. */
export interface SearchContext extends BridgeCaller {
  /** Servers whose tools cannot be found at the moment. */
  readonly unavailable?: readonly UnavailableServer[];
  /** Is the tool in the request itself already, so that a hit can say "call it directly"? */
  readonly isExposed?: (tool: Tool) => boolean;
}

/** The three operations behind the bridge tools, over whatever catalog they are handed. */
export interface Bridge {
  search(
    catalog: Catalog,
    input: unknown,
    context?: SearchContext,
  ): Promise<SearchAnswer | { readonly results: readonly SearchAnswer[] }>;
  describe(catalog: Catalog, input: unknown, caller?: BridgeCaller): DescribeAnswer | DescribeAnswers;
  call(catalog: Catalog, input: unknown, context?: CallContext): Promise<RawToolResult>;
  /** Why a person would be asked before this call runs; see {@link CallPath.asks}. */
  asks(catalog: Catalog, input: unknown, context?: CallContext): Promise<string | undefined>;
}

/**
 * Builds the bridge. Each operation works on the catalog of its moment; the index of a catalog object is remembered
 * for as long as the catalog lives, and what sessions did is in the session store.
 */
export function createBridge(options: BridgeOptions): Bridge {
  const { defaultLimit, maxLimit, callPath, index = createMemoryBackend } = options;
  const cap = Math.min(maxLimit, MAX_LIMIT);
  const watch = createBridgeWatch(options);
  const backends = new WeakMap<Catalog, RetrievalBackend>();
  const backendOf = (catalog: Catalog): RetrievalBackend => {
    let backend = backends.get(catalog);
    if (backend === undefined) {
      backend = index(catalog);
      backends.set(catalog, backend);
    }
    return backend;
  };
  return {
    search: async (catalog, input, context = {}) => {
      const { queries, server, several } = readSearchInput(input);
      const backend = backendOf(catalog);
      const searches = await Promise.all(
        queries.map(async ({ query, limit }) => {
          const startedAt = performance.now();
          const request = {
            query,
            limit: clampLimit(limit, defaultLimit, cap),
            ...(server === undefined ? {} : { server }),
          };
          try {
            const result = await searchTools(backend, request);
            const answer = toSearchAnswer(catalog, result, { maxLimit: cap, ...context });
            // Of one server the size is not known, but that all of its tools may be ranked.
            const outOf = server === undefined ? backend.size : Math.min(backend.size, result.ranked.length);
            return { query, catalog, result, answer, outOf, ms: performance.now() - startedAt };
          } catch (error) {
            watch.notSearched(context.session, query, error, performance.now() - startedAt);
            throw error;
          }
        }),
      );
      const answers: SearchAnswer[] = [];
      // One after the other: the second of two like needs is the repeated one.
      for (const search of searches) {
        const answer = await watch.searched(context.session, search);
        answers.push(context.isProgram === true ? search.answer : answer);
      }
      return several ? { results: answers } : answers[0]!;
    },
    describe: (catalog, input, { session } = {}) => {
      const startedAt = performance.now();
      try {
        const { references, several } = readDescribeInput(input);
        const found = references.filter((reference) => catalog.resolve(reference).kind === 'found');
        // Where none is found, the error of the first says why.
        const known = found.length === 0 ? references.slice(0, 1) : found;
        const tools = known.map((reference) => resolveTool(catalog, reference));
        const answers = tools.map(toDescribeAnswer);
        watch.described(session, tools, answers, performance.now() - startedAt);
        if (!several) return answers[0]!;
        const missing = references.filter((reference) => !found.includes(reference));
        if (missing.length === 0) return { tools: answers };
        return { tools: answers, missing: missing.map((name) => toMissingName(catalog, name)) };
      } catch (error) {
        watch.notDescribed(session, error, performance.now() - startedAt);
        throw error;
      }
    },
    call: async (catalog, input, context) =>
      callPath.call(catalog, readCall(catalog, input), { entrance: 'bridge', ...context }),
    asks: async (catalog, input, context) =>
      callPath.asks(catalog, readCall(catalog, input), { entrance: 'bridge', ...context }),
  };
}

function readCall(catalog: Catalog, input: unknown): CallRequest {
  return readCallInput(input, meaningIn(catalog));
}
