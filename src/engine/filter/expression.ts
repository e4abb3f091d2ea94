import { nearestKey } from '../../shared/edit-distance.ts';
import { invalidFilter } from './invalid-filter.ts';

/** What documents carry for filters: tag → values. The value {@link PUBLIC} stands for every value of its tag. */
export type DocumentTags = Readonly<Record<string, readonly string[]>>;

/** Stands for every value of its tag. */
export const PUBLIC = '*';

/**
 * A condition on tags, as a tree. Plain Boolean logic: `not` refuses exactly what its part lets through, documents that
 * are public for the tag included.
 */
export type FilterExpression =
  /** Lets nothing through: no right was granted. */
  | { readonly op: 'none' }
  /** The tag holds one of the values, or is public. Without values it lets nothing through. */
  | { readonly op: 'in'; readonly tag: string; readonly values: readonly string[] }
  | { readonly op: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly op: 'not'; readonly part: FilterExpression };

/** Tells whether a document with these tags passes. A tag that it does not carry has no value. */
export type TagPredicate = (tags: DocumentTags) => boolean;

/** Prepares an expression for many documents. */
export function compileFilter(expression: FilterExpression): TagPredicate {
  switch (expression.op) {
    case 'none':
      return () => false;
    case 'in': {
      const { tag } = expression;
      if (expression.values.length === 0) return () => false;
      const wanted = new Set([PUBLIC, ...expression.values]);
      return (tags) => Object.hasOwn(tags, tag) && tags[tag]!.some((value) => wanted.has(value));
    }
    case 'not': {
      const passes = compileFilter(expression.part);
      return (tags) => !passes(tags);
    }
    default: {
      const parts = expression.parts.map(compileFilter);
      if (expression.op === 'and') return (tags) => parts.every((passes) => passes(tags));
      return (tags) => parts.some((passes) => passes(tags));
    }
  }
}

/** Every tag that the expression names, in order of first mention. */
export function filterTags(expression: FilterExpression): readonly string[] {
  switch (expression.op) {
    case 'none':
      return [];
    case 'in':
      return [expression.tag];
    case 'not':
      return filterTags(expression.part);
    default:
      return [...new Set(expression.parts.flatMap(filterTags))];
  }
}

/**
 * Refuses an expression that names a tag nobody knows: mistyped under `NOT`, it would let everything through.
 * @throws ToolscoutError `FILTER_INVALID`
 */
export function checkFilterTags(expression: FilterExpression, known: ReadonlySet<string>): void {
  const unknown = filterTags(expression).find((tag) => !known.has(tag));
  if (unknown === undefined) return;
  const names = [...known].sort();
  const nearest = nearestKey(unknown, names);
  let next = `Known tags: ${names.slice(0, 20).join(', ')}.`;
  if (names.length === 0) next = 'No tool carries a tag: leave the filter out.';
  else if (nearest !== undefined) next = `Did you mean "${nearest}"?`;
  throw invalidFilter(`There is no tag "${unknown}".`, { next, details: { tag: unknown } });
}

/** A text that is equal for expressions that are equal but for the order of their parts: a key for caches. */
export function filterKey(expression: FilterExpression): string {
  switch (expression.op) {
    case 'none':
      return '0';
    case 'in':
      return JSON.stringify([expression.tag, ...[...new Set(expression.values)].sort()]);
    case 'not':
      return `!${filterKey(expression.part)}`;
    default: {
      const parts = [...new Set(expression.parts.map(filterKey))].sort();
      // Joined by nothing, `and` lets everything through.
      if (parts.length === 0 && expression.op === 'or') return filterKey({ op: 'none' });
      return `(${parts.join(expression.op === 'and' ? '&' : '|')})`;
    }
  }
}
