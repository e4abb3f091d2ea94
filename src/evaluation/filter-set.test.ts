import { describe, expect, it } from 'vitest';
import { filterSet } from './filter-set.ts';
import type { EvaluationQuery } from './queries.ts';
import type { EvaluationSet } from './set.ts';

const tool = (id: string, tenant: string) => ({
  id,
  source: { kind: 'mcp' as const, name: '' },
  definition: { name: id },
  tags: { tenant: [tenant] },
});
const query = (id: string, ...relevant: string[]): EvaluationQuery => ({
  id,
  text: id,
  lang: 'en',
  split: undefined,
  match: 'all',
  noTool: relevant.length === 0,
  relevant: new Map(relevant.map((one) => [one, 1])),
});
const SET: EvaluationSet = {
  tools: [tool('a', 't1'), tool('b', 't2'), tool('c', '*')],
  queries: [query('both', 'a', 'b'), query('hidden', 'b'), query('nothing')],
};

describe('a filtered set', () => {
  it('judges by what the caller sees, and asks nothing that only hidden tools serve', () => {
    const { tools, queries, skipped } = filterSet(SET, 'tenant=t1');
    expect(tools.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(queries.map(({ id, relevant }) => [id, [...relevant.keys()]])).toEqual([
      ['both', ['a']],
      ['nothing', []],
    ]);
    expect(skipped).toBe(1);
  });

  it('refuses a tag that no tool of the set carries', () => {
    expect(() => filterSet(SET, 'NOT tenat=t2')).toThrow(expect.objectContaining({ code: 'FILTER_INVALID' }));
  });
});
