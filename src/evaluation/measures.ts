/** What a measure needs to know of a query. */
export interface Judged {
  readonly match: 'all' | 'any';
  /** Tool id → grade, ≥ 1; not empty. */
  readonly relevant: ReadonlyMap<string, number>;
}

/**
 * Ids best first, none twice. An empty ranking is a ranking: it scores 0 and counts, so that a search cannot look
 * better by staying silent. Queries without a right tool never come here; refusal is measured apart.
 */
export type Ranking = readonly string[];

/** Share of the relevant tools within the first `k`; with `match: any` 1 as soon as one is there. */
export function recallAt(k: number, ranking: Ranking, query: Judged): number {
  if (query.match === 'any') return hitAt(k, ranking, query);
  return countRelevant(ranking.slice(0, k), query) / query.relevant.size;
}

/** 1 when at least one relevant tool is within the first `k`, else 0. */
export function hitAt(k: number, ranking: Ranking, query: Judged): number {
  return countRelevant(ranking.slice(0, k), query) > 0 ? 1 : 0;
}

/** 1 / rank of the first relevant tool, 0 when there is none; its mean over queries is the MRR. */
export function reciprocalRank(ranking: Ranking, query: Judged): number {
  const first = ranking.findIndex((id) => query.relevant.has(id));
  return first === -1 ? 0 : 1 / (first + 1);
}

/**
 * Normalised discounted cumulative gain with exponential gains: Σ (2^grade − 1) / log2(rank + 1) over the first `k`,
 * divided by the same sum for the best possible order (Burges et al. 2005). `match` plays no part: all judged tools
 * belong to the ideal order.
 */
export function ndcgAt(k: number, ranking: Ranking, query: Judged): number {
  const ideal = [...query.relevant.values()].sort((a, b) => b - a);
  const found = ranking.map((id) => query.relevant.get(id) ?? 0);
  return discountedGain(k, found) / discountedGain(k, ideal);
}

function countRelevant(ranking: Ranking, query: Judged): number {
  return ranking.filter((id) => query.relevant.has(id)).length;
}

function discountedGain(k: number, grades: readonly number[]): number {
  return grades.slice(0, k).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}
