import type { JsonObject } from '../shared/json.ts';
import type { Calibration } from './calibration.ts';

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
  readonly refusal: RefusalFigures;
  /** Confidence of first hits against how often they are right; null where the search states none. */
  readonly calibration: Calibration | null;
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null };
  readonly buildMs: number;
  readonly config: JsonObject;
}
