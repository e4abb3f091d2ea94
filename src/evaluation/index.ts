/** Measuring the search: sets, measures, reports; what a model makes of it; two searches side by side. */
export { type BootstrapOptions, bootstrapInterval, type MeanInterval } from './bootstrap.ts';
export {
  askCalls,
  type CallEstimate,
  type CallPlan,
  estimateCalls,
  type OfferedCall,
  planCalls,
} from './calls/ask-calls.ts';
export { callFigures } from './calls/call-figures.ts';
export { appendCallLine, type CallLine, readCallLines } from './calls/call-line.ts';
export { judgeCall } from './calls/judge-call.ts';
export { type Comparison, compareRuns } from './compare/compare-runs.ts';
export { readRun, toRunLine } from './compare/run-line.ts';
export {
  DEFAULT_DEPTHS,
  type EvaluateOptions,
  evaluate,
  type Searcher,
  type SearcherAnswer,
  type SearcherQuery,
} from './evaluate.ts';
export { type FilteredSet, filterSet } from './filter-set.ts';
export * from './lint/index.ts';
export { hitAt, type Judged, ndcgAt, type Ranking, recallAt, reciprocalRank } from './measures.ts';
export { type EvaluationQuery, type QueryLine, readJudgements, readQueryLines } from './queries.ts';
export type { AtDepth, CallReport, EvaluationReport, Figures, Intervals, RefusalFigures } from './report.ts';
export { comparisonMarkdown, reportMarkdown } from './report-markdown.ts';
export { type RecordedRequest, recordedRequests } from './sessions/recorded-requests.ts';
export { type Replay, replaySessions } from './sessions/replay-sessions.ts';
export { writeUnservedRequests } from './sessions/unserved-requests.ts';
export { type LabelledRequest, writeSet } from './sessions/write-set.ts';
export { type EvaluationSet, type ReadSetOptions, readNoToolQueries, readSet } from './set.ts';
export { readThresholds, type Shortfall, shortfalls, type Threshold } from './thresholds.ts';
