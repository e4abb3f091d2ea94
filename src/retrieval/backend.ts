import type { Tool } from '../tools/index.ts';

/**
 * The seam between tool search and whatever holds the index. A backend supplies exact look-ups and candidate lists
 * over what one caller may see; guard, fusion, rerank and verdict are the same code for every backend.
 */
export interface RetrievalBackend {
  /** Tools within the caller's view. */
  readonly size: number;
  /** Every tool the text names exactly (id, name, original name, suffix), letter case ignored. */
  named(text: string): Promise<readonly Tool[]>;
  /** Lexical candidates, best first, ties in a stable order. */
  lexical(request: CandidateRequest): Promise<CandidateList>;
  /** Tools whose name holds the literal, ignoring case, in stable order; at most `limit`, with the full count. */
  nameContains(
    literal: string,
    server: string | undefined,
    limit: number,
  ): Promise<{ tools: readonly Tool[]; total: number }>;
  /** Does any visible tool come from this source? */
  hasServer(server: string): Promise<boolean>;
}

export interface CandidateRequest {
  /** Analysed query terms. */
  readonly terms: readonly string[];
  readonly limit: number;
  readonly server?: string;
}

export interface Candidate {
  readonly tool: Tool;
  readonly score: number;
  /** Share of the query's IDF mass that the tool holds, 0 … 1. */
  readonly coverage: number;
  /** Bit f is set when field f of `FIELDS` holds a query term. */
  readonly fields: number;
}

export interface CandidateList {
  readonly candidates: readonly Candidate[];
  /** Tools with a positive score, however many were asked for. */
  readonly total: number;
}
