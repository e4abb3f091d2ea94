import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { boundSchema } from './bound.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const accepts = (schema: JsonObject, value: unknown) => new Ajv2020({ strict: false }).validate(schema, value);

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

describe('boundSchema', () => {
  it('returns a schema that fits as it is', () => {
    const schema = object({ a: { enum: Array.from({ length: 150 }, (_, index) => `v${index}`) } });
    expect(boundSchema(schema, 10_000)).toEqual({ schema, cut: false });
    expect(boundSchema(schema, 10_000).schema).toBe(schema);
  });

  it('turns a code list into a note with examples that still accepts every value', () => {
    const values = Array.from({ length: 8_000 }, (_, index) => `Characteristic ${index}, dissolved (mg/l)`);
    const { schema, cut } = boundSchema(
      object({ name: { enum: values, description: 'Which one.' } }, { required: ['name'] }),
      8_000,
    );
    expect(cut).toBe(true);
    expect(bytes(schema)).toBeLessThanOrEqual(8_000);
    expect(schema).toMatchObject({
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          description: expect.stringContaining('Which one. One of 8000 values'),
          examples: values.slice(0, 10),
        },
      },
    });
    expect(accepts(schema, { name: values[7_999] })).toBe(true);
  });

  it('cuts descriptions with a mark before it gives up structure', () => {
    const inner = object({ deep: { type: 'string', description: 'x'.repeat(3_000) } });
    const { schema } = boundSchema(object({ a: inner, b: { type: 'string', description: 'y'.repeat(3_000) } }), 5_000);
    expect(schema).toMatchObject({
      properties: { a: { properties: { deep: { type: 'string', description: expect.stringMatching(/^x+…$/) } } } },
    });
    expect(bytes(schema)).toBeLessThanOrEqual(5_000);
  });

  it('opens up what lies too deep', () => {
    let deep: JsonObject = { type: 'string', minLength: 1 };
    for (let level = 0; level < 60; level++) deep = object({ [`level_${level}`]: deep, other: { type: 'string' } });
    const { schema, cut } = boundSchema(deep, 1_000);
    expect(cut).toBe(true);
    expect(bytes(schema)).toBeLessThanOrEqual(1_000);
    expect(accepts(schema, { level_59: { level_58: { anything: 1 } } })).toBe(true);
  });

  it('leaves no reference without a target', () => {
    let target: JsonObject = { type: 'string' };
    for (let level = 0; level < 10; level++) target = object({ a: target });
    const $ref = `#/properties/x${'/properties/a'.repeat(10)}`;
    const filler = { type: 'string', description: 'z'.repeat(4_000) };
    const { schema } = boundSchema(
      object(
        { x: target, y: { $ref }, z: filler, w: { $ref: '#/$defs/Kept' } },
        { $defs: { Kept: { type: 'number' }, Unused: filler } },
      ),
      700,
    );
    expect(() => new Ajv2020({ strict: false }).compile(schema)).not.toThrow();
    expect(accepts(schema, { y: 'text', w: 1 })).toBe(true);
  });

  it('loosens what a looser part would make stricter', () => {
    const values = Array.from({ length: 300 }, (_, index) => `v${index}`);
    const list = { enum: values };
    const schema = object(
      {
        a: { not: list },
        b: { oneOf: [list, { enum: ['other'] }] },
        c: { oneOf: [{ $ref: '#/$defs/List' }, { type: 'string', minLength: 6 }] },
        d: { if: list, else: { type: 'number' } },
        e: { type: 'array', contains: list, maxContains: 1 },
      },
      { $defs: { List: list } },
    );
    const args = { a: 'x', b: 'other', c: 'longer text', d: 5, e: ['v1', 'x'] };
    expect(accepts(schema, args)).toBe(true);
    const bounded = boundSchema(schema, 2_000);
    expect(bounded.cut).toBe(true);
    expect(accepts(bounded.schema, args)).toBe(true);
  });

  it('shows names and types when nothing else fits', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`argument_${index}`, { type: 'string' }]),
    );
    const { schema, cut } = boundSchema(object(many, { required: ['argument_499'] }), 1_000);
    expect(cut).toBe(true);
    expect(bytes(schema)).toBeLessThanOrEqual(1_000);
    expect(Object.keys(schema.properties as JsonObject).length).toBeGreaterThan(10);
    expect(schema.description).toMatch(/\d+ of 500 arguments/);
    expect(accepts(schema, {})).toBe(true);
  });

  it('gives up as little as it has to: code lists, texts, then depth', () => {
    const filler = { type: 'string', description: 'z'.repeat(3_000) };
    const letters = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    const one = (node: JsonObject, maxBytes: number) =>
      (boundSchema(object({ x: node, filler }), maxBytes).schema.properties as JsonObject).x;
    // The first step cuts texts at 2,000 characters and lists at 100 values.
    expect(one({ enum: letters(100) }, 3_000)).toEqual({ enum: letters(100) });
    expect(one({ enum: letters(101) }, 3_000)).toEqual({
      type: 'string',
      description: 'One of 101 values, too many to list; some under "examples".',
      examples: letters(10),
    });
    expect(one({ type: 'string', enum: letters(101), description: 'Which.' }, 3_000)).toEqual({
      type: 'string',
      description: 'Which. One of 101 values, too many to list; some under "examples".',
      examples: letters(10),
    });
    const numbers = Array.from({ length: 101 }, (_, index) => index);
    expect(one({ enum: numbers }, 3_000)).toEqual({
      description: 'One of 101 values, too many to list; some under "examples".',
      examples: numbers.slice(0, 10),
    });
    expect(one({ enum: ['a', ...numbers] }, 3_000)).not.toHaveProperty('type');
    const long = letters(101).map((value) => [value.repeat(100)]);
    expect(one({ enum: long }, 3_000)).toEqual({ description: 'One of 101 values, too many to list.' });
    const texts = ['t'.repeat(100), 'u'.repeat(101), ...letters(100)];
    expect((one({ enum: texts }, 3_000) as JsonObject).examples).toEqual([texts[0], ...letters(9)]);

    const said = { description: 'd'.repeat(700), title: 't'.repeat(700), $comment: 'c'.repeat(700) };
    expect(one(said, 5_000)).toEqual(said);
    expect(one(said, 3_000)).toEqual({
      description: `${'d'.repeat(599)}…`,
      title: `${'t'.repeat(599)}…`,
      $comment: `${'c'.repeat(599)}…`,
    });
    // Values to show are kept up to a thousand bytes.
    for (const keyword of ['examples', 'default', 'example', 'x-examples']) {
      expect(one({ type: 'array', [keyword]: ['e'.repeat(996)] }, 3_500)).toEqual({
        type: 'array',
        [keyword]: ['e'.repeat(996)],
      });
      const text = { type: 'string', description: 'd'.repeat(2_000) };
      expect(one({ type: 'array', [keyword]: ['e'.repeat(2_000)], items: text }, 4_000)).toEqual({
        type: 'array',
        items: { type: 'string', description: `${'d'.repeat(599)}…` },
      });
    }
  });

  it('opens up below twelve levels, eight, six, four and two, and keeps types and the start of texts there', () => {
    const nest = (levels: number, inner: JsonObject) => {
      let node = inner;
      for (let level = 0; level < levels; level++) node = { type: 'array', items: node };
      return node;
    };
    const depthAt = (maxBytes: number) => {
      const leaf = { type: 'string', description: 'd'.repeat(30), minLength: 1 };
      const { schema } = boundSchema(
        object({ a: nest(20, leaf), b: { type: 'null', description: 'z'.repeat(700) } }),
        maxBytes,
      );
      let levels = 0;
      let node: unknown = (schema.properties as JsonObject).a;
      while (node !== undefined) {
        levels++;
        node = (node as JsonObject).items;
      }
      return levels;
    };
    expect([2_000, 1_000, 680, 470, 380, 220].map(depthAt)).toEqual([21, 13, 9, 7, 5, 3]);
    const long = { description: 'z'.repeat(3_000) };
    const list = nest(2, object({ b: { type: 'string' } }, { description: 'e'.repeat(90) }));
    const listAt = (maxBytes: number) =>
      (boundSchema(object({ a: list }, long), maxBytes).schema.properties as JsonObject).a;
    expect(listAt(400)).toEqual(list);
    expect(listAt(270)).toEqual(nest(2, { type: 'object', description: `${'e'.repeat(59)}…` }));
    expect(listAt(250)).toEqual(nest(2, { type: 'object' }));
    const untyped = (inner: JsonObject) => ({ anyOf: [{ items: inner }, true] });
    const stub = boundSchema(object({ a: untyped({ pattern: '^a', description: 'Short.' }) }, long), 200);
    expect(stub.schema.properties).toEqual({ a: untyped({ description: 'Short.' }) });
  });

  it('keeps the definitions that are still used, through each other, and no others', () => {
    const filler = { type: 'string', description: 'z'.repeat(3_000) };
    const { schema } = boundSchema(
      object(
        {
          a: { $ref: '#/$defs/A' },
          b: { items: [{ $ref: '#/$defs/Gone' }] },
          e: { $ref: '#/$defs/E%20F/items' },
          filler,
        },
        {
          $defs: {
            A: { items: { $ref: '#/$defs/B' } },
            B: { items: { $ref: '#/$defs/A' } },
            C: { $ref: '#/$defs/D' },
            D: {},
            'E F': { items: {} },
          },
        },
      ),
      2_700,
    );
    expect(Object.keys(schema.$defs as JsonObject)).toEqual(['A', 'B', 'E F']);
    const unused = boundSchema(object({ filler }, { $defs: { C: {} } }), 2_700);
    expect(unused.schema).not.toHaveProperty('$defs');
  });

  it('lists as many names with their types as there is room for, at the very end', () => {
    const properties = {
      a: { type: 'string', minLength: 1 },
      b: { enum: [1] },
      c: true,
      d: { type: ['number', 'null'] },
    };
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`argument_${index}`, { type: 'string' }]),
    );
    const bounded = boundSchema(object({ ...properties, ...many }, { required: ['a'] }), 200);
    expect(bounded).toEqual({
      cut: true,
      schema: {
        type: 'object',
        description: 'Too large to show: 4 of 64 arguments follow, without their details.',
        properties: { a: { type: 'string' }, b: {}, c: {}, d: { type: ['number', 'null'] } },
      },
    });
    expect(bytes(bounded.schema)).toBeLessThanOrEqual(200);
    expect(
      boundSchema({ type: 'object', description: 'x'.repeat(100), required: ['a'.repeat(100)] }, 120).schema,
    ).toEqual({
      type: 'object',
      description: 'Too large to show: 0 of 0 arguments follow, without their details.',
      properties: {},
    });
  });
});
