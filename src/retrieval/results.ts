import { isDeprecated, type Tool } from '../tools/index.ts';
import type { SearchReason, ToolHit, ToolSearchResult, Verdict } from './hit.ts';
import { MAX_LIMIT } from './limits.ts';

/** What every answer with hits carries besides them. */
export interface AnswerShape {
  readonly total: number;
  /** The part of the ranking that may be shown; default all of it. */
  readonly offered?: readonly ToolHit[];
  readonly limit: number;
  readonly tier: string;
  readonly degraded?: boolean;
  readonly calibrated?: boolean;
  readonly reason?: SearchReason;
  readonly missing?: readonly string[];
}

/** An answer with the best of the ranking. */
export function answer(verdict: Verdict, ranked: readonly ToolHit[], shape: AnswerShape): ToolSearchResult {
  const { total, offered = ranked, limit, tier, degraded = false, calibrated = true, missing = [] } = shape;
  const reason = shape.reason ?? (verdict !== 'none' && offered[0]?.deprecated ? 'deprecated' : undefined);
  return {
    verdict,
    hits: offered.slice(0, Math.min(limit, MAX_LIMIT)),
    ranked,
    total,
    tier,
    degraded,
    calibrated,
    ...(reason === undefined ? {} : { reason }),
    ...(missing.length === 0 ? {} : { missing }),
  };
}

/** An answer without hits. */
export function nothing(
  reason: SearchReason,
  more: Partial<Pick<ToolSearchResult, 'ranked' | 'tier' | 'degraded' | 'calibrated' | 'missing' | 'absent'>> = {},
): ToolSearchResult {
  return {
    verdict: 'none',
    hits: [],
    ranked: [],
    total: 0,
    reason,
    tier: 'none',
    degraded: false,
    calibrated: true,
    ...more,
  };
}

/** A tool that was named outright. */
export function exactHit(tool: Tool): ToolHit {
  return { tool, score: 0, confidence: 1, sure: 'exact', ...deprecation(tool) };
}

/** A tool that is listed without anything having ranked it. */
export function listedHit(tool: Tool): ToolHit {
  return { tool, score: 0, confidence: 0, sure: 'weak', ...deprecation(tool) };
}

/** The mark of a hit. */
export function deprecation(tool: Tool): { readonly deprecated?: true } {
  return isDeprecated(tool) ? { deprecated: true } : {};
}
