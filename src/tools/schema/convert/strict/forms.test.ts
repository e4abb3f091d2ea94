import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { readInputSchema } from '../../read/read-input.ts';
import { convertSchema } from '../convert.ts';
import { strictProblems } from '../strict-problems.ts';
import type { StrictTarget } from './rules.ts';

/** One required argument as a server sends it → as the first provider gets it → as the other does, where that differs. */
type Row = readonly [raw: JsonObject, openai: JsonObject, anthropic?: JsonObject];

const $defs = {
  D: { type: 'string', minLength: 2, description: 'Dee.' },
  N: { type: ['object', 'null'], properties: { n: { $ref: '#/$defs/N' } } },
  'a b/c': { type: 'object', properties: { k: { $ref: '#/$defs/a%20b~1c' } } },
  S: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/S' } }] },
};
const ANYTHING = { type: 'string', description: 'As JSON text: unknown' };

function convertOne(raw: JsonObject, target: StrictTarget) {
  const read = readInputSchema({ type: 'object', properties: { x: raw }, required: ['x'], $defs }).schema;
  const { schema, strict } = convertSchema(read, target);
  expect(strict).toBe(true);
  expect(strictProblems(schema, target)).toEqual([]);
  return { x: (schema.properties as JsonObject).x, $defs: schema.$defs };
}

function expectEach(rows: readonly Row[]): void {
  for (const [raw, openai, anthropic = openai] of rows) {
    expect(convertOne(raw, 'openai-strict').x, JSON.stringify(raw)).toEqual(openai);
    expect(convertOne(raw, 'anthropic-strict').x, JSON.stringify(raw)).toEqual(anthropic);
  }
}

