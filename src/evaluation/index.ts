/** Measuring the search: sets, measures, reports. */
export { type BootstrapOptions, bootstrapInterval, type MeanInterval } from './bootstrap.ts';
export {
  DEFAULT_DEPTHS,
  type EvaluateOptions,
  evaluate,
  type Searcher,
  type SearcherAnswer,
  type SearcherQuery,
} from './evaluate.ts';
export { type FilteredSet, filterSet } from './filter-set.ts';
export { hitAt, type Judged, ndcgAt, type Ranking, recallAt, reciprocalRank } from './measures.ts';
export { type EvaluationQuery, type QueryLine, readJudgements, readQueryLines } from './queries.ts';
export type { AtDepth, EvaluationReport, Figures, RefusalFigures } from './report.ts';
export { type EvaluationSet, type ReadSetOptions, readNoToolQueries, readSet } from './set.ts';
