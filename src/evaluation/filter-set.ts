import { checkFilterTags, compileFilter, type FilterInput, readFilter } from '../engine/index.ts';
import type { EvaluationSet } from './set.ts';

/** What of a set one caller can be asked about. */
export interface FilteredSet extends EvaluationSet {
  /** Requests that are left out because the filter hides every tool that serves them. */
  readonly skipped: number;
}

/**
 * The set as it is for a caller who sees only what passes the filter: judgements of hidden tools do not count, and a
 * request all of whose tools are hidden is no longer one that the search could answer. Requests that no tool serves
 * stay.
 * @throws ToolscoutError `FILTER_INVALID`
 */
export function filterSet(set: EvaluationSet, input: FilterInput): FilteredSet {
  const filter = readFilter(input);
  checkFilterTags(filter, new Set(set.tools.flatMap(({ tags = {} }) => Object.keys(tags))));
  const passes = compileFilter(filter);
  const tools = set.tools.filter(({ tags = {} }) => passes(tags));
  const visible = new Set(tools.map(({ id }) => id));
  const queries = set.queries
    .map((query) => ({ ...query, relevant: new Map([...query.relevant].filter(([id]) => visible.has(id))) }))
    .filter(({ noTool, relevant }) => noTool || relevant.size > 0);
  return { tools, queries, skipped: set.queries.length - queries.length };
}
