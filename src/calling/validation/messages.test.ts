import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import { readInputSchema } from '../../tools/index.ts';
import { type ArgumentProblem, createArgumentValidator } from './argument-validator.ts';

const problemsOf = (schema: JsonObject, args: unknown): readonly ArgumentProblem[] => {
  const outcome = createArgumentValidator(readInputSchema({ type: 'object', ...schema }).schema)(args);
  return outcome.valid ? [] : outcome.problems;
};
/** What is said of one argument that does not fit. */
const said = (schema: JsonObject, value: unknown): string =>
  problemsOf({ properties: { a: schema } }, { a: value })
    .map(({ path, message, expected }) => [path, message, expected].filter((part) => part !== undefined).join(' | '))
    .join('\n');

describe('what is said of a value', () => {
  it.each<[JsonObject, unknown, string]>([
    [{ type: ['string', 'integer'] }, true, '/a | expected string or integer, got boolean | string | number'],
    [{ type: 'integer' }, 1.5, '/a | expected integer, got number | integer'],
    [{ type: 'number' }, [], '/a | expected number, got array | number'],
    [{ type: 'number' }, {}, '/a | expected number, got object | number'],
    [{ const: 1 }, 2, '/a | expected 1, got number'],
    [{ enum: ['x', 'y'] }, 'abc', '/a | expected one of "x", "y", got another text'],
    [{ enum: ['x', 1, null] }, 7, '/a | expected one of "x", 1, null, got number'],
    [{ type: 'string', minLength: 3 }, 'é😀', '/a | expected at least 3 characters, got 2 | string'],
    [{ type: 'string', maxLength: 3 }, 'abcd', '/a | expected at most 3 characters, got 4 | string'],
    [{ type: 'array', items: {}, minItems: 2 }, [1], '/a | expected at least 2 items, got 1 | unknown[]'],
    [{ type: 'array', items: {}, maxItems: 2 }, [1, 2, 3], '/a | expected at most 2 items, got 3 | unknown[]'],
    [
      { type: 'array', items: {}, uniqueItems: true },
      [1, 1],
      '/a | expected items that differ from each other | unknown[]',
    ],
    [{ type: 'number', minimum: 3 }, 2, '/a | expected a number >= 3 | number'],
    [{ type: 'number', maximum: 3 }, 4, '/a | expected a number <= 3 | number'],
    [{ type: 'number', exclusiveMinimum: 3 }, 3, '/a | expected a number > 3 | number'],
    [{ type: 'number', exclusiveMaximum: 3 }, 3, '/a | expected a number < 3 | number'],
    [{ type: 'number', multipleOf: 5 }, 7, '/a | expected a multiple of 5 | number'],
    [{ type: 'string', pattern: '^x' }, 'y', '/a | expected text that matches ^x | string'],
    [{ type: 'string', format: 'email' }, 'y', '/a | expected text in the format email | string'],
    [
      { type: 'object', oneOf: [{ required: ['id'] }, { required: ['name'] }], not: { required: ['x'] } },
      7,
      '/a | expected object, got number',
    ],
    [{ not: { type: 'string' } }, 'y', '/a | fits a form that is not allowed here'],
    [
      { oneOf: [{ type: 'string' }, { maxLength: 3 }] },
      'y',
      '/a | fits more than one of the forms that exclude each other',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 7, '/a | expected string | boolean'],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, null, '/a | expected string | boolean, got null'],
    [{ type: 'array', contains: { const: 1 } }, [2], '/a | expected 1 or more fitting items | unknown[]'],
    [
      { type: 'array', contains: { const: 1 }, minContains: 2 },
      [1],
      '/a | expected 2 or more fitting items | unknown[]',
    ],
  ])('%j does not take %j', (schema, value, message) => {
    expect(said(schema, value)).toBe(message);
  });

  it.each<[JsonObject, unknown, string]>([
    [{ minProperties: 2 }, { x: 1 }, 'expected at least 2 members'],
    [{ maxProperties: 1 }, { x: 1, y: 2 }, 'expected at most 1 members'],
  ])('%j does not take %j', (schema, value, message) => {
    expect(said({ type: 'object', ...schema }, value)).toMatch(new RegExp(`^/a \\| ${message} \\| `));
  });

  it.each<[string, string]>([
    ['opem', '; did you mean "open"?'],
    ['OPEN', '; did you mean "open"?'],
    ['zzzzzz', ''],
    [`open${'n'.repeat(200)}`, ''],
  ])('names the one that %j was meant to be, where there is one', (value, hint) => {
    const states = { enum: [1, 'open', 'closed'] };
    expect(said(states, value)).toBe(`/a | expected one of 1, "open", "closed"${hint}, got another text`);
  });

  it('lists ten values, and counts the others', () => {
    const listed = (count: number) => said({ enum: Array.from({ length: count }, (_, index) => index) }, -1);
    expect(listed(10)).toBe('/a | expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, got number');
    expect(listed(11)).toBe('/a | expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 1 more, got number');
  });

  it('cuts long values and patterns, and shows what would hide', () => {
    expect(said({ const: 'x'.repeat(100) }, 'y')).toBe(`/a | expected "${'x'.repeat(58)}…, got string`);
    expect(said({ const: 'a\u202eb' }, 'y')).not.toContain('\u202e');
    const pattern = `^${'x'.repeat(300)}`;
    expect(said({ type: 'string', pattern }, 'y')).toBe(
      `/a | expected text that matches ^${'x'.repeat(198)}… | string`,
    );
  });
});

