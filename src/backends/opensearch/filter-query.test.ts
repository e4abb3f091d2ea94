import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFilter, type FilterExpression } from '../../engine/index.ts';
import { filterQuery, mustQueries, type Query, tagTerm } from './filter-query.ts';

/** What a cluster makes of the queries that filters become. */
function matches(query: Query, tags: ReadonlySet<string>): boolean {
  const [kind] = Object.keys(query);
  if (kind === 'match_all') return true;
  if (kind === 'match_none') return false;
  if (kind === 'terms') return (query.terms as { tags: string[] }).tags.some((one) => tags.has(one));
  const { filter = [], should, must_not: mustNot = [] } = query.bool as Record<string, Query[]>;
  return (
    filter.every((one) => matches(one, tags)) &&
    !mustNot.some((one) => matches(one, tags)) &&
    (should === undefined || should.some((one) => matches(one, tags)))
  );
}

const value = fc.constantFrom('a', 'b', '*', 'a","b');
const tag = fc.constantFrom('x', 'y');
const { expression } = fc.letrec<{ expression: FilterExpression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constant({ op: 'none' } as const),
    fc.record({ op: fc.constant('in' as const), tag, values: fc.array(value, { maxLength: 2 }) }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('expression'), { maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), part: tie('expression') }),
  ),
}));

describe('a filter as a query', () => {
  it('lets the same documents through', () => {
    fc.assert(
      fc.property(expression, fc.dictionary(tag, fc.array(value, { maxLength: 2 })), (filter, tags) => {
        const held = Object.entries(tags).flatMap(([key, values]) => values.map((one) => tagTerm(key, one)));
        expect(matches(filterQuery(filter), new Set(held))).toBe(compileFilter(filter)(tags));
      }),
    );
  });

  it('lets everything through where there is none', () => {
    expect(filterQuery(undefined)).toEqual({ match_all: {} });
  });

  it('demands each word in a text of the tool itself, in any spelling', () => {
    const [word] = mustQueries([[['git', 'hub'], ['github']]]);
    expect(JSON.stringify(word)).toContain('"terms.name":"github"');
    expect(JSON.stringify(word)).not.toContain('terms.examples');
  });
});
