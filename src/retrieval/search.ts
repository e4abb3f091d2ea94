import { analyzeQuery } from '../text/index.ts';
import type { Tool } from '../tools/index.ts';
import type { RetrievalBackend } from './backend.ts';
import {
  CANDIDATE_LIMIT,
  CONFIDENT_MARGIN,
  DEFAULT_LIMIT,
  MIN_LITERAL_LENGTH,
  STRONG_COVERAGE,
  UBIQUITOUS_SHARE,
} from './constants.ts';
import { findExact } from './exact.ts';
import { type FusedCandidate, fuse } from './fusion.ts';
import type { ToolHit, ToolSearchRequest, ToolSearchResult, Verdict } from './hit.ts';
import { hitConfidence, judge, STRONG_FROM } from './verdict.ts';

/** Hard bound on hits in one answer (SPEC A3). */
export const MAX_LIMIT = 50;

/**
 * Finds the tools that a request means. Order of the stages: exact names, candidates of both legs, fusion, zero-IDF
 * fallback, verdict. Deterministic: equal catalog, model and request give an equal answer.
 */
export async function searchTools(backend: RetrievalBackend, request: ToolSearchRequest): Promise<ToolSearchResult> {
  const limit = clampLimit(request.limit);
  const { query, server, refuse = 'balanced' } = request;
  if (backend.size === 0) return nothing('empty-catalog');
  if (server !== undefined && !(await backend.hasServer(server))) return nothing('unknown-server');

  const exact = await findExact(backend, query, server);
  const exactHits = exact.tools.map(toExactHit);
  if (exact.whole) {
    return answer(exact.shared ? 'ambiguous' : 'exact', exactHits, { total: exactHits.length, limit, tier: 'exact' });
  }

  const { terms, stopWordsOnly, empty } = analyzeQuery(query);
  if (empty && exactHits.length === 0) return nothing('no-words');
  const set = await backend.candidates({
    query,
    terms,
    limit: Math.max(CANDIDATE_LIMIT, limit),
    filter: server === undefined ? {} : { server },
  });
  // Words that every text has say nothing, and a vector of nothing but such words says less.
  const fused = stopWordsOnly ? fuse(set, terms.length).filter((one) => one.lexical > 0) : fuse(set, terms.length);
  const facts = { query, terms: terms.length, size: backend.size };
  const byMeaning = set.tier !== 'lexical';
  const named = new Set<Tool>(exact.tools);
  const ranked = [...exactHits, ...toHits(fused, facts, byMeaning).filter(({ tool }) => !named.has(tool))];
  const shape = { total: Math.max(set.lexicalTotal, ranked.length), limit, tier: set.tier, degraded: set.degraded };

  if (exactHits.length > 0) return answer(exact.shared ? 'ambiguous' : 'exact', ranked, shape);
  if (set.lexicalTotal === 0 || (set.lexicalTotal === backend.size && backend.size > 1 && tellsNothingApart(fused))) {
    const literal = await zeroIdfHits(backend, query, request);
    if (literal !== undefined) return literal;
  }
  if (fused.length === 0) return { ...nothing(stopWordsOnly ? 'stop-words-only' : 'no-match'), degraded: set.degraded };
  const verdict = byMeaning ? judge(fused, facts, refuse) : judgeByWords(ranked);
  if (verdict === 'none') return { ...nothing('no-match'), ranked, tier: set.tier, degraded: set.degraded };
  return answer(verdict, ranked, shape);
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

interface AnswerShape {
  readonly total: number;
  readonly limit: number;
  readonly tier: string;
  readonly degraded?: boolean;
}

function answer(verdict: Verdict, ranked: readonly ToolHit[], shape: AnswerShape): ToolSearchResult {
  const { total, limit, tier, degraded = false } = shape;
  return { verdict, hits: ranked.slice(0, limit), ranked, total, tier, degraded };
}

function nothing(reason: NonNullable<ToolSearchResult['reason']>): ToolSearchResult {
  return { verdict: 'none', hits: [], ranked: [], total: 0, reason, tier: 'none', degraded: false };
}

function toExactHit(tool: Tool): ToolHit {
  return { tool, score: 0, confidence: 1, sure: 'exact' };
}

/** Confidences are calibrated for rankings by meaning; without a dense leg they are the share of the words found. */
function toHits(
  fused: readonly FusedCandidate[],
  facts: Parameters<typeof hitConfidence>[2],
  byMeaning: boolean,
): ToolHit[] {
  return fused.map((candidate, rank): ToolHit => {
    const confidence = byMeaning ? hitConfidence(fused, rank, facts) : candidate.coverage;
    const strongFrom = byMeaning ? STRONG_FROM : STRONG_COVERAGE;
    return {
      tool: candidate.tool,
      score: candidate.score,
      confidence,
      sure: confidence >= strongFrom ? 'strong' : 'weak',
    };
  });
}

/** The verdict without a dense leg, by rule: confident when one strong hit stands clearly before the next. */
function judgeByWords(ranked: readonly ToolHit[]): Verdict {
  const [first, second] = ranked;
  if (first === undefined || first.sure === 'weak') return 'ambiguous';
  if (second !== undefined && first.score - second.score < CONFIDENT_MARGIN * first.score) return 'ambiguous';
  return 'confident';
}

/** Do all candidates hold the same query words equally, so that the order between them means nothing? */
function tellsNothingApart(candidates: readonly FusedCandidate[]): boolean {
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
  const found = await backend.nameContains(
    literal,
    request.server === undefined ? {} : { server: request.server },
    Math.max(CANDIDATE_LIMIT, limit),
  );
  if (found.total < UBIQUITOUS_SHARE * backend.size) return undefined;
  const hits = found.tools.map((tool): ToolHit => ({ tool, score: 0, confidence: 0, sure: 'weak' }));
  return {
    verdict: 'ambiguous',
    hits: hits.slice(0, limit),
    ranked: hits,
    total: found.total,
    reason: 'zero-idf',
    tier: 'exact',
    degraded: false,
  };
}
