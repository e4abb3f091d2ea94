import type { FilterExpression } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import type { ToolFilter } from './filter.ts';
import type { Namespaces } from './hierarchy/namespaces.ts';
import type { BareRequest } from './products/bare-request.ts';
import type { Reranking } from './reranker.ts';

/**
 * The seam between tool search and whatever holds the index. A backend supplies exact look-ups and candidates over
 * what one caller may see; guard, fusion and verdict are the same code for every backend.
 */
export interface RetrievalBackend {
  /** Tools within the caller's view. */
  readonly size: number;
  /** Judges the candidates of this backend once more, after fusion and before the verdict. */
  readonly reranking?: Reranking | undefined;
  /** Every tool the text names exactly (id, name, original name, suffix), letter case ignored. */
  named(text: string): Promise<readonly Tool[]>;
  /** The best of each leg together, in no particular order, each with the figures of all legs. */
  candidates(request: CandidateRequest): Promise<CandidateSet>;
  /**
   * Tools whose name holds the literal, ignoring case, in stable order; at most `limit`, with the full count. A large
   * index need not look: there no word is in half of all names.
   */
  nameContains(literal: string, filter: ToolFilter, limit: number): Promise<{ tools: readonly Tool[]; total: number }>;
  /** The first tools that pass the filter, in order of id, with the full count. */
  list(filter: ToolFilter, limit: number): Promise<{ tools: readonly Tool[]; total: number }>;
  /** May any visible tool be for this product of the lexicon in `products/`? */
  serves(product: string): Promise<boolean>;
  /** Does any visible tool come from this source? */
  hasServer(server: string): Promise<boolean>;
  /**
   * Builds what the first search would wait for, or give up waiting for.
   * @throws what the embedder throws; searches go on without it all the same.
   */
  prepare?(): Promise<void>;
  /** Lengths of the fields that count as usual, where they are fixed; else they are the means of what is searched. */
  readonly usualLengths?: readonly number[];
  /** The sources of the tools, for answers with groups; without it there are none. */
  readonly namespaces?: Namespaces | undefined;
  /** Every tag that a filter may name. */
  readonly tagKeys: ReadonlySet<string>;
  /**
   * The tools whose tags pass, as a backend of their own. Nothing it answers depends on the others: names, counts,
   * statistics and state are those of a backend that never held them.
   */
  partition(filter: FilterExpression): RetrievalBackend;
}

/** An index that lives elsewhere is asked over a network, so that it begins each search and may come short in it. */
export interface RemoteRetrievalBackend extends RetrievalBackend {
  /**
   * The same backend for one search, with size and tags as they were a moment ago. `anew`: of now.
   */
  begin(options?: { readonly anew?: boolean }): Promise<RemoteRetrievalBackend>;
  /** Since it was begun, some part of the index did not answer. */
  readonly short: boolean;
  /** How many tools come from each of these sources; a source without any is left out. */
  sizesOf(servers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  partition(filter: FilterExpression): RemoteRetrievalBackend;
}

export interface CandidateRequest {
  /** The request as written, for the dense legs. */
  readonly query: string;
  /** Its analysed terms, for the lexical leg; may be empty. */
  readonly terms: readonly string[];
  /** The same without the products it names, where tools are for them. */
  readonly bare?: BareRequest | undefined;
  /** At most this many from each leg. */
  readonly limit: number;
  readonly filter: ToolFilter;
}

export interface Candidate {
  readonly tool: Tool;
  /** BM25F score, ≥ 0. */
  readonly lexical: number;
  /** Share of the query's IDF mass that the tool holds, 0 … 1. */
  readonly coverage: number;
  /** Bit f is set when field f of `FIELDS` holds a query term. */
  readonly fields: number;
  /** Cosine of request and tool, -1 … 1; 0 without a dense leg. */
  readonly cosine: number;
  /**
   * The same with the request as it is read for the order: without the names of products, and by the deep model although
   * that has not read the tool. Absent where it is read as it is written.
   */
  readonly guided?: number;
  /** Cosine by the deep leg; 0 as long as that takes no part. */
  readonly deepCosine: number;
  /** The same without the names of products; absent where the request names none. */
  readonly deepGuided?: number;
  /** Mean cosine of the request and the tools of its source; absent where that does not count. */
  readonly group?: number;
}

export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  /** IDF mass of the query: no lexical score is above it. */
  readonly queryIdf: number;
  /** Tools that hold a word of the query. */
  readonly lexicalTotal: number;
  /** Terms that count for the length of the request, where not all do: see `counted-terms.ts`. */
  readonly countedTerms?: number;
  /** Products that the request names and visible tools are for: a tool that is named for one comes first. */
  readonly products?: readonly string[];
  /** What judged meaning: the embedders' ids joined by `+`, or `lexical` where none took part. */
  readonly tier: string;
  /** The deep model read the request for the first leg. */
  readonly guided?: boolean;
  /** The deep leg took part. */
  readonly deep: boolean;
  /** Where it judged only some of the candidates: these. The others rank behind them. */
  readonly reranked?: ReadonlySet<Tool>;
  /** The cosines are those of the models that fusion and verdict were fitted with. */
  readonly calibrated: boolean;
  /** The dense leg is there and answered, but knows no token of the request. */
  readonly unread?: boolean;
  /** How much the request is like what tools do at all: see `tool-likeness.ts`. By the deep model where that read the request, else by the first. */
  readonly likeness: number;
  /** What the request asks to be done: see `operations/request-operations.ts`. Empty without the deep leg. */
  readonly operations: readonly number[];
  /** A dense leg is there but could not answer. */
  readonly degraded: boolean;
}
