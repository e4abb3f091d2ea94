import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { convertSchema } from '../convert.ts';
import { excessOf, measureSchema } from './measure.ts';
import { STRICT_RULES } from './rules.ts';

const TEXT: JsonObject = { type: 'string' };

function many(count: number, member: JsonObject = TEXT, required = false): JsonObject {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, member]));
  return { type: 'object', properties, ...(required ? { required: names } : {}) };
}

const values = (count: number, length: number): JsonObject => ({
  type: 'string',
  enum: Array.from({ length: count }, (_, index) => String(index).padStart(length, 'v')),
});

describe('measureSchema', () => {
  it('counts what providers bound, at every depth', () => {
    const inner = { ...many(2), required: ['p0'] };
    expect(measureSchema({ type: 'object' })).toEqual({
      properties: 0,
      optional: 0,
      unions: 0,
      enumValues: 0,
      characters: 0,
    });
    expect(measureSchema(inner)).toEqual({ properties: 2, optional: 1, unions: 0, enumValues: 0, characters: 4 });
    expect(
      measureSchema({
        properties: {
          list: { type: 'array', items: inner },
          either: { anyOf: [inner, { type: ['string', 'null'] }] },
          one: { type: ['string'], enum: ['abc', 12, null] },
        },
        $defs: { Def: inner },
      }),
    ).toEqual({
      properties: 9,
      optional: 6,
      unions: 2,
      enumValues: 3,
      // list, either, one; three times p0 and p1; abc, 12, null; Def
      characters: 13 + 12 + 9 + 3,
    });
  });
});

describe('excessOf', () => {
  it('says which limit is passed, and by how much', () => {
    const anthropic = STRICT_RULES['anthropic-strict'];
    const openai = STRICT_RULES['openai-strict'];
    expect(excessOf(many(24), anthropic)).toBeUndefined();
    expect(excessOf(many(25), anthropic)).toBe('25 optional arguments, 24 are taken');
    expect(excessOf(many(1), openai)).toBe('1 optional arguments, 0 are taken');
    expect(excessOf(many(1_000, TEXT, true), anthropic)).toBeUndefined();
    expect(excessOf(many(1_001, TEXT, true), anthropic)).toBe('1001 properties, 1000 are taken');
    expect(excessOf(many(5_000, TEXT, true), openai)).toBeUndefined();
    expect(excessOf(many(5_001, TEXT, true), openai)).toBe('5001 properties, 5000 are taken');
    const union = { type: ['string', 'null'] };
    expect(excessOf(many(16, union, true), anthropic)).toBeUndefined();
    expect(excessOf(many(17, union, true), anthropic)).toBe('17 places with several types, 16 are taken');
    expect(excessOf(many(17, union, true), openai)).toBeUndefined();
    for (const rules of [anthropic, openai]) {
      expect(excessOf(values(1_000, 1), rules)).toBeUndefined();
      expect(excessOf(values(1_001, 1), rules)).toBe('1001 fixed values, 1000 are taken');
      expect(excessOf(values(1_000, 120), rules)).toBeUndefined();
      expect(excessOf({ ...values(1_000, 120), $defs: { D: {} } }, rules)).toBe(
        '120001 characters in names and fixed values, 120000 are taken',
      );
    }
  });
});

describe('a schema at the limits of a strict mode', () => {
  const x = (schema: JsonObject, target: 'openai-strict' | 'anthropic-strict' = 'openai-strict') => {
    const root = { type: 'object', properties: { x: schema }, required: ['x'] };
    const { schema: converted, strict, notes } = convertSchema(root, target);
    return { x: (converted.properties as JsonObject).x, strict, notes };
  };

  it('lists values as far as there is room, and shows some of more', () => {
    for (const target of ['openai-strict', 'anthropic-strict'] as const) {
      for (const fits of [values(500, 3), values(250, 200), values(251, 59)]) expect(x(fits, target).x).toEqual(fits);
      for (const long of [values(501, 3), values(251, 60)]) {
        const { x: shown, strict } = x({ ...long, default: 'd' }, target);
        expect(strict).toBe(true);
        expect(shown).toEqual({
          type: 'string',
          description: expect.stringMatching(/^One of: ".*…\. Default: "d"\.$/),
        });
      }
    }
    const numbers = { enum: Array.from({ length: 501 }, (_, index) => index) };
    expect(x(numbers).x).toEqual({ type: 'integer' });
  });

  it('writes objects ten levels deep, and the rest as JSON text', () => {
    const nest = (levels: number): JsonObject =>
      levels === 0 ? TEXT : { type: 'object', properties: { a: nest(levels - 1) }, required: ['a'] };
    const depthOf = (schema: JsonObject) => {
      let depth = 1;
      for (let node = x(schema).x as JsonObject; node.type === 'object'; depth++) {
        node = (node.properties as JsonObject).a as JsonObject;
      }
      return depth;
    };
    expect([8, 9, 10, 15].map((levels) => depthOf(nest(levels)))).toEqual([9, 10, 10, 10]);
    expect(x(nest(9)).notes).toEqual([]);
    expect(x(nest(10)).notes).toEqual(['written as JSON text what the provider has no form for']);
  });

  it('writes less deep what would be too large', () => {
    const wide = (levels: number): JsonObject => {
      const names = ['a', 'b', 'c', 'd'];
      const inner = levels === 1 ? TEXT : wide(levels - 1);
      return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, inner])), required: names };
    };
    // 4 + 16 + 64 + 256 places are taken, and another level is not.
    const size = (levels: number) => {
      const { schema, strict } = convertSchema(wide(levels), 'openai-strict');
      expect(strict).toBe(true);
      return measureSchema(schema).properties;
    };
    expect([1, 2, 3, 4, 5, 6].map(size)).toEqual([4, 20, 84, 340, 340, 340]);
  });

  it('comes in the plain dialect with the reason where no attempt keeps the limits', () => {
    const { strict, notes, schema } = convertSchema(many(30, { type: ['string', 'null'] }), 'anthropic-strict');
    expect(strict).toBe(false);
    expect(notes).toEqual(['cannot be held to strictly: 30 optional arguments, 24 are taken']);
    expect(schema).toEqual(many(30, { type: ['string', 'null'] }));
    expect(convertSchema(many(17, { type: ['string', 'null'] }, true), 'anthropic-strict').notes).toEqual([
      'cannot be held to strictly: 17 places with several types, 16 are taken',
    ]);
  });
});
