import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import { compileSchema } from './compile-schema.ts';

const accepts = (schema: JsonObject, value: unknown) => compileSchema(schema).check(value).length === 0;

describe('compileSchema', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['date-time', ['2026-11-30T10:20:30Z', '2026-11-30t10:20:30.5+01:00'], ['2026-11-30', '10:20:30Z', 'now', '']],
    ['date', ['2026-11-30'], ['2026-11-3', '30.11.2026', '2026-11-30T10:20:30Z', '']],
    ['time', ['10:20:30Z', '10:20:30.5+01:00'], ['10:20', 'noon', '']],
    ['duration', ['P1D', 'PT1H30M', 'P2W'], ['1D', 'P', '']],
    ['uri', ['https://example.test/a?b#c', 'urn:a:b'], ['/a', 'no uri', '']],
    ['email', ['a@example.test'], ['a', '@example.test', '']],
    ['hostname', ['example.test', 'a'], ['-a.test', 'a b', '']],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3', '::1', '']],
    ['ipv6', ['::1', 'fe80::1'], ['127.0.0.1', ':::', '']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567', '']],
  ])('checks texts of the format %s, and texts only', (format, good, bad) => {
    for (const value of [...good, 5, null, ['x'], {}]) expect(accepts({ format }, value), String(value)).toBe(true);
    for (const value of bad) expect(accepts({ format }, value), value).toBe(false);
  });

  it('takes other formats for remarks', () => {
    for (const format of ['color', 'int64', 'regex', 'password', 'date-Time', 'toString', '']) {
      expect(accepts({ format }, 'x')).toBe(true);
    }
  });

  it('looks values of an enum up by what they are', () => {
    const values = ['a', 1, true, null, { a: 1, b: [2] }, [{ c: 3 }]];
    for (const value of [...values, { b: [2], a: 1 }]) expect(accepts({ enum: values }, value)).toBe(true);
    for (const value of ['1', 'A', 0, false, undefined, {}, { a: 1 }, { a: 1, b: [2], c: 3 }, [], [3]]) {
      expect(accepts({ enum: values }, value)).toBe(false);
    }
    expect(accepts({ enum: ['a'] }, {})).toBe(false);
    expect(accepts({ enum: [{}] }, '{}')).toBe(false);
    expect(compileSchema({ enum: ['a'] }).check('b')).toMatchObject([{ keyword: 'enum', data: 'b' }]);
  });

  it('compares the items of a list by what they are', () => {
    const schema = { uniqueItems: true };
    for (const value of [[], [1, '1'], [{ a: 1 }, { a: 2 }], [[1], [2]], 'aa', { 0: 1, 1: 1 }]) {
      expect(accepts(schema, value), JSON.stringify(value)).toBe(true);
    }
    for (const value of [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 2, 1],
    ]) {
      expect(accepts(schema, value), JSON.stringify(value)).toBe(false);
      expect(accepts({ uniqueItems: false }, value)).toBe(true);
    }
    expect(compileSchema(schema).check([1, 1])).toMatchObject([{ keyword: 'uniqueItems' }]);
  });

  it('tells all that fails, with the schema and the data', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { minimum: 3 } },
      required: ['c', 'constructor'],
    };
    const failures = compileSchema(schema).check({ a: 1, b: 2 });
    expect(failures.map(({ keyword, data, parentSchema }) => [keyword, data, parentSchema])).toEqual([
      ['required', { a: 1, b: 2 }, schema],
      ['required', { a: 1, b: 2 }, schema],
      ['type', 1, { type: 'string' }],
      ['minimum', 2, { minimum: 3 }],
    ]);
    expect(compileSchema(schema).check({ c: 1, constructor: 1, b: 'x' })).toEqual([]);
  });

  it('checks against one part, and says where there is none', () => {
    const compiled = compileSchema({ anyOf: [{ type: 'string' }, { required: ['a'] }], $defs: { A: { minimum: 2 } } });
    expect(compiled.checkPart('#/anyOf/0', 'x')).toEqual([]);
    expect(compiled.checkPart('#/anyOf/0', 1)).toMatchObject([{ keyword: 'type' }]);
    expect(compiled.checkPart('#/$defs/A', 1)).toMatchObject([{ keyword: 'minimum' }]);
    expect(compiled.checkPart('#/anyOf/7', 1)).toBeUndefined();
  });

  it('counts the steps of each check anew, along references only', () => {
    const list: JsonObject = { $ref: '#/$defs/L', $defs: { L: { type: 'array', items: { $ref: '#/$defs/L' } } } };
    const compiled = compileSchema(list);
    const many = Array.from({ length: 600_000 }, () => []);
    for (const _again of [1, 2]) expect(compiled.check(many)).toEqual([]);
    for (const _again of [1, 2]) expect(compiled.checkPart('#/$defs/L', many)).toEqual([]);
    expect(() => compiled.check([many, many])).toThrow();
    expect(compiled.check([])).toEqual([]);
    const plain = compileSchema({ items: { items: { type: 'integer' } } });
    expect(plain.check(Array.from({ length: 2 }, () => Array.from({ length: 600_000 }, () => 1)))).toEqual([]);
  });

  it('compiles two thousand subschemas and no more', () => {
    const many = (count: number): JsonObject => ({ prefixItems: Array.from({ length: count }, () => true) });
    expect(compileSchema(many(2_000)).check([])).toEqual([]);
    expect(() => compileSchema(many(2_001))).toThrow();
    expect(() => compileSchema({ items: { items: many(1_999) } })).toThrow();
    expect(compileSchema({ items: { items: many(1_998) } }).check([])).toEqual([]);
  });
});
