import type { Tool } from '../tools/index.ts';
import type { FusedCandidate } from './fusion.ts';
import { toolRerankText } from './rerank-text.ts';
import { withTimeout } from './time-limit.ts';

/** A tool as a reranker sees it. */
export interface RerankCandidate {
  /** The tool's id. */
  readonly id: string;
  /** What the tool says of itself: name, server, description, names of its parameters. */
  readonly text: string;
}

export interface RerankOptions {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * The seam for a model that judges requests and tools together: a cross-encoder behind an endpoint, a user's function.
 * Its scores need no scale: only their order counts.
 */
export interface Reranker {
  /** Names model and version; answers say it as their tier. */
  readonly id: string;
  /**
   * One finite number for each candidate, in order; higher is better.
   * @throws anything: the order of fusion stays then, and the answer is marked degraded.
   */
  rerank(request: string, candidates: readonly RerankCandidate[], options: RerankOptions): Promise<readonly number[]>;
}

/** A reranker with what a search does with it. */
export interface Reranking {
  readonly reranker: Reranker;
  /** How many of the best by fusion it judges. Default {@link RERANK_CANDIDATES}. */
  readonly candidates?: number;
  /** Longest wait. Default {@link RERANK_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Told when it fails, once until it answers again. */
  readonly onError?: (error: unknown) => void;
}

/** Enough to hold the right tool nearly always, few enough for one call of any endpoint. */
const RERANK_CANDIDATES = 30;
const RERANK_TIMEOUT_MS = 2_000;
/** A reranker that let a search wait so long is not asked again for this time, so that not each search waits. */
const RERANK_REST_MS = 30_000;

interface Health {
  restUntil: number;
  reported: boolean;
}
const healths = new WeakMap<Reranker, Health>();

/** A ranking after the reranker, or as it was. */
export interface Reranked {
  readonly ranked: readonly FusedCandidate[];
  /** The reranker should have judged and could not. */
  readonly failed: boolean;
}

/**
 * Puts the best candidates into the order of the reranker; ties and the rest stay in the order of fusion. Never throws.
 *
 * The scores of fusion stay with the ranks: whoever is now third has the third score. So they fall down the list and
 * the gaps between ranks keep their meaning, whatever scale the reranker has.
 */
export async function rerank(
  ranked: readonly FusedCandidate[],
  request: string,
  { reranker, candidates = RERANK_CANDIDATES, timeoutMs = RERANK_TIMEOUT_MS, onError }: Reranking,
): Promise<Reranked> {
  if (ranked.length < 2) return { ranked, failed: false };
  const health = healths.get(reranker) ?? { restUntil: 0, reported: false };
  healths.set(reranker, health);
  if (Date.now() < health.restUntil) return { ranked, failed: true };
  const judged = ranked.slice(0, candidates);
  try {
    const scores = await withTimeout(
      timeoutMs,
      (signal) => reranker.rerank(request, judged.map(toCandidate), { signal }),
      () => {
        health.restUntil = Date.now() + RERANK_REST_MS;
      },
    );
    checkScores(scores, judged.length, reranker.id);
    health.reported = false;
    const order = judged.map((_, rank) => rank).sort((a, b) => scores[b]! - scores[a]! || a - b);
    const moved = order.map((from, rank) => ({ ...judged[from]!, score: ranked[rank]!.score }));
    return { ranked: [...moved, ...ranked.slice(judged.length)], failed: false };
  } catch (error) {
    if (!health.reported) onError?.(error);
    health.reported = true;
    return { ranked, failed: true };
  }
}

function toCandidate({ tool }: { readonly tool: Tool }): RerankCandidate {
  return { id: tool.id, text: toolRerankText(tool) };
}

function checkScores(scores: readonly number[], count: number, id: string): void {
  if (scores.length !== count) {
    throw new RangeError(`Reranker ${id} gave ${scores.length} scores for ${count} tools.`);
  }
  const wrong = scores.find((score) => typeof score !== 'number' || !Number.isFinite(score));
  if (wrong !== undefined) throw new RangeError(`Reranker ${id} gave the score ${wrong}.`);
}
