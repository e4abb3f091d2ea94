import { checkFilterTags, compileFilter, type FilterInput, readFilter } from '../engine/index.ts';
import type { Catalog } from '../tools/index.ts';

/**
 * The part of a catalog whose tags pass a filter, as a catalog that never held the rest.
 * @throws ToolscoutError `FILTER_INVALID` for a filter that cannot be read or names a tag that no tool carries.
 */
export function filterCatalog(catalog: Catalog, input: FilterInput): Catalog {
  const filter = readFilter(input);
  checkFilterTags(filter, catalog.tagKeys);
  const passes = compileFilter(filter);
  return catalog.narrow((tool) => passes(tool.tags));
}