describe('one argument in the strict modes', () => {
  it('keeps bounds of numbers or says them', () => {
    expectEach([
      [
        {
          type: 'integer',
          minimum: 1,
          maximum: 2,
          exclusiveMinimum: 0,
          exclusiveMaximum: 3,
          multipleOf: 1,
          default: 1,
        },
        {
          type: 'integer',
          minimum: 1,
          maximum: 2,
          exclusiveMinimum: 0,
          exclusiveMaximum: 3,
          multipleOf: 1,
          description: 'Default: 1.',
        },
        { type: 'integer', description: 'Default: 1. At least 1. At most 2. More than 0. Less than 3. Multiple of 1.' },
      ],
      [
        { type: 'number', minimum: 0.5 },
        { type: 'number', minimum: 0.5 },
        { type: 'number', description: 'At least 0.5.' },
      ],
      [
        { type: 'number', minimum: '1' },
        { type: 'number', minimum: 1 },
        { type: 'number', description: 'At least 1.' },
      ],
      [
        { type: 'boolean', default: false },
        { type: 'boolean', description: 'Default: false.' },
      ],
      [{ type: 'null' }, { type: 'null' }],
      [
        { type: ['number', 'null'], maximum: 2 },
        { type: ['number', 'null'], maximum: 2 },
        { type: ['number', 'null'], description: 'At most 2.' },
      ],
    ]);
  });

  it('keeps forms and patterns that every reader knows, and says the others', () => {
    expectEach([
      [
        { type: 'string', format: 'uri' },
        { type: 'string', description: 'Format: uri.' },
        { type: 'string', format: 'uri' },
      ],
      [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date' },
      ],
      [
        { type: 'string', format: 'f'.repeat(60) },
        { type: 'string', description: 'Format: fffffffffffffffffffffffffffffffffffffff….' },
      ],
      [
        { type: 'string', format: 'date', pattern: '^a' },
        { type: 'string', format: 'date', description: 'Pattern: ^a' },
      ],
      [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: '^a' },
      ],
      [
        { type: 'string', pattern: '^(?=a)' },
        { type: 'string', description: 'Pattern: ^(?=a)' },
      ],
      [
        { type: 'string', pattern: '(?:a)' },
        { type: 'string', pattern: '(?:a)' },
      ],
      [
        { type: 'string', pattern: '(a)\\1' },
        { type: 'string', description: 'Pattern: (a)\\1' },
      ],
      [
        { type: 'string', pattern: '\\bword' },
        { type: 'string', description: 'Pattern: \\bword' },
      ],
      [
        { type: 'string', pattern: '\\p{L}' },
        { type: 'string', description: 'Pattern: \\p{L}' },
      ],
      [
        { type: 'string', pattern: 'a{10000}' },
        { type: 'string', description: 'Pattern: a{10000}' },
      ],
      [
        { type: 'string', pattern: 'a{999}' },
        { type: 'string', pattern: 'a{999}' },
      ],
      [
        { type: 'string', pattern: '(' },
        { type: 'string', description: 'Pattern: (' },
      ],
      [
        { type: 'string', pattern: '\\-' },
        { type: 'string', description: 'Pattern: \\-' },
      ],
      [{ type: 'string', minLength: 0 }, { type: 'string' }],
      [
        { type: 'string', minLength: 1 },
        { type: 'string', description: 'At least 1 character.' },
      ],
      [
        { type: 'string', minLength: 2, maxLength: 3 },
        { type: 'string', description: 'At least 2 characters. At most 3 characters.' },
      ],
      [{ type: 'string', minLength: '1', maxLength: '3', pattern: 1, format: 2 }, { type: 'string' }],
      [
        { type: 'string', default: 'x' },
        { type: 'string', description: 'Default: "x".' },
      ],
    ]);
  });

  it('lists fixed values by their exact types', () => {
    expectEach([
      [
        { type: ['string', 'null'], enum: ['a', null, 1] },
        { type: ['string', 'null'], enum: ['a', null] },
      ],
      [{ enum: ['a', 'b', 'a'] }, { type: 'string', enum: ['a', 'b'] }],
      [{ const: 'a' }, { type: 'string', enum: ['a'] }],
      [{ const: 1 }, { type: 'integer', enum: [1] }],
      [{ const: 1.5 }, { type: 'number', enum: [1.5] }],
      [{ enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
      [{ enum: [1, 2.5] }, { type: 'number', enum: [1, 2.5] }],
      [
        { type: 'number', enum: [1, 2] },
        { type: 'number', enum: [1, 2] },
      ],
      [
        { type: 'integer', enum: [1, 2.5, 'a'] },
        { type: 'integer', enum: [1] },
      ],
      [{ enum: ['a', 1, true, null] }, { type: ['string', 'integer', 'boolean', 'null'], enum: ['a', 1, true, null] }],
      [{ enum: [null] }, { type: 'null', enum: [null] }],
      [{ const: null }, { type: 'null', enum: [null] }],
      [{ const: true }, { type: 'boolean', enum: [true] }],
      [{ enum: [{ a: 1 }, 'a'] }, { type: 'string', description: 'As JSON text: {"a":1} | "a"' }],
      [
        { type: 'string', enum: [1] },
        { type: 'integer', enum: [1] },
      ],
      [
        { enum: ['a'], default: 'a' },
        { type: 'string', enum: ['a'], description: 'Default: "a".' },
      ],
      [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, { type: 'string', enum: ['a', 'b'] }],
      [
        { type: 'string', oneOf: [{ const: 'a' }, { const: 1 }] },
        { type: 'string', enum: ['a'] },
      ],
      [
        { oneOf: [{ const: { a: 1 } }, { const: 'b' }] },
        { type: 'string', description: 'As JSON text: {"a":1} | "b"' },
      ],
      [{ allOf: [{ type: 'string' }, { enum: ['a', 'b'] }] }, { type: 'string', enum: ['a', 'b'] }],
    ]);
  });

  it('gives a list its items and its lengths', () => {
    expectEach([
      [{ type: 'array' }, { type: 'array', items: ANYTHING }],
      [
        { type: 'array', items: false },
        { type: 'array', items: ANYTHING },
      ],
      [
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, description: 'No item twice.' },
        { type: 'array', items: { type: 'string' }, minItems: 1, description: 'At most 3 items. No item twice.' },
      ],
      [
        { type: 'array', items: { type: 'string' }, minItems: 2 },
        { type: 'array', items: { type: 'string' }, minItems: 2 },
        { type: 'array', items: { type: 'string' }, description: 'At least 2 items.' },
      ],
      [
        { type: 'array', items: { type: 'string' }, minItems: '2', uniqueItems: false },
        { type: 'array', items: { type: 'string' } },
      ],
      [
        { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } },
        {
          type: 'array',
          items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
          description: 'In this order: string, number.',
        },
      ],
      [
        { type: 'array', items: { type: ['string', 'null'] } },
        { type: 'array', items: { type: ['string', 'null'] } },
      ],
      [{ items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    ]);
  });

  it('closes objects and gives further keys a place', () => {
    expectEach([
      [
        { type: 'object', properties: { a: { type: 'string' } } },
        {
          type: 'object',
          properties: { a: { type: ['string', 'null'] } },
          required: ['a'],
          additionalProperties: false,
        },
        { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
      ],
      [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
        {
          type: 'object',
          properties: { a: { type: 'string' }, b: ANYTHING },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      ],
      [
        { type: 'object', required: ['b'] },
        { type: 'object', properties: { b: ANYTHING }, required: ['b'], additionalProperties: false },
      ],
      [
        { type: 'object', additionalProperties: false },
        { type: 'object', properties: {}, required: [], additionalProperties: false },
      ],
      [
        { type: 'object', properties: { a: false, b: { type: 'string' } } },
        {
          type: 'object',
          properties: { b: { type: ['string', 'null'] } },
          required: ['b'],
          additionalProperties: false,
        },
        { type: 'object', properties: { b: { type: 'string' } }, required: [], additionalProperties: false },
      ],
      [
        {
          type: 'object',
          properties: { a: { type: 'string' } },
          patternProperties: { '^x': { type: 'integer' }, '^y': { type: 'integer' } },
          additionalProperties: { type: 'boolean' },
        },
        {
          type: 'object',
          properties: {
            a: { type: ['string', 'null'] },
            other_keys: {
              type: ['string', 'null'],
              description: 'Further keys. As JSON text: { [key]: number | boolean }',
            },
          },
          required: ['a', 'other_keys'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            other_keys: { type: 'string', description: 'Further keys. As JSON text: { [key]: number | boolean }' },
          },
          required: [],
          additionalProperties: false,
        },
      ],
      [
        {
          type: 'object',
          properties: { a: { type: 'string' } },
          patternProperties: { '^x': { type: 'integer' } },
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            a: { type: ['string', 'null'] },
            other_keys: { type: ['string', 'null'], description: 'Further keys. As JSON text: { [key]: number }' },
          },
          required: ['a', 'other_keys'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            other_keys: { type: 'string', description: 'Further keys. As JSON text: { [key]: number }' },
          },
          required: [],
          additionalProperties: false,
        },
      ],
      [
        { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
        {
          type: 'object',
          properties: {
            a: { type: ['string', 'null'] },
            other_keys: { type: ['string', 'null'], description: 'Further keys. As JSON text: { [key]: unknown }' },
          },
          required: ['a', 'other_keys'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            other_keys: { type: 'string', description: 'Further keys. As JSON text: { [key]: unknown }' },
          },
          required: [],
          additionalProperties: false,
        },
      ],
      [
        { type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] },
        {
          type: ['object', 'null'],
          properties: { a: { type: 'string' } },
          required: ['a'],
          additionalProperties: false,
        },
      ],
      [
        { type: ['object', 'string'], properties: { a: { type: 'string' } } },
        {
          anyOf: [
            {
              type: 'object',
              properties: { a: { type: ['string', 'null'] } },
              required: ['a'],
              additionalProperties: false,
            },
            { type: 'string' },
          ],
        },
        {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
            { type: 'string' },
          ],
        },
      ],
      [
        { properties: { a: { type: 'string' } } },
        {
          type: 'object',
          properties: { a: { type: ['string', 'null'] } },
          required: ['a'],
          additionalProperties: false,
        },
        { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
      ],
      [
        {
          allOf: [
            { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
            { properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } },
          ],
        },
        {
          type: 'object',
          properties: {
            a: { type: ['string', 'null'] },
            b: { type: ['string', 'null'] },
            other_keys: { type: ['string', 'null'], description: 'Further keys. As JSON text: { [key]: number }' },
          },
          required: ['a', 'b', 'other_keys'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: 'string' },
            other_keys: { type: 'string', description: 'Further keys. As JSON text: { [key]: number }' },
          },
          required: [],
          additionalProperties: false,
        },
      ],
    ]);
  });

  it('writes unions flat, and null once', () => {
    expectEach([
      // A text could be either.
      [{ anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, {}] }, ANYTHING],
      [
        { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'U.' },
        { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'U.' },
      ],
      [
        {
          anyOf: [
            { type: 'string', description: 'A.' },
            { type: 'string', description: 'A.' },
          ],
        },
        { type: 'string', description: 'A.' },
      ],
      [{ anyOf: [{ type: 'null' }] }, { type: 'null' }],
      [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
      [{ anyOf: [false, { type: 'string' }] }, { type: 'string' }],
      [{ anyOf: [false] }, { type: 'string', description: 'As JSON text: never' }],
      [{ anyOf: [{ type: 'string' }, {}] }, ANYTHING],
      [{ anyOf: [{ type: 'integer' }, {}] }, { anyOf: [{ type: 'integer' }, ANYTHING] }],
      [{ anyOf: [{ type: 'null' }, {}] }, ANYTHING],
      [
        { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'boolean' }] },
        { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
      ],
      [
        { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'I.' }, { type: 'boolean' }] },
        { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'I.' }, { type: 'boolean' }] },
      ],
      [
        { type: 'string', anyOf: [{ format: 'date' }, { format: 'email' }] },
        {
          anyOf: [
            { type: 'string', format: 'date' },
            { type: 'string', format: 'email' },
          ],
        },
      ],
      [
        { type: ['string', 'integer', 'boolean'], description: 'T.' },
        { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }], description: 'T.' },
      ],
      [
        {
          type: 'object',
          anyOf: [
            { properties: { a: { type: 'string' } }, required: ['a'] },
            { properties: { b: { type: 'string' } }, required: ['b'] },
          ],
        },
        {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
            { type: 'object', properties: { b: { type: 'string' } }, required: ['b'], additionalProperties: false },
          ],
        },
      ],
      [
        { type: 'array', items: { type: 'string' }, anyOf: [{ minItems: 1 }, { maxItems: 0 }] },
        { type: 'array', items: { type: 'string' } },
      ],
      [{ allOf: [{ type: ['integer', 'string'] }, { type: 'number' }] }, { type: 'integer' }],
      [{ allOf: [{ type: 'integer' }, { type: 'string' }] }, { type: 'integer' }],
      [
        { allOf: [{ type: ['string', 'null'] }, { type: ['null', 'string'] }, { minLength: 2 }] },
        { type: ['string', 'null'], description: 'At least 2 characters.' },
      ],
    ]);
  });

  it('refers to what stands inside itself where that is allowed', () => {
    expectEach([
      [{ $ref: '#/$defs/D' }, { type: 'string', description: 'Dee. At least 2 characters.' }],
      [
        { $ref: '#/$defs/D', description: 'Own.' },
        { type: 'string', description: 'Own. At least 2 characters.' },
      ],
      [{ $ref: '#/$defs/N' }, { $ref: '#/$defs/N' }, { type: 'string', description: 'As JSON text: { n?: N } | null' }],
      [
        { $ref: '#/$defs/N', description: 'Own.' },
        { $ref: '#/$defs/N' },
        { type: 'string', description: 'Own. As JSON text: { n?: N } | null' },
      ],
      [
        { $ref: '#/$defs/N', properties: { z: { type: 'string' } } },
        { type: 'string', description: 'As JSON text: { n?: N } | null' },
      ],
      [
        { $ref: '#/$defs/a%20b~1c' },
        { $ref: '#/$defs/a_b_c' },
        { type: 'string', description: 'As JSON text: { k?: a_b_c }' },
      ],
      [{ $ref: '#/$defs/S' }, { $ref: '#/$defs/S' }, { type: 'string', description: 'As JSON text: string | S[]' }],
      [
        { anyOf: [{ $ref: '#/$defs/S' }, { type: 'null' }] },
        { anyOf: [{ $ref: '#/$defs/S' }, { type: 'null' }] },
        { type: 'string', description: 'As JSON text: string | S[]' },
      ],
      [
        { anyOf: [{ $ref: '#/$defs/N' }, { type: 'string' }] },
        { anyOf: [{ $ref: '#/$defs/N' }, { type: 'string' }] },
        { type: 'string', description: 'As JSON text: { n?: N } | null | string' },
      ],
      [{ $ref: '#' }, { type: 'string', description: 'As JSON text: Self' }],
      [
        { allOf: [{ $ref: '#/$defs/N' }, { enum: [null] }] },
        { type: 'string', description: 'As JSON text: { n?: { n?: N } | null }' },
      ],
    ]);
  });

  it('keeps what stands inside itself under a name of its own', () => {
    expect(convertOne({ $ref: '#/$defs/N' }, 'openai-strict').$defs).toEqual({
      N: {
        type: ['object', 'null'],
        properties: {
          n: {
            anyOf: [
              { $ref: '#/$defs/N' },
              {
                type: 'object',
                description: 'Sends null.',
                properties: { set_null: { type: 'boolean', enum: [true] } },
                required: ['set_null'],
                additionalProperties: false,
              },
            ],
            description: 'null: left out; {"set_null": true}: null.',
          },
        },
        required: ['n'],
        additionalProperties: false,
      },
    });
    expect(convertOne({ $ref: '#/$defs/a%20b~1c' }, 'openai-strict').$defs).toEqual({
      a_b_c: {
        type: 'object',
        properties: { k: { anyOf: [{ $ref: '#/$defs/a_b_c' }, { type: 'null' }] } },
        required: ['k'],
        additionalProperties: false,
      },
    });
    expect(convertOne({ $ref: '#/$defs/S' }, 'openai-strict').$defs).toEqual({
      S: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/S' } }] },
    });
    expect(convertOne({ allOf: [{ $ref: '#/$defs/S' }] }, 'openai-strict')).toEqual({
      x: { $ref: '#/$defs/Self' },
      $defs: { Self: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Self' } }] } },
    });
    const list = (name: string) => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
    const { schema } = convertSchema(
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a%20b' }, b: { $ref: '#/$defs/a_b' }, c: { $ref: '#/$defs/a+b' } },
        required: ['a', 'b', 'c'],
        $defs: { 'a b': list('a%20b'), a_b: list('a_b'), 'a+b': list('a+b') },
      },
      'openai-strict',
    );
    expect(schema.properties).toEqual({
      a: { $ref: '#/$defs/a_b' },
      b: { $ref: '#/$defs/a_b_2' },
      c: { $ref: '#/$defs/a_b_3' },
    });
    expect(schema.$defs).toEqual({ a_b: list('a_b'), a_b_2: list('a_b_2'), a_b_3: list('a_b_3') });
  });
});
