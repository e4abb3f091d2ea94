import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { keysOf, planRenaming, renameKeys, restoreKeys } from './rename-keys.ts';

const TEXT: JsonObject = { type: 'string' };

const withKeys = (...keys: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, TEXT])),
});

function newNames(...keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(planRenaming(withKeys(...keys))?.toNew ?? []);
}

function renamed(schema: JsonObject, strict = false): JsonObject {
  return renameKeys(schema, planRenaming(schema)!, strict);
}

function restored(schema: JsonObject, args: unknown): unknown {
  return restoreKeys(args, schema, planRenaming(schema)!);
}

describe('planRenaming', () => {
  it('leaves a schema alone whose names every provider takes', () => {
    expect(planRenaming(withKeys('a', 'A_b-c.d', '9', 'x'.repeat(64), 'prototype', 'constructor_'))).toBeUndefined();
    expect(planRenaming({})).toBeUndefined();
  });

  it('makes readable names of what is refused', () => {
    expect(newNames('$top', 'filter[name]', 'a b', 'a  \u00e9 b', '_x y_', '__[a]__')).toEqual({
      $top: 'top',
      'filter[name]': 'filter_name',
      'a b': 'a_b',
      'a  \u00e9 b': 'a_b_2',
      '_x y_': 'x_y',
      '__[a]__': 'a',
    });
    expect(newNames('a<', 'a>', 'a=', 'a!', 'a!=')).toEqual({
      'a<': 'a_lt',
      'a>': 'a_gt',
      'a=': 'a_eq',
      'a!': 'a_not',
      'a!=': 'a_not_eq',
    });
    expect(newNames('имя', '$', '日本')).toEqual({ имя: 'key', $: 'key_2', 日本: 'key_3' });
  });

  it('gives a name that nothing else has, within the length that is allowed', () => {
    expect(newNames('$a', '@a', '#a', 'a')).toEqual({ $a: 'a_2', '@a': 'a_3', '#a': 'a_4' });
    const long = 'x'.repeat(64);
    expect(newNames(`$${long}`, `@${long}`, `${long}x`, long)).toEqual({
      [`$${long}`]: `${'x'.repeat(62)}_2`,
      [`@${long}`]: `${'x'.repeat(62)}_3`,
      [`${long}x`]: `${'x'.repeat(62)}_4`,
    });
    const nine = ['$b', ...Array.from({ length: 9 }, (_, index) => `${'@'.repeat(index + 1)}b`)];
    expect(Object.values(newNames(...nine))).toEqual(['b', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `b_${n}`)]);
  });

  it('keeps away from the names that strict dialects put in', () => {
    expect(newNames('$other_keys', '$set_null', '$set_null_2', '$other_keys_x')).toEqual({
      $other_keys: 'other_keys_key',
      $set_null: 'set_null_key',
      $set_null_2: 'set_null_2_key',
      $other_keys_x: 'other_keys_x',
    });
    const long = `set_null_${'1'.repeat(55)}`;
    expect(newNames(`$${long}`)[`$${long}`]).toBe(long);
  });

  it('renames what readers of JSON refuse or lose', () => {
    const unsafe = JSON.parse('{"properties":{"__proto__":{},"prototype":{},"constructor":{}}}') as JsonObject;
    expect([...planRenaming(unsafe)!.toNew]).toEqual([
      ['__proto__', 'proto'],
      ['prototype', 'prototype_2'],
    ]);
    expect(planRenaming(withKeys('prototype'))).toBeUndefined();
    expect(planRenaming(withKeys('constructor'))).toBeUndefined();
  });

  it('finds names at every depth, described or only required', () => {
    const deep: JsonObject = {
      properties: { a: { items: { anyOf: [withKeys('b'), { required: ['c'] }, true] } } },
      required: ['d'],
      $defs: { X: withKeys('e'), Y: false },
      additionalProperties: withKeys('f'),
    };
    expect([...keysOf(deep)].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const { toNew, toOld } = planRenaming({ required: ['$d'], $defs: { X: withKeys('$e') } })!;
    expect([...toNew]).toEqual([
      ['$d', 'd'],
      ['$e', 'e'],
    ]);
    expect([...toOld]).toEqual([
      ['d', '$d'],
      ['e', '$e'],
    ]);
  });
});

