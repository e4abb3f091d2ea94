import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { boundSchema } from './bound.ts';
import { jsonBytes } from './json-bytes.ts';

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
});

describe('jsonBytes', () => {
  it('counts what JSON.stringify and UTF-8 would take', () => {
    const values = [
      '',
      'aé€😀',
      '"\\\b\u0001\n',
      '\ud800',
      0,
      -1.5,
      true,
      null,
      [],
      {},
      [1, 'x', [null]],
      { ключ: [{ a: 1 }], '"': '' },
    ];
    for (const value of values)
      expect(jsonBytes(value, Number.MAX_SAFE_INTEGER), JSON.stringify(value)).toBe(bytes(value));
  });

  it('stops soon after the limit', () => {
    const long = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
    expect(jsonBytes(long, 5_000)).toBeLessThan(10_000);
  });
});
