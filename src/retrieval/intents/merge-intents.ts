import type { Tool } from '../../tools/index.ts';
import type { IntentAnswer, ToolHit, ToolSearchResult, Verdict } from '../hit.ts';

/** One part of a request with what a search for it alone found. */
export interface IntentResult {
  readonly text: string;
  readonly result: ToolSearchResult;
}

/**
 * Reciprocal rank fusion with a steep start: `Σ weight / (1.5 + rank)`, the first rank being 0. So firsts count most, and
 * the order comes close to the lists taking turns. The whole request counts as three parts: it alone knows how the parts
 * hang together; a part that nothing fits counts half. Ranks and not scores, because those of requests of different
 * lengths have no common measure. The numbers were chosen on one half of the requests of 18 sets: see `benchmarks/README.md`.
 */
const RANK_OFFSET = 1.5;
const WHOLE_WEIGHT = 3;
const NONE_WEIGHT = 0.5;

/**
 * One answer to a compound request out of the answers to the whole and to each part. Each part for which anything fits
 * has its share of the hits; a part for which nothing fits is named with the verdict `none`.
 */
export function mergeIntents(whole: ToolSearchResult, parts: readonly IntentResult[], limit: number): ToolSearchResult {
  const fitting = parts.filter(({ result }) => result.verdict !== 'none');
  // Who is named outright is meant. Where nothing fits any part, the whole may still be one request after all.
  if (whole.verdict === 'exact' || fitting.length === 0) return whole;
  const ranked = fuseRanks(whole.ranked, parts, ({ ranked: all }) => all);
  const shown = shareOut(
    fuseRanks(whole.hits, fitting, ({ hits }) => hits),
    fitting,
    limit,
  );
  const results = [whole, ...parts.map(({ result }) => result)];
  const { reason: _reason, absent: _absent, ...rest } = whole;
  return {
    ...rest,
    verdict: verdictOf(fitting),
    hits: shown,
    ranked,
    total: Math.max(shown.length, ...results.map(({ total }) => total)),
    tier: whole.tier === 'none' ? fitting[0]!.result.tier : whole.tier,
    degraded: results.some(({ degraded }) => degraded),
    calibrated: results.every(({ calibrated }) => calibrated),
    intents: tellParts(shown, parts),
  };
}

/** Sure of the answer is who is sure of each part that has one. */
function verdictOf(fitting: readonly IntentResult[]): Verdict {
  return fitting.every(({ result }) => result.verdict !== 'ambiguous') ? 'confident' : 'ambiguous';
}

/** Each tool as the list knows it that is surest of it, with the fused score. */
function fuseRanks(
  ofWhole: readonly ToolHit[],
  parts: readonly IntentResult[],
  listOf: (result: ToolSearchResult) => readonly ToolHit[],
): ToolHit[] {
  const fused = new Map<Tool, ToolHit>();
  const add = (hits: readonly ToolHit[], weight: number): void => {
    for (const [rank, hit] of hits.entries()) {
      const known = fused.get(hit.tool);
      const surest = known !== undefined && known.confidence >= hit.confidence ? known : hit;
      fused.set(hit.tool, { ...surest, score: (known?.score ?? 0) + weight / (RANK_OFFSET + rank) });
    }
  };
  add(ofWhole, WHOLE_WEIGHT);
  for (const { result } of parts) add(listOf(result), result.verdict === 'none' ? NONE_WEIGHT : 1);
  return [...fused.values()].sort((a, b) => b.score - a.score || (a.tool.id < b.tool.id ? -1 : 1));
}

/** The best `limit`, among them of each part its first ones, whatever the others have. */
function shareOut(order: readonly ToolHit[], fitting: readonly IntentResult[], limit: number): ToolHit[] {
  const quota = Math.max(1, Math.floor(limit / (fitting.length + 1)));
  const kept = new Set<Tool>();
  for (let rank = 0; rank < quota; rank++) {
    for (const { result } of fitting) {
      const tool = result.hits[rank]?.tool;
      if (tool !== undefined && kept.size < limit) kept.add(tool);
    }
  }
  for (const { tool } of order) if (kept.size < limit) kept.add(tool);
  return order.filter(({ tool }) => kept.has(tool));
}

/** Which of the hits shown serve which part: each the part that ranks it highest, and a part's first always that part. */
function tellParts(shown: readonly ToolHit[], parts: readonly IntentResult[]): IntentAnswer[] {
  const ranks = parts.map(({ result }) => new Map(result.hits.map(({ tool }, rank) => [tool, rank])));
  const best = (tool: Tool): number => Math.min(...ranks.map((rank) => rank.get(tool) ?? Number.POSITIVE_INFINITY));
  return parts.map(({ text, result }, part) => ({
    text,
    verdict: result.verdict,
    hits: shown
      .filter(({ tool }) => {
        const rank = ranks[part]!.get(tool);
        return rank !== undefined && (rank === 0 || rank === best(tool));
      })
      .map(({ tool }) => tool.id),
  }));
}
