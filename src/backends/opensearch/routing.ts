import type { DocumentTags, FilterExpression } from '../../engine/index.ts';
import { contentHash } from '../../shared/hash.ts';

/**
 * Tools of one tenant lie on one shard, so that a search of that tenant asks one in place of all. What several tenants
 * or none have lies where everybody looks.
 */
const SHARED_ROUTE = 'shared';

/** More routes than this may well be all shards. */
const MAX_ROUTES = 8;

/** Where a document lies. */
export function routeOf(tags: DocumentTags, tag: string): string {
  const values = Object.hasOwn(tags, tag) ? tags[tag]! : [];
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== '*' ? routeOfValue(value) : SHARED_ROUTE;
}

/** Where all that may pass lies, as a parameter; undefined: anywhere. */
export function routesOf(filter: FilterExpression | undefined, tag: string): string | undefined {
  const values = filter === undefined ? undefined : valuesOf(filter, tag);
  if (values === undefined || values.size > MAX_ROUTES) return undefined;
  return [SHARED_ROUTE, ...[...values].map(routeOfValue)].join(',');
}

/** Values of the tag, one of which everything has that passes, unless it is shared; undefined where nothing is known. */
function valuesOf(filter: FilterExpression, tag: string): ReadonlySet<string> | undefined {
  switch (filter.op) {
    case 'none':
      return new Set();
    case 'in':
      return filter.tag === tag ? new Set(filter.values) : undefined;
    case 'not':
      return undefined;
    case 'and': {
      const known = filter.parts.map((part) => valuesOf(part, tag)).filter((values) => values !== undefined);
      // Each alone is right; the smallest asks the fewest shards.
      return known.sort((a, b) => a.size - b.size)[0];
    }
    case 'or': {
      const all = filter.parts.map((part) => valuesOf(part, tag));
      if (all.some((values) => values === undefined)) return undefined;
      return new Set(all.flatMap((values) => [...values!]));
    }
  }
}

/** Several routes are joined by commas, which a value may hold. */
function routeOfValue(value: string): string {
  return contentHash(value).slice(0, 16);
}
