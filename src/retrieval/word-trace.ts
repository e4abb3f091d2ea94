import type { AnalyzedQuery } from '../text/index.ts';
import type { CandidateSet } from './backend.ts';
import type { RequestFacts } from './evidence.ts';
import type { ExactMatches } from './exact.ts';
import type { ToolFilter } from './filter.ts';
import type { FusedCandidate } from './fusion.ts';
import type { ToolSearchResult } from './hit.ts';
import type { BareRequest } from './products/bare-request.ts';

/** How a search by words went. What a search that ended early did not come to is missing. */
export interface WordTrace extends Partial<Readonly<WordSteps>> {
  readonly query: string;
  readonly filter: ToolFilter;
  readonly result: ToolSearchResult;
}

/** What a search by words takes down while it runs. */
export interface WordSteps {
  exact: ExactMatches;
  /** The request with products in the spelling of tools. */
  meant: string;
  analyzed: AnalyzedQuery;
  set: CandidateSet;
  /** The request without the products that it names, where it was read so, too. */
  bare: BareRequest | undefined;
  /** In the order of fusion, or of the reranker. */
  fused: readonly FusedCandidate[];
  facts: RequestFacts;
  /** Id of the reranker that gave the order. */
  reranker: string | undefined;
}
