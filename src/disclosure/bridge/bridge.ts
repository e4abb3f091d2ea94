import type { CallContext, CallPath, RawToolResult } from '../../calling/index.ts';
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
  type SearchAnswer,
  toDescribeAnswer,
  toSearchAnswer,
  type UnavailableServer,
} from './answers.ts';
import { readCallInput, readDescribeInput, readSearchInput } from './input.ts';

export interface BridgeOptions {
  /** Results when the model names no number. */
  readonly defaultLimit: number;
  /** The most a model can ask for. */
  readonly maxLimit: number;
  readonly callPath: CallPath;
  /** Indexes a catalog; called once per catalog object. Default: in memory, without an embedder. */
  readonly index?: (catalog: Catalog) => RetrievalBackend;
}

/** What a search is told of the moment beside the catalog. */
export interface SearchContext {
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
  describe(catalog: Catalog, input: unknown): DescribeAnswer | { readonly tools: readonly DescribeAnswer[] };
  /** As {@link describe}, of a tool that is known already. */
  describeTool(tool: Tool): DescribeAnswer;
  call(catalog: Catalog, input: unknown, context?: CallContext): Promise<RawToolResult>;
}

/**
 * Builds the bridge. Stateless between calls: each operation works on the catalog of its moment; only the index of a
 * catalog object is remembered, for as long as the catalog lives.
 */
export function createBridge(options: BridgeOptions): Bridge {
  const { defaultLimit, maxLimit, callPath, index = createMemoryBackend } = options;
  const cap = Math.min(maxLimit, MAX_LIMIT);
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
      const answers = await Promise.all(
        queries.map(async ({ query, limit }) => {
          const request = {
            query,
            limit: clampLimit(limit, defaultLimit, cap),
            ...(server === undefined ? {} : { server }),
          };
          return toSearchAnswer(catalog, await searchTools(backend, request), { maxLimit: cap, ...context });
        }),
      );
      return several ? { results: answers } : answers[0]!;
    },
    describe: (catalog, input) => {
      const { references, several } = readDescribeInput(input);
      const answers = references.map((reference) => toDescribeAnswer(resolveTool(catalog, reference)));
      return several ? { tools: answers } : answers[0]!;
    },
    describeTool: toDescribeAnswer,
    call: async (catalog, input, context) => {
      const { reference, arguments: args } = readCallInput(input);
      return callPath.call(catalog, { reference, arguments: args }, context);
    },
  };
}