describe('what is said of names', () => {
  it('tells which argument needs another one', () => {
    expect(problemsOf({ dependentRequired: { card: ['address'] } }, { card: 1 })).toEqual([
      { path: '/address', message: 'missing "address", which "card" needs' },
    ]);
  });

  it('tells of the forms of one item although another item is of the wrong type', () => {
    const items = { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(problemsOf({ properties: { list: { type: 'array', items } } }, { list: [7, {}] })).toMatchObject([
      { path: '/list/0', message: 'expected object, got number' },
      { path: '/list/1', message: 'missing one of these: "a", or "b"' },
    ]);
  });

  it('tells which name is not allowed, by its pattern or because the schema knows no other', () => {
    expect(problemsOf({ propertyNames: { pattern: '^[a-z]+$' } }, { A1: 1 })).toEqual([
      { path: '/A1', message: 'a name that is not allowed here' },
    ]);
    expect(problemsOf({ properties: { title: {} }, unevaluatedProperties: false }, { z: 1 })).toEqual([
      { path: '/z', message: '"z" is not allowed; known here: title' },
    ]);
    expect(problemsOf({ properties: {}, additionalProperties: false }, { z: 1 })).toEqual([
      { path: '/z', message: '"z" is not allowed; none are' },
    ]);
    expect(problemsOf({ patternProperties: { '^x-': {} }, additionalProperties: false }, { z: 1 })).toEqual([
      { path: '/z', message: '"z" is not allowed; known here: /^x-/' },
    ]);
    expect(problemsOf({ additionalProperties: false }, { z: 1 })).toEqual([
      { path: '/z', message: '"z" is not allowed; none are' },
    ]);
  });

  it('guesses by which name a missing one was meant among those alone that the schema does not know', () => {
    const schema = { properties: { title: { type: 'integer' }, titles: {} }, required: ['title'] };
    const [plain] = problemsOf(schema, { titles: 1 });
    expect(plain).toEqual({ path: '/title', message: 'missing required "title"', expected: 'integer' });
    const [meant] = problemsOf(schema, { titel: 1 });
    expect(meant?.message).toBe('missing required "title"; was it meant by "titel"?');
    expect(problemsOf({ required: ['title'] }, { titel: 1 })).toEqual([
      { path: '/title', message: 'missing required "title"; was it meant by "titel"?' },
    ]);
  });

  it('writes a place as a pointer, and cuts names that are too long', () => {
    expect(problemsOf({ required: ['a/b~c'] }, {})[0]?.path).toBe('/a~1b~0c');
    const long = 'n'.repeat(100);
    expect(problemsOf({ required: [long] }, {})).toEqual([
      { path: `/${'n'.repeat(59)}…`, message: `missing required "${'n'.repeat(59)}…"` },
    ]);
  });
});

describe('the branch of a union that was meant', () => {
  const kind = (values: readonly unknown[], field: string): JsonObject => ({
    type: 'object',
    properties: { kind: { enum: values as string[] }, [field]: { type: 'string' } },
    required: ['kind', field],
  });

  it('is the one whose names and values fit best', () => {
    const schema = { anyOf: [kind(['a', 'b'], 'x'), kind(['c'], 'y')] };
    expect(said(schema, { kind: 'c' })).toBe('/a/y | missing required "y" | string');
    expect(said(schema, { kind: 'b', x: 1 })).toBe('/a/x | expected string, got number | string');
  });

  it('is none where two are alike', () => {
    const schema = { anyOf: [kind(['a'], 'x'), kind(['a'], 'y')] };
    expect(said(schema, { kind: 'a' })).toMatch(/^\/a \| expected \{/);
  });

  it('is the only one of the kind of the value', () => {
    const schema = { anyOf: [{ type: 'string', maxLength: 2 }, kind(['a'], 'x')] };
    expect(said(schema, 'abc')).toBe('/a | expected at most 2 characters, got 3 | string');
    expect(said(schema, { kind: 'a' })).toBe('/a/x | missing required "x" | string');
  });
});
