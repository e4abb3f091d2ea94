import type { JsonObject } from '../shared/json.ts';
import type { Calibration } from './calibration.ts';
import type { CallFigures } from './calls/call-figures.ts';

/** Depth → figure, such as `{"1": 0.4, "5": 0.7}`. */
export type AtDepth = Readonly<Record<string, number | null>>;

/**
 * Figures over some queries. Retrieval figures are means over the queries that have a right tool, whatever the
 * verdict was, and null where there is none.
 */
export interface Figures {
  /** Queries asked, those without a right tool included. */
  readonly queries: number;
  readonly recall: AtDepth;
  readonly hit: AtDepth;
  readonly mrr: number | null;
  readonly ndcg: AtDepth;
  readonly refusal: RefusalFigures;
}

/** Refused = verdict `none`, or `ambiguous` with nothing to call. */
export interface RefusalFigures {
  readonly noTool: { readonly total: number; readonly refused: number };
  readonly answerable: {
    readonly total: number;
    /** Refused although a right tool was among the first five. */
    readonly lost: number;
    /** A right tool came first, and yet the verdict was `ambiguous`. */
    readonly ambiguousRight: number;
  };
}

/** The second half of an evaluation. */
export interface CallReport extends CallFigures {
  /** Tools that the model was offered at most. */
  readonly offered: number;
  /** Models that decided; empty where the run does not say. */
  readonly models: readonly string[];
  /** Requests of the set without a line in the run: in none of the figures. */
  readonly missing: number;
  /** As the endpoint counted, earlier runs included. */
  readonly tokens: { readonly input: number; readonly output: number };
}

/** Lower and upper end. */
export type Interval = readonly [low: number, high: number];

/** Percentile bootstrap over requests. */
export interface Intervals {
  readonly level: number;
  readonly recall: Readonly<Record<string, Interval>>;
  readonly hit: Readonly<Record<string, Interval>>;
  readonly mrr: Interval;
  readonly ndcg: Readonly<Record<string, Interval>>;
}

/** What `toolscout eval --json` prints. Scripts rely on this shape: extend it, never change it. */
export interface EvaluationReport {
  readonly tools: number;
  readonly queries: number;
  readonly recall: AtDepth;
  readonly hit: AtDepth;
  readonly mrr: number | null;
  readonly ndcg: AtDepth;
  readonly byLang: Readonly<Record<string, Figures>>;
  readonly bySplit: Readonly<Record<string, Figures>>;
  /** By the servers of the tools that serve a request; one with tools of several counts for each. */
  readonly byServer: Readonly<Record<string, Figures>>;
  /** Between which values the figures would lie again for other requests of the same kind; null without any. */
  readonly intervals: Intervals | null;
  readonly refusal: RefusalFigures;
  /** Confidence of first hits against how often they are right; null where the search states none. */
  readonly calibration: Calibration | null;
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null };
  readonly buildMs: number;
  readonly config: JsonObject;
  /** What a model did with what was found, where one was asked or a run was recorded. */
  readonly calls?: CallReport;
}