describe('renameKeys', () => {
  it('puts the new names wherever a schema speaks of a name', () => {
    const schema: JsonObject = {
      properties: { $a: { type: 'array', items: withKeys('$b') }, c: true, $never: false },
      required: ['$a', 'c'],
      dependentRequired: { $a: ['$b', 'c'], c: 'x' },
      dependentSchemas: { $a: { required: ['$b'] } },
      $defs: { $a: TEXT },
      patternProperties: { $a: TEXT },
    };
    expect(renamed(schema)).toEqual({
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { b: { ...TEXT, description: 'Sent as "$b".' } } },
          description: 'Sent as "$a".',
        },
        c: true,
        never: false,
      },
      required: ['a', 'c'],
      dependentRequired: { a: ['b', 'c'], c: 'x' },
      dependentSchemas: { a: { required: ['b'] } },
      $defs: { $a: TEXT },
      patternProperties: { $a: TEXT },
    });
  });

  it('says the former name beside what is said already', () => {
    const described = (member: JsonObject, strict?: boolean) =>
      (renamed({ properties: { $a: member } }, strict).properties as JsonObject).a;
    expect(described({})).toEqual({ description: 'Sent as "$a".' });
    expect(described({ description: '' })).toEqual({ description: 'Sent as "$a".' });
    expect(described({ description: 'A.' })).toEqual({ description: 'A. Sent as "$a".' });
    const anyOf = [{ ...TEXT, description: 'T.' }, { type: 'number' }];
    expect(described({ anyOf })).toEqual({
      anyOf: [{ ...TEXT, description: 'T. Sent as "$a".' }, { type: 'number' }],
    });
    expect(described({ anyOf: [true, TEXT] })).toEqual({ anyOf: [true, TEXT] });
    expect(described({ anyOf: [{ anyOf: [TEXT, {}] }, TEXT] })).toEqual({
      anyOf: [{ anyOf: [{ ...TEXT, description: 'Sent as "$a".' }, {}] }, TEXT],
    });
    expect(described({ anyOf, title: 'A' })).toEqual({ anyOf, title: 'A', description: 'Sent as "$a".' });
    expect(described({ anyOf }, true)).toEqual({ anyOf, description: 'Sent as "$a".' });
    // Beside a reference there may be company, but not in a strict dialect.
    expect(described({ $ref: '#/$defs/X' })).toEqual({ $ref: '#/$defs/X', description: 'Sent as "$a".' });
    expect(described({ $ref: '#/$defs/X' }, true)).toEqual({
      anyOf: [{ $ref: '#/$defs/X' }],
      description: 'Sent as "$a".',
    });
    const long = `$${'k'.repeat(300)}`;
    const [only] = Object.values(renamed(withKeys(long)).properties as JsonObject);
    expect(only).toEqual({ ...TEXT, description: `Sent as "$${'k'.repeat(199)}".` });
  });

  it('changes pointers at the names of members only', () => {
    const pointed = ($ref: string) => (renamed({ properties: { $a: {}, b: { $ref } } }).properties as JsonObject).b;
    for (const [before, after] of [
      ['#/properties/$a', '#/properties/a'],
      ['#/properties/$a/properties/$a/items', '#/properties/a/properties/a/items'],
      ['#/dependentSchemas/$a', '#/dependentSchemas/a'],
      ['#/$defs/$a', '#/$defs/$a'],
      ['#/properties/properties/$a', '#/properties/properties/$a'],
      ['#/properties/properties/properties/$a', '#/properties/properties/properties/a'],
      ['#/items/$a', '#/items/$a'],
      ['other.json#/properties/$a', 'other.json#/properties/$a'],
      ['#', '#'],
    ] as const) {
      expect(pointed(before), before).toEqual({ $ref: after });
    }
  });
});

describe('restoreKeys', () => {
  const member = withKeys('$a');

  it('restores names wherever the schema knows them', () => {
    for (const [what, schema] of Object.entries({
      properties: { properties: { x: member } },
      additionalProperties: { additionalProperties: member },
      patternProperties: { patternProperties: { '^x': member } },
      'additionalProperties beside properties': { properties: { y: {} }, additionalProperties: member },
      reference: { properties: { x: { $ref: '#/$defs/M' } }, $defs: { M: member } },
      union: { properties: { x: { anyOf: [TEXT, { oneOf: [member] }] } } },
      condition: { properties: { x: { if: {}, else: member } } },
      'what a condition asks': { properties: { x: { if: member } } },
      dependence: { properties: { x: { dependentSchemas: { y: member } } } },
      allOf: { allOf: [{ properties: { x: member } }] },
    }) as [string, JsonObject][]) {
      expect(restored(schema, { x: { a: 1 } }), what).toEqual({ x: { $a: 1 } });
    }
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    expect(restored({ if: {}, then: member }, { a: 1 })).toEqual({ $a: 1 });
    expect(restored({ required: ['$a'] }, { a: 1 })).toEqual({ $a: 1 });
  });

  it('restores names in lists, by their place where the schema tells places apart', () => {
    expect(restored({ properties: { x: { items: member } } }, { x: [{ a: 1 }, 2, [{ a: 3 }]] })).toEqual({
      x: [{ $a: 1 }, 2, [{ a: 3 }]],
    });
    const tuple: JsonObject = { properties: { x: { prefixItems: [TEXT, member], items: withKeys('$b') } } };
    expect(
      restored(tuple, {
        x: [
          { a: 1, b: 1 },
          { a: 2, b: 2 },
          { a: 3, b: 3 },
        ],
      }),
    ).toEqual({
      x: [
        { a: 1, b: 1 },
        { $a: 2, b: 2 },
        { a: 3, $b: 3 },
      ],
    });
  });

  it('leaves alone what the schema does not know', () => {
    const schema: JsonObject = { properties: { x: member, free: { type: 'object' }, any: true } };
    for (const same of [
      { a: 1 },
      { free: { a: 1 } },
      { any: { a: 1 } },
      { other: { a: 1 } },
      [{ a: 1 }],
      null,
      'a',
      5,
    ]) {
      expect(restored(schema, same)).toEqual(same);
    }
    expect(
      restored({ properties: { x: { ...member, properties: { $a: true, b: false } } } }, { x: { a: { a: 1 } } }),
    ).toEqual({ x: { $a: { a: 1 } } });
  });

  it('brings back a name that would change what an object is', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonObject;
    const back = restored(schema, { proto: 'x' }) as object;
    expect(Object.entries(back)).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });
});
