import { bootstrapInterval } from './bootstrap.ts';
import { hitAt, ndcgAt, type Ranking, recallAt, reciprocalRank } from './measures.ts';
import type { EvaluationQuery } from './queries.ts';
import type { AtDepth, Figures, Interval, Intervals, RefusalFigures } from './report.ts';

/** One query with what the search said. */
export interface Outcome {
  readonly query: EvaluationQuery;
  readonly ranking: Ranking;
  /** Nothing was offered for calling. */
  readonly refused: boolean;
  readonly ambiguous: boolean;
}

/** A request that was refused with its tool this near the top was lost by the verdict, not by the ranking. */
const LOST_DEPTH = 5;

/** Sums outcomes up. `depths` apply to recall and hit, `ndcgDepth` to nDCG. */
export function toFigures(outcomes: readonly Outcome[], depths: readonly number[], ndcgDepth: number): Figures {
  const answerable = outcomes.filter(({ query }) => !query.noTool);
  const mean = (measure: (ranking: Ranking, query: EvaluationQuery) => number): number | null => {
    if (answerable.length === 0) return null;
    return round(answerable.reduce((sum, { ranking, query }) => sum + measure(ranking, query), 0) / answerable.length);
  };
  const atDepths = (measure: typeof recallAt): AtDepth =>
    Object.fromEntries(depths.map((k) => [k, mean((ranking, query) => measure(k, ranking, query))]));
  return {
    queries: outcomes.length,
    recall: atDepths(recallAt),
    hit: atDepths(hitAt),
    mrr: mean(reciprocalRank),
    ndcg: { [ndcgDepth]: mean((ranking, query) => ndcgAt(ndcgDepth, ranking, query)) },
    refusal: toRefusal(outcomes, answerable),
  };
}

const LEVEL = 0.95;

/** How far each figure is to be trusted; null where no request is answerable. */
export function intervalsOf(
  outcomes: readonly Outcome[],
  depths: readonly number[],
  ndcgDepth: number,
): Intervals | null {
  const answerable = outcomes.filter(({ query }) => !query.noTool);
  if (answerable.length === 0) return null;
  // Where all requests went alike, resampling them finds no doubt. This share may go otherwise and be in none of so many
  // (Clopper and Pearson 1934, for no failure in n).
  const unseen = 1 - ((1 - LEVEL) / 2) ** (1 / answerable.length);
  const interval = (measure: (ranking: Ranking, query: EvaluationQuery) => number): Interval => {
    const { mean, low, high } = bootstrapInterval(
      answerable.map(({ ranking, query }) => measure(ranking, query)),
      { level: LEVEL },
    );
    return [round(Math.min(low, mean * (1 - unseen))), round(Math.max(high, mean + (1 - mean) * unseen))];
  };
  const atDepths = (measure: typeof recallAt): Record<string, Interval> =>
    Object.fromEntries(depths.map((k) => [k, interval((ranking, query) => measure(k, ranking, query))]));
  return {
    level: LEVEL,
    recall: atDepths(recallAt),
    hit: atDepths(hitAt),
    mrr: interval(reciprocalRank),
    ndcg: { [ndcgDepth]: interval((ranking, query) => ndcgAt(ndcgDepth, ranking, query)) },
  };
}

function toRefusal(outcomes: readonly Outcome[], answerable: readonly Outcome[]): RefusalFigures {
  const count = (some: readonly Outcome[], holds: (outcome: Outcome) => boolean) => some.filter(holds).length;
  return {
    noTool: {
      total: outcomes.length - answerable.length,
      refused: count(outcomes, ({ query, refused }) => query.noTool && refused),
    },
    answerable: {
      total: answerable.length,
      lost: count(answerable, ({ query, ranking, refused }) => refused && hitAt(LOST_DEPTH, ranking, query) === 1),
      ambiguousRight: count(answerable, ({ query, ranking, ambiguous }) => ambiguous && hitAt(1, ranking, query) === 1),
    },
  };
}

/** Four decimals: finer than any set here can tell apart, and a report stays readable. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
