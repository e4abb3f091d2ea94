import type { Tool } from '../tools/index.ts';

/** How sure a hit is: named exactly; likely meant; merely the nearest. */
export type Sureness = 'exact' | 'strong' | 'weak';

/** The answer's verdict (SPEC R6). On `none` nothing is offered for calling. */
export type Verdict = 'exact' | 'confident' | 'ambiguous' | 'none';

/** How readily the search says that nothing fits; `strict` loses more of what could be answered. */
export type Refusal = 'strict' | 'balanced' | 'never';

export interface ToolHit {
  readonly tool: Tool;
  /** Ranking score, comparable within one answer only. A hit that was named exactly has none and carries 0. */
  readonly score: number;
  /** 0 … 1: how much of the request the tool answers, as far as the pipeline can tell. */
  readonly confidence: number;
  readonly sure: Sureness;
}

export interface ToolSearchRequest {
  readonly query: string;
  /** Hits wanted, clamped to 1 … 50. Default {@link DEFAULT_LIMIT}. */
  readonly limit?: number;
  /** Only tools of this source name. */
  readonly server?: string;
  /** How readily to say that nothing fits. Default `balanced`. */
  readonly refuse?: Refusal;
}

export interface ToolSearchResult {
  readonly verdict: Verdict;
  /** What may be offered to a model, best first. Empty on `none`. */
  readonly hits: readonly ToolHit[];
  /** The whole ranking that was computed, also on `none`: for tooling and evaluation, never for a model. */
  readonly ranked: readonly ToolHit[];
  /** Tools that matched in any way within what the caller may see. */
  readonly total: number;
  /** Why the answer is not better, in words for the caller. */
  readonly reason?: 'no-words' | 'stop-words-only' | 'no-match' | 'empty-catalog' | 'unknown-server' | 'zero-idf';
  /** What ranked: an embedder's id, `lexical`, `exact` for names alone, `none` where nothing was ranked. */
  readonly tier: string;
  /** A part of the pipeline was not available. */
  readonly degraded: boolean;
}
