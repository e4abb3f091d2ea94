import { analyzeQuery } from '../text/index.ts';
import type { Tool } from '../tools/index.ts';
import type { Candidate, RetrievalBackend } from './backend.ts';
import {
  CANDIDATE_LIMIT,
  CONFIDENT_MARGIN,
  DEFAULT_LIMIT,
  MIN_LITERAL_LENGTH,
  STRONG_COVERAGE,
  UBIQUITOUS_SHARE,
} from './constants.ts';
import { findExact } from './exact.ts';
import type { ToolHit, ToolSearchRequest, ToolSearchResult, Verdict } from './hit.ts';

/** Hard bound on hits in one answer (SPEC A3). */
export const MAX_LIMIT = 50;

/**
 * Finds the tools that a request means. Order of the stages: exact names, lexical candidates, zero-IDF fallback,
 * verdict. Deterministic: equal catalog and request give an equal answer.
 */
export async function searchTools(backend: RetrievalBackend, request: ToolSearchRequest): Promise<ToolSearchResult> {
  const limit = clampLimit(request.limit);
  const { query, server } = request;
  if (backend.size === 0) return nothing('empty-catalog');
  if (server !== undefined && !(await backend.hasServer(server))) return nothing('unknown-server');

  const exact = await findExact(backend, query, server);
  const exactHits = exact.tools.map(toExactHit);
  if (exact.whole) return answer(exact.shared ? 'ambiguous' : 'exact', exactHits, exactHits.length, limit);

  const terms = analyzeQuery(query);
  const scope = server === undefined ? {} : { server };
  const { candidates, total } =
    terms.terms.length === 0
      ? { candidates: [], total: 0 }
      : await backend.lexical({ terms: terms.terms, limit: Math.max(CANDIDATE_LIMIT, limit), ...scope });

  const named = new Set<Tool>(exact.tools);
  const ranked = [...exactHits, ...candidates.filter(({ tool }) => !named.has(tool)).map(toHit)];
  const counted = Math.max(total, ranked.length);

  if (exactHits.length > 0) return answer(exact.shared ? 'ambiguous' : 'exact', ranked, counted, limit);
  if (candidates.length === 0 || (total === backend.size && total > 1 && tellsNothingApart(candidates))) {
    const literal = await zeroIdfHits(backend, query, request);
    if (literal !== undefined) return literal;
  }
  if (candidates.length === 0) {
    return nothing(terms.stopWordsOnly ? 'stop-words-only' : terms.empty ? 'no-words' : 'no-match');
  }
  return answer(judge(ranked), ranked, counted, limit);
}

/** A limit from outside: clamped, never an error (SPEC A3). */
export function clampLimit(
  limit: number | undefined,
  fallback: number = DEFAULT_LIMIT,
  max: number = MAX_LIMIT,
): number {
  if (limit === undefined || Number.isNaN(limit)) return Math.min(fallback, max);
  return Math.max(1, Math.min(Math.trunc(limit), max));
}

function answer(verdict: Verdict, ranked: readonly ToolHit[], total: number, limit: number): ToolSearchResult {
  return { verdict, hits: ranked.slice(0, limit), ranked, total, degraded: false };
}

function nothing(reason: NonNullable<ToolSearchResult['reason']>): ToolSearchResult {
  return { verdict: 'none', hits: [], ranked: [], total: 0, reason, degraded: false };
}

function toExactHit(tool: Tool): ToolHit {
  return { tool, score: 0, confidence: 1, sure: 'exact' };
}

function toHit({ tool, score, coverage }: Candidate): ToolHit {
  return { tool, score, confidence: coverage, sure: coverage >= STRONG_COVERAGE ? 'strong' : 'weak' };
}

/** First, uncalibrated verdict: confident when one strong hit stands clearly before the next. */
function judge(ranked: readonly ToolHit[]): Verdict {
  const [first, second] = ranked;
  if (first === undefined || first.sure === 'weak') return 'ambiguous';
  if (second !== undefined && first.score - second.score < CONFIDENT_MARGIN * first.score) return 'ambiguous';
  return 'confident';
}

/** Do all candidates hold the same query words equally, so that the order between them means nothing? */
function tellsNothingApart(candidates: readonly Candidate[]): boolean {
  return candidates.every((candidate) => candidate.coverage === candidates[0]!.coverage);
}

/**
 * SPEC R7: in a catalog where (nearly) every name holds the word, BM25 has nothing to say. Then, and only then, the
 * literal lists its tools, all marked weak. A literal that few names hold is no evidence: "read" must not find
 * "spreadsheet".
 */
async function zeroIdfHits(
  backend: RetrievalBackend,
  query: string,
  request: ToolSearchRequest,
): Promise<ToolSearchResult | undefined> {
  const literal = query.trim();
  if (literal.length < MIN_LITERAL_LENGTH || /\s/.test(literal)) return undefined;
  const limit = clampLimit(request.limit);
  const found = await backend.nameContains(literal, request.server, Math.max(CANDIDATE_LIMIT, limit));
  if (found.total < UBIQUITOUS_SHARE * backend.size) return undefined;
  const hits = found.tools.map((tool): ToolHit => ({ tool, score: 0, confidence: 0, sure: 'weak' }));
  return {
    verdict: 'ambiguous',
    hits: hits.slice(0, limit),
    ranked: hits,
    total: found.total,
    reason: 'zero-idf',
    degraded: false,
  };
}
