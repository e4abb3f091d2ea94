import { performance } from 'node:perf_hooks';
import type { JsonObject } from '../shared/json.ts';
import { calibrationOf, type Judgement } from './calibration.ts';
import { intervalsOf, type Outcome, round, toFigures } from './figures.ts';
import type { EvaluationQuery } from './queries.ts';
import type { EvaluationReport, Figures } from './report.ts';
import type { EvaluationSet } from './set.ts';

/** What is being evaluated, whatever stands behind it. */
export type Searcher = (query: SearcherQuery) => Promise<SearcherAnswer>;

export interface SearcherQuery {
  /** Of the request, in its set. */
  readonly id: string;
  readonly text: string;
  /** Length of ranking wanted. */
  readonly limit: number;
}

export interface SearcherAnswer {
  readonly verdict: 'exact' | 'confident' | 'ambiguous' | 'none';
  /** The ranking, best first, whatever the verdict; with how sure the search is of each, 0 … 1, where it says so. */
  readonly ranked: readonly { readonly id: string; readonly confidence?: number }[];
  /** The answer holds a hit that a model could call. */
  readonly callable: boolean;
}

export interface EvaluateOptions {
  /** Depths of recall and hit. Default {@link DEFAULT_DEPTHS}. */
  readonly depths?: readonly number[];
  /** How long reading and indexing took, measured by the caller. */
  readonly buildMs?: number;
  /** What made the search what it was; copied into the report. */
  readonly config?: JsonObject;
  /** Server of a tool, for figures by server; without it there are none. */
  readonly serverOf?: (tool: string) => string | undefined;
  /** Told each answer as it is there. */
  readonly onAnswer?: (query: EvaluationQuery, answer: SearcherAnswer) => void;
}

/** Depths of `--k` when none is given. */
export const DEFAULT_DEPTHS: readonly number[] = [1, 5, 10, 50];
const NDCG_DEPTH = 10;

/**
 * Asks every query of the set, one after the other, and reports. Only the search itself is timed. Queries run in the
 * order of the set, so a searcher that learns or caches is measured as it would behave.
 */
export async function evaluate(
  set: Pick<EvaluationSet, 'queries'> & { readonly tools: { readonly length: number } },
  search: Searcher,
  options: EvaluateOptions = {},
): Promise<EvaluationReport> {
  const depths = [...new Set(options.depths ?? DEFAULT_DEPTHS)].sort((a, b) => a - b);
  if (depths.length === 0 || depths.some((k) => !Number.isInteger(k) || k < 1)) {
    throw new RangeError(`depths must be whole numbers from 1, not ${depths.join(', ')}`);
  }
  const limit = Math.max(NDCG_DEPTH, ...depths);
  const outcomes: Outcome[] = [];
  const latenciesMs: number[] = [];
  const firstHits: Judgement[] = [];
  for (const query of set.queries) {
    const start = performance.now();
    const answer = await search({ id: query.id, text: query.text, limit });
    latenciesMs.push(performance.now() - start);
    options.onAnswer?.(query, answer);
    const [first] = answer.ranked;
    if (first?.confidence !== undefined) {
      firstHits.push({ confidence: first.confidence, right: query.relevant.has(first.id) });
    }
    outcomes.push({
      query,
      // A tool that is listed twice must not count twice.
      ranking: [...new Set(answer.ranked.map((hit) => hit.id))].slice(0, limit),
      refused: answer.verdict === 'none' || (answer.verdict === 'ambiguous' && !answer.callable),
      ambiguous: answer.verdict === 'ambiguous',
    });
  }
  const figures = (some: readonly Outcome[]): Figures => toFigures(some, depths, NDCG_DEPTH);
  const { queries, recall, hit, mrr, ndcg, refusal } = figures(outcomes);
  return {
    tools: set.tools.length,
    queries,
    recall,
    hit,
    mrr,
    ndcg,
    byLang: grouped(outcomes, ({ query }) => query.lang, figures),
    bySplit: grouped(outcomes, ({ query }) => query.split, figures),
    byServer: byServer(outcomes, options.serverOf ?? (() => undefined), figures),
    intervals: intervalsOf(outcomes, depths, NDCG_DEPTH),
    refusal,
    calibration: calibrationOf(firstHits),
    latencyMs: { p50: percentile(latenciesMs, 0.5), p95: percentile(latenciesMs, 0.95) },
    buildMs: round(options.buildMs ?? 0),
    config: options.config ?? {},
  };
}

/** A request counts for each server that has a tool which serves it. */
function byServer(
  outcomes: readonly Outcome[],
  serverOf: (tool: string) => string | undefined,
  figures: (some: readonly Outcome[]) => Figures,
): Record<string, Figures> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    for (const server of new Set([...outcome.query.relevant.keys()].map(serverOf))) {
      if (server === undefined || server === '') continue;
      const group = groups.get(server);
      if (group === undefined) groups.set(server, [outcome]);
      else group.push(outcome);
    }
  }
  return Object.fromEntries([...groups.keys()].sort().map((server) => [server, figures(groups.get(server)!)]));
}

/** Groups in the order of their keys; outcomes without a key are in none. */
function grouped(
  outcomes: readonly Outcome[],
  keyOf: (outcome: Outcome) => string | undefined,
  figures: (some: readonly Outcome[]) => Figures,
): Record<string, Figures> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [outcome]);
    else group.push(outcome);
  }
  return Object.fromEntries([...groups.keys()].sort().map((key) => [key, figures(groups.get(key)!)]));
}

/** Nearest-rank percentile; null without values. */
function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!);
}
