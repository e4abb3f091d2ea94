import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { checkFilterTags, compileFilter, type DocumentTags, filterKey, filterTags } from './expression.ts';
import { type FilterInput, readFilter } from './read-filter.ts';

const DOCUMENTS: Readonly<Record<string, DocumentTags>> = {
  mine: { tenant: ['t1'], role: ['a'], region: ['us'] },
  other: { tenant: ['t2'], role: ['a'], region: ['us'] },
  public: { tenant: ['*'], role: ['*'], region: ['us'] },
  european: { tenant: ['t1'], role: ['a', 'b'], region: ['eu', 'us'] },
  everywhere: { tenant: ['t1'], role: ['b'], region: ['*'] },
  bare: {},
};

const passing = (filter: FilterInput): string[] => {
  const passes = compileFilter(readFilter(filter));
  return Object.keys(DOCUMENTS).filter((name) => passes(DOCUMENTS[name]!));
};
const errorOf = (run: () => unknown): ToolscoutError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolscoutError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('a filter expression', () => {
  it.each<[FilterInput, string[]]>([
    ['tenant=t1', ['mine', 'public', 'european', 'everywhere']],
    ['tenant = "t1"', ['mine', 'public', 'european', 'everywhere']],
    ["tenant == 't1'", ['mine', 'public', 'european', 'everywhere']],
    ['tenant=t1 AND role IN (a,b) AND NOT region=eu', ['mine', 'public']],
    ['tenant=t1 and role in (a, b) and not region=eu', ['mine', 'public']],
    ['tenant!=t1', ['other', 'bare']],
    ['tenant NOT IN (t1, t2)', ['bare']],
    // AND binds closer than OR.
    ['tenant=t2 OR tenant=t1 AND region=eu', ['other', 'public', 'european', 'everywhere']],
    ['(tenant=t2 OR tenant=t1) AND region=eu', ['european', 'everywhere']],
    ['NOT NOT tenant=t2', ['other', 'public']],
    // What is public is asked for by its own sign.
    ['tenant=*', ['public']],
    [{ tenant: 't1', role: ['a', 'b'], region: { not: 'eu' } }, ['mine', 'public']],
    ['{"tenant":"t1","role":["a","b"],"not":{"region":"eu"}}', ['mine', 'public']],
    [{ and: [{ or: [{ tenant: 't2' }, { tenant: 't1' }] }, { region: { in: ['eu'] } }] }, ['european', 'everywhere']],
    [{ OR: [{ tenant: 't2' }, { NOT: { tenant: 't1' } }] }, ['other', 'public', 'bare']],
    [' \n{"tenant":"t2"}', ['other', 'public']],
  ])('%j lets through %j', (filter, expected) => {
    expect(passing(filter)).toEqual(expected);
  });

  it.each<[FilterInput]>([[''], ['  '], ['{}'], [{}], ['role IN ()'], [{ role: [] }], ['tenant=t1 AND role IN ()']])(
    '%j grants nothing, and nothing is seen, public or not',
    (filter) => {
      expect(passing(filter)).toEqual([]);
    },
  );

  it.each([
    ['tenant', 7, '=, !=, IN or NOT IN'],
    ['tenant=', 8, 'a value'],
    ['tenant=t1 AND', 14, 'a tag'],
    ['tenant=t1 role=a', 11, 'AND, OR or the end'],
    ['tenant=t1 AND (role=a', 22, 'AND, OR or )'],
    ['role IN a', 9, '('],
    ['role IN (a b)', 12, ', or )'],
    ['role NOT a', 10, 'IN'],
    ['AND tenant=t1', 1, 'a tag'],
    ['tenant=t1)', 10, 'AND, OR or the end'],
    ['tenant="t1', 8, 'a value'],
    ['tenant=!', 8, 'a value'],
    ['t="a b" AND ,', 13, 'a tag'],
  ])('%j is refused at position %d', (filter, position, wanted) => {
    const error = errorOf(() => readFilter(filter));
    expect(error).toMatchObject({ code: 'FILTER_INVALID', details: { position } });
    expect(error.message).toContain(`position ${position}: expected ${wanted}, found`);
    expect(error.next).toContain('tenant=t1 AND role IN (a,b)');
  });

  it('is a hundred thousand characters long at most', () => {
    const long = (length: number) => `tenant=${'t'.repeat(length - 'tenant='.length)}`;
    expect(() => readFilter(long(100_000))).not.toThrow();
    expect(errorOf(() => readFilter(long(100_001)))).toMatchObject({ code: 'FILTER_INVALID' });
  });

  it.each([
    ['a = "b c"', { op: 'in', tag: 'a', values: ['b c'] }],
    ["'a b' = ''", { op: 'in', tag: 'a b', values: [''] }],
    ['"and"=or', { op: 'in', tag: 'and', values: ['or'] }],
    ['a!=b', { op: 'not', part: { op: 'in', tag: 'a', values: ['b'] } }],
    ['a not in(b,"c")', { op: 'not', part: { op: 'in', tag: 'a', values: ['b', 'c'] } }],
    ['a IN()', { op: 'in', tag: 'a', values: [] }],
    ['a=it"s', { op: 'in', tag: 'a', values: ['it"s'] }],
    ['a-b.c/d:e=*', { op: 'in', tag: 'a-b.c/d:e', values: ['*'] }],
    [
      'a=1 OR b=2 OR c=3',
      { op: 'or', parts: ['a1', 'b2', 'c3'].map(([tag, value]) => ({ op: 'in', tag, values: [value] })) },
    ],
  ])('%s is read as %j', (text, expression) => {
    expect(readFilter(text)).toEqual(expression);
  });

  it('says what was found instead, as far as it fits on a line', () => {
    const found = (text: string) => /found (.*)\.$/.exec(errorOf(() => readFilter(text)).message)?.[1];
    expect(found('a=')).toBe('the end');
    expect(found('a=b c=d')).toBe('"c"');
    expect(found(`a=b "${'c'.repeat(50)}"`)).toBe(`"${'c'.repeat(40)}"`);
    expect(found('a == ==')).toBe('"="');
  });

  it.each<[unknown, string]>([
    ['{"tenant":', 'starts like JSON'],
    [['tenant'], 'not a list'],
    [{ and: [] }, '"and" of the filter must be a list of filters, not an empty list'],
    [{ not: {} }, '"not" of the filter must be a filter, not an empty object'],
    [{ or: [{ tenant: 't1' }, 'role=a'] }, '"or[1]" of the filter must be a filter, not a string'],
    [{ tenant: { like: 't' } }, '"tenant" of the filter must be a value'],
    [{ tenant: ['t1', null] }, '"tenant" of the filter holds null'],
  ])('as JSON, %j is refused by its key', (filter, message) => {
    expect(errorOf(() => readFilter(filter as FilterInput)).message).toContain(message);
  });

  it.each([
    [{ level: 3 }, ['3']],
    [{ level: true }, ['true']],
    [{ level: [3, false, 'x'] }, ['3', 'false', 'x']],
  ])('reads %j as texts', (filter, values) => {
    expect(readFilter(filter)).toEqual({ op: 'in', tag: 'level', values });
  });

  it.each([null, {}, '', ' '])('reads %j as nothing granted', (filter) => {
    expect(readFilter(filter as FilterInput)).toEqual({ op: 'none' });
  });

  it('reads one condition as itself, not as one of several', () => {
    expect(readFilter({ not: { a: 'b' } })).toEqual({ op: 'not', part: { op: 'in', tag: 'a', values: ['b'] } });
    expect(readFilter('(a=b)')).toEqual({ op: 'in', tag: 'a', values: ['b'] });
  });

  it.each<[unknown, string]>([
    [{ and: [{ not: { or: [3] } }] }, '"and[0].not.or[0]"'],
    [{ not: { tenant: { in: [null] } } }, '"not.tenant.in"'],
    [{ tenant: { not: {} } }, '"tenant.not"'],
    [{ tenant: { in: ['a'], not: 'b' } }, '"tenant" of the filter must be'],
    [{ tenant: {} }, '"tenant" of the filter must be'],
    [{ not: { a: 'b' }, or: { a: 'b' } }, '"or" of the filter must be a list of filters, not an object'],
    [7, 'not a number'],
  ])('says where %j is wrong', (filter, place) => {
    expect(errorOf(() => readFilter(filter as FilterInput)).message).toContain(place);
  });

  it('says which tags there are, in order and not all of thousands, or that there is none', () => {
    const nextFor = (known: readonly string[]) =>
      errorOf(() => checkFilterTags(readFilter('zzzzzzzz=1'), new Set(known))).next;
    expect(nextFor(['b', 'a'])).toBe('Known tags: a, b.');
    expect(nextFor(Array.from({ length: 30 }, (_, i) => `t${String(i).padStart(2, '0')}`))).toMatch(
      /^Known tags: t00, .*, t19\.$/,
    );
    expect(nextFor([])).toBe('No tool carries a tag: leave the filter out.');
    expect(errorOf(() => checkFilterTags(readFilter('zz=1'), new Set())).message).toContain('"zz"');
  });

  it('takes as much nesting as it says, and no more', () => {
    const nested = (depth: number): FilterInput => {
      let filter: FilterInput = { a: 'b' };
      for (let i = 0; i < depth; i++) filter = { not: filter };
      return filter;
    };
    expect(() => readFilter(nested(64))).not.toThrow();
    expect(errorOf(() => readFilter(nested(65)))).toMatchObject({
      details: { path: Array.from({ length: 65 }, () => 'not').join('.') },
    });
    expect(() => readFilter(`${'NOT '.repeat(64)}a=b`)).not.toThrow();
    expect(errorOf(() => readFilter(`${'NOT '.repeat(65)}a=b`)).code).toBe('FILTER_INVALID');
  });

  it('refuses to nest without end, in text and in JSON', () => {
    expect(errorOf(() => readFilter(`${'NOT '.repeat(50_000 / 4)}a=b`)).code).toBe('FILTER_INVALID');
    let nested: FilterInput = { a: 'b' };
    for (let i = 0; i < 1_000; i++) nested = { not: nested };
    const deep = nested;
    expect(errorOf(() => readFilter(deep)).code).toBe('FILTER_INVALID');
  });

  it('takes members of the prototype for no tags', () => {
    expect(passing('constructor=x OR __proto__=x OR toString=*')).toEqual([]);
  });

  it('knows its tags, and refuses those that nobody knows with the nearest one', () => {
    const expression = readFilter('tenant=t1 AND (regoin=eu OR NOT tenant=t2)');
    expect(filterTags(expression)).toEqual(['tenant', 'regoin']);
    const error = errorOf(() => checkFilterTags(expression, new Set(['tenant', 'region'])));
    expect(error).toMatchObject({ code: 'FILTER_INVALID', next: 'Did you mean "region"?', details: { tag: 'regoin' } });
    expect(() => checkFilterTags(expression, new Set(['tenant', 'regoin']))).not.toThrow();
    expect(() => checkFilterTags({ op: 'none' }, new Set())).not.toThrow();
  });

  it('has one key for the same expression in another order, and another for another one', () => {
    const key = (filter: FilterInput) => filterKey(readFilter(filter));
    expect(key('a IN (x,y) AND b=z')).toBe(key({ b: 'z', a: ['y', 'x', 'x'] }));
    const keys = ['a=x AND b=y', 'a=x OR b=y', 'NOT a=x', 'a=x', 'a IN (x,y)', 'a IN ("x,y")', ''].map(key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(filterKey({ op: 'and', parts: [] })).not.toBe(filterKey({ op: 'or', parts: [] }));
    expect(filterKey({ op: 'or', parts: [] })).toBe(filterKey({ op: 'none' }));
  });
});
