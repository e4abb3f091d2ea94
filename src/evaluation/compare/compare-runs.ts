import { bootstrapInterval } from '../bootstrap.ts';
import type { SearcherAnswer } from '../evaluate.ts';
import { round } from '../figures.ts';
import { hitAt, ndcgAt, recallAt, reciprocalRank } from '../measures.ts';
import type { EvaluationQuery } from '../queries.ts';
import { permutationP } from './permutation.ts';

/** Two searches over the same requests. */
export interface Comparison {
  /** Answerable requests; the measures are means over these. */
  readonly queries: number;
  readonly measures: Readonly<Record<string, MeasureDifference>>;
  /** Requests that no tool serves: refused by both, by one, by none. */
  readonly noTool: { readonly total: number; readonly a: number; readonly b: number };
  /** Answerable requests with their tool among the first five that were refused. */
  readonly lost: { readonly a: number; readonly b: number };
  /** Requests whose first right tool moved, those that moved farthest first. Null: it is not ranked. */
  readonly moved: readonly Moved[];
}

export interface MeasureDifference {
  readonly a: number;
  readonly b: number;
  /** b − a, with the interval that it would lie in again for other requests of the same kind. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Probability of a difference this large where the two are equally good. */
  readonly p: number;
  /** Requests that b does better, worse, the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

export interface Moved {
  readonly query: string;
  readonly text: string;
  readonly from: number | null;
  readonly to: number | null;
}

const NDCG_DEPTH = 10;
const LOST_DEPTH = 5;
const MAX_MOVED = 200;

/**
 * Compares request by request: the interval is a paired percentile bootstrap, p a paired permutation test (random signs of
 * the differences; Smucker, Allan, Carterette 2007). @throws RangeError where an answer is missing.
 */
export function compareRuns(
  queries: readonly EvaluationQuery[],
  a: ReadonlyMap<string, SearcherAnswer>,
  b: ReadonlyMap<string, SearcherAnswer>,
  depths: readonly number[],
): Comparison {
  const pairs = queries.map((query) => ({ query, a: sideOf(query, a), b: sideOf(query, b) }));
  const answerable = pairs.filter(({ query }) => !query.noTool);
  const noTool = pairs.filter(({ query }) => query.noTool);
  const measures: Record<string, (ranking: readonly string[], query: EvaluationQuery) => number> = {
    ...Object.fromEntries(
      depths.map((k) => [
        `recall@${k}`,
        (ranking: readonly string[], query: EvaluationQuery) => recallAt(k, ranking, query),
      ]),
    ),
    mrr: reciprocalRank,
    [`ndcg@${NDCG_DEPTH}`]: (ranking, query) => ndcgAt(NDCG_DEPTH, ranking, query),
  };
  const lost = (side: 'a' | 'b') =>
    answerable.filter((pair) => pair[side].refused && hitAt(LOST_DEPTH, pair[side].ranking, pair.query) === 1).length;
  return {
    queries: answerable.length,
    measures: Object.fromEntries(
      answerable.length === 0
        ? []
        : Object.entries(measures).map(([name, measure]) => [
            name,
            differenceOf(
              answerable.map((pair) => measure(pair.a.ranking, pair.query)),
              answerable.map((pair) => measure(pair.b.ranking, pair.query)),
            ),
          ]),
    ),
    noTool: {
      total: noTool.length,
      a: noTool.filter((pair) => pair.a.refused).length,
      b: noTool.filter((pair) => pair.b.refused).length,
    },
    lost: { a: lost('a'), b: lost('b') },
    moved: answerable
      .map(
        ({ query, a: before, b: after }): Moved => ({
          query: query.id,
          text: query.text,
          from: rankOf(query, before.ranking),
          to: rankOf(query, after.ranking),
        }),
      )
      .filter(({ from, to }) => from !== to)
      .sort((x, y) => distance(y) - distance(x))
      .slice(0, MAX_MOVED),
  };
}

interface Side {
  readonly ranking: readonly string[];
  readonly refused: boolean;
}

function sideOf(query: EvaluationQuery, answers: ReadonlyMap<string, SearcherAnswer>): Side {
  const answer = answers.get(query.id);
  if (answer === undefined) throw new RangeError(`There is no answer to request ${query.id}.`);
  return {
    ranking: [...new Set(answer.ranked.map(({ id }) => id))],
    refused: answer.verdict === 'none' || (answer.verdict === 'ambiguous' && !answer.callable),
  };
}

function differenceOf(a: readonly number[], b: readonly number[]): MeasureDifference {
  const differences = b.map((value, i) => value - a[i]!);
  const { mean, low, high } = bootstrapInterval(differences);
  const average = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const count = (holds: (difference: number) => boolean) => differences.filter(holds).length;
  return {
    a: average(a),
    b: average(b),
    difference: round(mean),
    low: round(low),
    high: round(high),
    p: round(permutationP(differences)),
    better: count((difference) => difference > 0),
    worse: count((difference) => difference < 0),
    same: count((difference) => difference === 0),
  };
}

function rankOf({ relevant }: EvaluationQuery, ranking: readonly string[]): number | null {
  const place = ranking.findIndex((id) => relevant.has(id));
  return place === -1 ? null : place + 1;
}

/** How much a move matters: places near the top count most. */
function distance({ from, to }: Moved): number {
  const worth = (rank: number | null) => (rank === null ? 0 : 1 / rank);
  return Math.abs(worth(to) - worth(from));
}
