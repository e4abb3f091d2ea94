import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../shared/freeze.ts';
import type { JsonObject } from '../../shared/json.ts';
import { readInputSchema } from '../../tools/index.ts';
import { type ArgumentProblem, createArgumentValidator } from './argument-validator.ts';

/** Outcome for frozen arguments, so that any change to them throws. */
function validate(raw: unknown, args: unknown) {
  return createArgumentValidator(readInputSchema(raw).schema)(deepFreeze(args));
}

function problems(raw: unknown, args: unknown): readonly ArgumentProblem[] {
  const outcome = validate(raw, args);
  return outcome.valid ? [] : outcome.problems;
}

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

const ISSUE = object(
  {
    title: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
    due: { type: ['string', 'null'] },
    count: { type: 'integer' },
  },
  { required: ['title'] },
);
const FLAG = object(
  { flag: { type: 'string' }, on: { type: 'boolean' } },
  { required: ['flag', 'on'], additionalProperties: false },
);

describe('createArgumentValidator', () => {
  it('accepts arguments that fit, with extra keys where the schema does not forbid them', () => {
    expect(validate(ISSUE, { title: 'x', labels: ['a'], due: null, custom_field: 1 })).toEqual({ valid: true });
  });

  it('is one validator for one schema object', () => {
    const { schema } = readInputSchema(ISSUE);
    expect(createArgumentValidator(schema)).toBe(createArgumentValidator(schema));
  });

  it('names a missing argument, its type, and the misspelt key that was given instead', () => {
    expect(problems(ISSUE, { titel: 'x' })).toEqual([
      { path: '/title', message: 'missing required "title"; was it meant by "titel"?', expected: 'string' },
    ]);
  });

  it('says what kind was expected and what kind came, without coercing', () => {
    expect(problems(ISSUE, { title: 7, count: 1.5, labels: ['a', null] })).toEqual([
      { path: '/title', message: 'expected string, got number', expected: 'string' },
      { path: '/labels/1', message: 'expected string, got null', expected: 'string' },
      { path: '/count', message: 'expected integer, got number', expected: 'integer' },
    ]);
    expect(problems(FLAG, { flag: 'a', on: 'yes' })).toEqual([
      { path: '/on', message: 'expected boolean, got string', expected: 'boolean' },
    ]);
  });

  it('names an extra key of a closed object and what is known there', () => {
    expect(problems(FLAG, { flag: 'a', on: true, why: 'because' })).toEqual([
      { path: '/why', message: '"why" is not allowed; known here: flag, on' },
    ]);
    expect(problems(FLAG, { flag: 'a', on: true, Flag: 'b' })[0]?.message).toContain('did you mean "flag"?');
  });

  it('refuses arguments that are no object', () => {
    for (const args of [undefined, null, 'x', 7, [], true]) {
      expect(problems(ISSUE, args)).toEqual([
        { path: '', message: expect.stringMatching(/^expected object, got/), expected: 'object' },
      ]);
    }
  });

  it('never repeats a value that was given', () => {
    const secret = 'hunter2';
    const schema = object({
      a: { type: 'integer' },
      b: { enum: ['x'] },
      c: { const: 1 },
      d: { type: 'string', pattern: '^x' },
      e: { type: 'string', maxLength: 2 },
      f: { oneOf: [{ type: 'number' }, { type: 'null' }] },
    });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const found = problems(schema, { [key]: secret });
      expect(found).toHaveLength(1);
      expect(JSON.stringify(found)).not.toContain(secret);
    }
  });

  it('reports at most five problems', () => {
    const wide = object(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index}`, { type: 'string' }])),
    );
    const args = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index}`, index]));
    expect(problems(wide, args)).toHaveLength(5);
  });

  it('looks a value up among thousands and refuses another in a few words', () => {
    const values = Array.from({ length: 8_000 }, (_, index) => `Characteristic ${index}, dissolved (mg/l)`);
    const schema = object({ name: { type: 'string', enum: values } }, { required: ['name'] });
    expect(validate(schema, { name: values[7_999] })).toEqual({ valid: true });
    const [problem] = problems(schema, { name: 'nope' });
    expect(problem?.message).toMatch(/^expected one of "Characteristic 0, .* and 7990 more/);
    expect(JSON.stringify(problem).length).toBeLessThan(1_000);
  });

  it('suggests the value that a misspelt one was meant to be', () => {
    expect(problems(object({ state: { enum: ['open', 'closed'] } }), { state: 'Closd' })[0]?.message).toContain(
      'did you mean "closed"?',
    );
  });

  it('reads a union of constants as an enum, however long', () => {
    const options = Array.from({ length: 5_000 }, (_, index) => ({ const: `c${index}`, title: `Choice ${index}` }));
    for (const union of ['oneOf', 'anyOf']) {
      const schema = object({ a: { [union]: options } });
      expect(validate(schema, { a: 'c4999' })).toEqual({ valid: true });
      expect(problems(schema, { a: 'zzz' })[0]?.message).toMatch(/^expected one of "c0", .* and 4990 more/);
    }
    expect(validate(object({ a: { oneOf: [{ const: 1 }, { const: 1 }] } }), { a: 1 }).valid).toBe(false);
  });

  it('keeps branches in their place where a reference leads to them', () => {
    const schema = object({ a: { oneOf: [{ const: 'x' }, { const: 'y' }] }, b: { $ref: '#/properties/a/oneOf/1' } });
    expect(validate(schema, { a: 'x', b: 'y' })).toEqual({ valid: true });
    expect(validate(schema, { b: 'x' }).valid).toBe(false);
  });

  it('stops checking where unions of references multiply', () => {
    const $defs: Record<string, JsonObject> = { L9: { type: 'string' } };
    for (let level = 0; level < 9; level++) {
      $defs[`L${level}`] = {
        anyOf: Array.from({ length: 30 }, (_, index) => ({ $ref: `#/$defs/L${level + 1}`, title: `${index}` })),
      };
    }
    const schema = object({ a: { $ref: '#/$defs/L0' }, b: { $ref: '#/$defs/L7' } }, { $defs });
    expect(validate(schema, { b: 'text' })).toEqual({ valid: true });
    expect(validate(schema, { b: 7 }).valid).toBe(false);
    expect(validate(schema, { a: 7 })).toMatchObject({ valid: true, unchecked: expect.stringContaining('steps') });
  });

  describe('of a schema that is too large to be compiled in a moment', () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, { type: 'string' }]));

    it('checks what the fields that were given say', () => {
      const huge = object(fields, { required: ['a7'], additionalProperties: false });
      expect(validate(huge, { a1: 'x', a7: 'y' })).toEqual({ valid: true });
      for (const wrong of [{ a1: 1, a7: 'y' }, { a1: 'x' }, { a7: 'y', b: 'z' }]) {
        expect(validate(huge, wrong).valid).toBe(false);
      }
    });

    it('says so where one field alone is too large', () => {
      expect(validate(object({ form: object(fields) }), { form: { a1: 1 } })).toMatchObject({
        valid: true,
        unchecked: expect.stringContaining('2000 subschemas'),
      });
    });
  });

  it('takes multiples for what people mean by them, however they are rounded', () => {
    const schema = object({ a: { type: 'number', multipleOf: 0.01 }, b: { multipleOf: 1e-7 }, c: { multipleOf: 3 } });
    for (const a of [0.07, 19.99, 123_456_789.07, -0.29, 0]) expect(validate(schema, { a })).toEqual({ valid: true });
    for (const a of [0.075, 19.991, 123_456_789.071, 1e-9]) expect(validate(schema, { a }).valid).toBe(false);
    expect(validate(schema, { b: 1.1234567, c: -9 })).toEqual({ valid: true });
    expect(validate(schema, { b: 1.12345678 }).valid).toBe(false);
    expect(validate(schema, { c: 10 }).valid).toBe(false);
  });

  it('compares objects and lists in an enum by what they hold', () => {
    const schema = object({ a: { enum: [{ x: 1, y: [2] }, 3] } });
    expect(validate(schema, { a: { y: [2], x: 1 } }).valid).toBe(true);
    expect(validate(schema, { a: { x: 1 } }).valid).toBe(false);
  });

  it('explains a union by the branch that the value was meant for', () => {
    const form = (kind: string, field: string): JsonObject =>
      object({ kind: { const: kind }, [field]: { type: 'string' } }, { required: ['kind', field] });
    const schema = { oneOf: [form('invoice', 'number'), form('order', 'ref')] };
    expect(problems(schema, { kind: 'order' })).toEqual([
      { path: '/ref', message: 'missing required "ref"', expected: 'string' },
    ]);
    expect(problems(schema, { kind: 'order', ref: 5 })).toEqual([
      { path: '/ref', message: 'expected string, got number', expected: 'string' },
    ]);
    expect(problems(schema, { kind: 'gift' })).toEqual([
      { path: '', message: 'expected { kind: "invoice", number: string } | { kind: "order", ref: string }' },
    ]);
  });

  it('explains unions behind references and inside of lists', () => {
    const schema = object(
      { root: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
      {
        $defs: {
          Node: object(
            { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
            { required: ['label'] },
          ),
        },
      },
    );
    expect(problems(schema, { root: { label: 'a', children: [{ label: 'b', children: [{}] }] } })).toEqual([
      { path: '/root/children/0/children/0/label', message: 'missing required "label"', expected: 'string' },
    ]);
    expect(problems(schema, { root: 5 })).toEqual([
      { path: '/root', message: 'expected { label: string, children?: Node[] } | null, got number' },
    ]);
  });

  it('says which of several arguments is needed', () => {
    const schema = object({ files: {}, areas: {} }, { anyOf: [{ required: ['files'] }, { required: ['areas'] }] });
    expect(problems(schema, {})).toEqual([{ path: '', message: 'missing one of these: "files", or "areas"' }]);
  });

  it('reports other problems beside the one of a union', () => {
    const schema = object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] }, b: { type: 'number' } });
    expect(problems(schema, { a: 1, b: 'x' }).map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  it('keeps conditions and the bounds of old drafts', () => {
    const conditional = object(
      { mode: { enum: ['small', 'large'] }, size: { type: 'integer' } },
      {
        allOf: [{ if: { properties: { mode: { const: 'large' } } }, else: { properties: { size: { maximum: 10 } } } }],
      },
    );
    expect(problems(conditional, { mode: 'small', size: 11 })).toEqual([
      { path: '/size', message: 'expected a number <= 10', expected: 'number' },
    ]);
    const price = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      ...object({
        price: { type: 'number', minimum: 0, exclusiveMinimum: true },
        share: { type: 'number', maximum: 1, exclusiveMaximum: false },
      }),
    };
    expect(validate(price, { price: 0 }).valid).toBe(false);
    expect(validate(price, { price: 0.01, share: 1 }).valid).toBe(true);
  });

  it('ignores unknown keywords and formats and checks known formats', () => {
    const schema = object({
      a: { type: 'string', format: 'constructor', 'x-more': 1 },
      b: { type: 'string', format: '__proto__' },
      c: { format: 'date-time' },
      d: { format: 'int64' },
    });
    expect(validate(schema, { a: 'x', b: 'y', c: '2026-01-31T12:00:00Z', d: 'z' })).toEqual({ valid: true });
    expect(problems(schema, { c: 'tomorrow' })).toEqual([
      { path: '/c', message: 'expected text in the format date-time' },
    ]);
  });

  it('leaves patterns alone that may run away or that are none', () => {
    const schema = object({
      a: { type: 'string', pattern: '^(a+)+$' },
      b: { type: 'string', pattern: '(' },
      c: { type: 'string', pattern: '^c+$' },
    });
    expect(validate(schema, { a: `${'a'.repeat(50)}!`, b: 'x' })).toEqual({ valid: true });
    expect(validate(schema, { c: 'd' }).valid).toBe(false);
  });

  it('does not become stricter where a pattern is left out under a negation', () => {
    const schema = object({
      a: { not: { pattern: '^(a+)+$' } },
      b: { oneOf: [{ pattern: '^(a+)+$' }, { const: 'b' }] },
    });
    expect(validate(schema, { a: 'x', b: 'b' })).toEqual({ valid: true });
  });

  it('does not close an object whose key patterns were left out', () => {
    const schema = object(
      {},
      { patternProperties: { '^(a+)+$': {}, '^x_': { type: 'string' } }, additionalProperties: false },
    );
    expect(validate(schema, { aaa: 1, x_a: 's' })).toEqual({ valid: true });
    expect(validate(schema, { x_a: 1 }).valid).toBe(false);
  });

  it('takes constructor and __proto__ for ordinary names', () => {
    expect(
      problems(object({ constructor: { type: 'string' } }, { required: ['constructor', 'toString'] }), {}).map(
        ({ path }) => path,
      ),
    ).toEqual(['/constructor', '/toString']);
    expect(validate(object({ constructor: { type: 'string' } }), {}).valid).toBe(true);
    expect(validate(ISSUE, JSON.parse('{"title":"x","__proto__":{"polluted":true}}')).valid).toBe(true);
  });

  it('survives schemas that refer to themselves and data without end', () => {
    const loop = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { allOf: [{ $ref: '#/$defs/A' }] } },
    };
    // Not read first: the loop is still there.
    expect(createArgumentValidator(loop)({ a: 1 })).toMatchObject({ valid: true, unchecked: expect.any(String) });
    const tree = object(
      { root: { $ref: '#/$defs/T' } },
      { $defs: { T: { type: 'array', items: { $ref: '#/$defs/T' } } } },
    );
    let deep: unknown[] = [];
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(createArgumentValidator(tree)({ root: deep })).toMatchObject({
      valid: false,
      problems: [{ path: '', message: 'nested too deep to be checked' }],
    });
  });

  it('accepts everything where a schema cannot be compiled, and says so', () => {
    const outcome = createArgumentValidator({
      type: 'object',
      properties: { a: { $ref: 'https://example.test/x.json' } },
    })({ a: 1 });
    expect(outcome).toMatchObject({ valid: true, unchecked: expect.stringContaining('cannot be compiled') });
    expect(createArgumentValidator({ type: 'frobnicator' })({})).toMatchObject({
      valid: true,
      unchecked: expect.any(String),
    });
  });

  it('is not fooled by an asynchronous schema', () => {
    expect(createArgumentValidator({ $async: true, ...ISSUE })({ title: 7 }).valid).toBe(false);
  });

  it('fills nothing in', () => {
    const args = {};
    expect(validate(object({ a: { type: 'string', default: 'x' } }), args)).toEqual({ valid: true });
    expect(args).toEqual({});
  });

  it('checks a wrapped root through its wrapping', () => {
    expect(validate({ type: 'string' }, { value: 'x' }).valid).toBe(true);
    expect(problems({ type: 'string' }, { value: 7 })).toEqual([
      { path: '/value', message: 'expected string, got number', expected: 'string' },
    ]);
  });

  it('finds repeated items in time that grows with their number', () => {
    const schema = object({ ids: { type: 'array', uniqueItems: true } });
    const ids = Array.from({ length: 50_000 }, (_, index) => ({ id: index }));
    expect(validate(schema, { ids }).valid).toBe(true);
    expect(problems(schema, { ids: [...ids, { id: 1 }] })[0]?.message).toBe(
      'expected items that differ from each other',
    );
  });
});
