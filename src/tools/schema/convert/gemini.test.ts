import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { readInputSchema } from '../read/read-input.ts';
import { convertSchema } from './convert.ts';
import { isSchemaValidFor } from './valid-for.ts';

/** What the provider takes for any value. */
const SCALARS: readonly JsonObject[] = [
  { type: 'string', nullable: true },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
];
const ANY: JsonObject = { anyOf: [...SCALARS, { type: 'array', items: { anyOf: SCALARS } }] };

const $defs = {
  D: { type: 'string', minLength: 2, description: 'Dee.' },
  N: { type: ['object', 'null'], properties: { n: { $ref: '#/$defs/N' } } },
  T: { type: ['array', 'null'], items: { $ref: '#/$defs/T' } },
  L: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/L' } }] },
  M: { properties: { m: { $ref: '#/$defs/M' }, k: { type: 'string' } } },
  Same: { allOf: [{ $ref: '#/$defs/Same' }] },
};

/** One argument as a server sends it → as the provider gets it. */
type Table = readonly (readonly [raw: JsonObject, expected: JsonObject])[];

function expectEach(table: Table): void {
  for (const [raw, expected] of table) {
    const read = readInputSchema({ type: 'object', properties: { x: raw }, $defs }).schema;
    const { schema } = convertSchema(read, 'gemini');
    expect(isSchemaValidFor(schema, 'gemini'), JSON.stringify(raw)).toEqual([]);
    expect((schema.properties as JsonObject).x, JSON.stringify(raw)).toEqual(expected);
  }
}

describe('one argument for gemini', () => {
  it('keeps bounds of numbers, counts open ones of whole numbers in and says what it has no keyword for', () => {
    expectEach([
      [
        { type: 'integer', exclusiveMaximum: 5 },
        { type: 'integer', maximum: 4 },
      ],
      [
        { type: 'integer', exclusiveMaximum: 4.5 },
        { type: 'integer', maximum: 4 },
      ],
      [
        { type: 'integer', exclusiveMinimum: 1.5 },
        { type: 'integer', minimum: 2 },
      ],
      [
        { type: 'integer', minimum: 3, exclusiveMinimum: 1 },
        { type: 'integer', minimum: 3 },
      ],
      [
        { type: 'integer', minimum: 0, exclusiveMinimum: 4, maximum: 9, exclusiveMaximum: 8 },
        { type: 'integer', minimum: 5, maximum: 7 },
      ],
      [
        { type: 'integer', maximum: 3, exclusiveMaximum: 9 },
        { type: 'integer', maximum: 3 },
      ],
      [
        { type: 'number', exclusiveMaximum: 5, exclusiveMinimum: 1 },
        { type: 'number', minimum: 1, maximum: 5, description: 'Greater than 1. Less than 5.' },
      ],
      [
        { type: 'number', maximum: 5, minimum: 1 },
        { type: 'number', minimum: 1, maximum: 5 },
      ],
      [
        { type: 'number', multipleOf: 0.5 },
        { type: 'number', description: 'Multiple of 0.5.' },
      ],
      [
        { type: 'number', maximum: 0, exclusiveMaximum: 3 },
        { type: 'number', maximum: 0, description: 'Less than 3.' },
      ],
      [
        { type: 'number', minimum: 0, exclusiveMinimum: -1 },
        { type: 'number', minimum: 0, description: 'Greater than -1.' },
      ],
      [
        { type: 'number', minimum: '0' },
        { type: 'number', minimum: 0 },
      ],
      [
        { type: 'integer', format: 'int32' },
        { type: 'integer', format: 'int32' },
      ],
      [
        { type: 'integer', format: 'int64' },
        { type: 'integer', format: 'int64' },
      ],
      [{ type: 'integer', format: 'float' }, { type: 'integer' }],
      [
        { type: 'number', format: 'float' },
        { type: 'number', format: 'float' },
      ],
      [
        { type: 'number', format: 'double' },
        { type: 'number', format: 'double' },
      ],
      [{ type: 'number', format: 'int32' }, { type: 'number' }],
      [{ type: 'number', format: 'int64' }, { type: 'number' }],
      [{ type: 'integer', format: 'double' }, { type: 'integer' }],
      [
        { type: 'number', const: 3 },
        { type: 'number', description: 'Always 3.' },
      ],
      [
        { type: 'number', default: 2.5 },
        { type: 'number', description: 'Default: 2.5.' },
      ],
      [
        { type: 'integer', enum: [1, 2], default: 1 },
        { type: 'integer', description: 'One of: 1, 2. Default: 1.' },
      ],
      [{ type: 'boolean' }, { type: 'boolean' }],
      [
        { type: 'boolean', default: true },
        { type: 'boolean', description: 'Default: true.' },
      ],
      [
        { type: 'boolean', const: true },
        { type: 'boolean', description: 'Always true.' },
      ],
      [
        { type: 'boolean', enum: [false] },
        { type: 'boolean', description: 'One of: false.' },
      ],
    ]);
  });

  it('says of texts what it has no keyword for, cut where that is long', () => {
    expectEach([
      [{ type: 'string', minLength: 1 }, { type: 'string' }],
      [
        { type: 'string', minLength: 2 },
        { type: 'string', description: 'At least 2 characters.' },
      ],
      [
        { type: 'string', maxLength: 0 },
        { type: 'string', description: 'At most 0 characters.' },
      ],
      [
        { type: 'string', minLength: 2, maxLength: 3, pattern: '^a' },
        { type: 'string', description: 'Pattern: ^a At least 2 characters. At most 3 characters.' },
      ],
      [
        { type: 'string', format: 'f'.repeat(60) },
        { type: 'string', description: 'Format: fffffffffffffffffffffffffffffffffffffff….' },
      ],
      [
        { type: 'string', const: '' },
        { type: 'string', description: 'Always "".' },
      ],
      [
        { type: 'string', enum: ['a', 1, null] },
        { type: 'string', enum: ['a'] },
      ],
      [{ type: 'string', default: null }, { type: 'string' }],
      [
        { type: 'string', default: 'a', enum: ['a'] },
        { type: 'string', enum: ['a'], description: 'Default: "a".' },
      ],
      [{ type: 'string', default: { a: 1 } }, { type: 'string' }],
      [{ type: 'string', minLength: '2', maxLength: '3', pattern: 4, format: 5 }, { type: 'string' }],
    ]);
  });

  it('has no type for null alone, and says it of each branch', () => {
    expectEach([
      [{ type: 'null' }, { type: 'string', nullable: true }],
      [{ const: null }, { type: 'string', nullable: true }],
      [{ enum: [null] }, { type: 'string', nullable: true }],
      [
        { type: 'null', description: 'N.' },
        { type: 'string', nullable: true, description: 'N.' },
      ],
      [
        { type: ['string', 'null'], enum: ['a', null] },
        { type: 'string', enum: ['a'], nullable: true },
      ],
      [
        { enum: ['a', null, 1] },
        {
          anyOf: [
            { type: 'string', enum: ['a'], nullable: true },
            { type: 'number', description: 'One of: 1.', nullable: true },
          ],
        },
      ],
      [{ enum: [null, 1] }, { type: 'number', description: 'One of: 1.', nullable: true }],
      [{ allOf: [{ type: ['string', 'null'] }, { type: 'string' }] }, { type: 'string' }],
      [
        { allOf: [{ type: ['string', 'null'] }, { minLength: 3 }] },
        { type: 'string', description: 'At least 3 characters.', nullable: true },
      ],
      [{ anyOf: [{ type: 'null' }] }, { type: 'string', nullable: true }],
      [{ anyOf: [{ type: 'null' }, { const: null }, { enum: [null] }] }, { type: 'string', nullable: true }],
      [
        { anyOf: [{ type: 'string' }, { enum: [null, 'a'] }] },
        { anyOf: [{ type: 'string' }, { type: 'string', enum: ['a'], nullable: true }] },
      ],
      [
        { anyOf: [{ type: ['null', 'boolean'] }, { const: 2 }] },
        {
          anyOf: [
            { type: 'boolean', nullable: true },
            { type: 'number', description: 'Always 2.' },
          ],
        },
      ],
      [
        { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }], description: 'U.' },
        {
          anyOf: [
            { type: 'string', nullable: true, description: 'U.' },
            { type: 'number', nullable: true },
          ],
        },
      ],
    ]);
  });

  it('tells the type of a node that names none by its values or by keywords of one type', () => {
    expectEach([
      [{ items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
      [{ prefixItems: [{ type: 'string' }] }, { type: 'array', items: { type: 'string' } }],
      [{ minItems: 1 }, { type: 'array', items: ANY, minItems: 1 }],
      [{ maxItems: 2 }, { type: 'array', items: ANY, maxItems: 2 }],
      [{ properties: {} }, { type: 'object' }],
      [{ additionalProperties: { type: 'string' } }, { type: 'object', description: 'Any keys; each value: string.' }],
      [{ patternProperties: { a: { type: 'string' } } }, { type: 'object' }],
      [{ pattern: 'a' }, { type: 'string', description: 'Pattern: a' }],
      [{ minLength: 4 }, { type: 'string', description: 'At least 4 characters.' }],
      [{ maxLength: 4 }, { type: 'string', description: 'At most 4 characters.' }],
      [{ format: 'uri' }, { type: 'string', description: 'Format: uri.' }],
      [{ minimum: 1 }, { type: 'number', minimum: 1 }],
      [{ maximum: 1 }, { type: 'number', maximum: 1 }],
      [{ exclusiveMinimum: 1 }, { type: 'number', minimum: 1, description: 'Greater than 1.' }],
      [{ exclusiveMaximum: 1 }, { type: 'number', maximum: 1, description: 'Less than 1.' }],
      [{ multipleOf: 2 }, { type: 'number', description: 'Multiple of 2.' }],
      [{ title: 'X' }, ANY],
      [{ default: 1 }, ANY],
      [
        { enum: [1, true, 'a', [1], { a: 1 }] },
        {
          anyOf: [
            { type: 'string', enum: ['a'] },
            { type: 'number', description: 'One of: 1.' },
            { type: 'boolean', description: 'One of: true.' },
            { type: 'array', items: ANY },
            { type: 'object' },
          ],
        },
      ],
      [{ const: [1] }, { type: 'array', items: ANY }],
      [{ const: true }, { type: 'boolean', description: 'Always true.' }],
      [{ const: { a: 1 } }, { type: 'object' }],
      [{ const: 1.5 }, { type: 'number', description: 'Always 1.5.' }],
    ]);
  });

  it('gives a list one kind of item, whatever its places are', () => {
    expectEach([
      [{ type: 'array' }, { type: 'array', items: ANY }],
      [
        { type: 'array', items: false },
        { type: 'array', items: ANY },
      ],
      [
        { type: 'array', items: {} },
        { type: 'array', items: ANY },
      ],
      [
        { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'boolean' } },
        { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
      ],
      [
        { type: 'array', prefixItems: [{ type: 'string' }], items: false },
        { type: 'array', items: { type: 'string' } },
      ],
      [
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
        { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
      ],
      [
        { type: 'array', items: { type: 'string' }, minItems: '1' },
        { type: 'array', items: { type: 'string' } },
      ],
    ]);
  });

  it('declares members of objects, and free keys in words', () => {
    expectEach([
      [{ type: 'object' }, { type: 'object' }],
      [{ type: 'object', additionalProperties: true }, { type: 'object' }],
      [
        { type: 'object', additionalProperties: { type: 'string' }, properties: { a: { type: 'number' } } },
        { type: 'object', properties: { a: { type: 'number' } } },
      ],
      [{ type: 'object', required: ['a'] }, { type: 'object' }],
      [
        { type: ['object', 'null'], properties: { a: {} } },
        { type: 'object', properties: { a: ANY }, nullable: true },
      ],
      [
        { type: ['object', 'string'], properties: { a: { type: 'string' } } },
        { anyOf: [{ type: 'object' }, { type: 'string' }] },
      ],
      [{ type: 'string', properties: { a: { type: 'string' } } }, { type: 'string' }],
      [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      ],
      [
        { type: 'object', properties: { a: false, b: true }, required: ['a', 'b', 'c'] },
        { type: 'object', properties: { b: ANY, c: ANY }, required: ['b', 'c'] },
      ],
    ]);
  });

  it('writes unions flat, each kind once, and types that the branches leave to their parent', () => {
    expectEach([
      [
        {
          oneOf: [
            { type: 'string', description: 'A.' },
            { type: 'string', description: 'A.' },
          ],
        },
        { type: 'string', description: 'A.' },
      ],
      [{ anyOf: [false, { type: 'string' }] }, { type: 'string' }],
      [
        { anyOf: [true, { type: 'string' }] },
        {
          anyOf: [
            { type: 'string', nullable: true },
            { type: 'number' },
            { type: 'boolean' },
            { type: 'object' },
            {
              type: 'array',
              items: {
                anyOf: [
                  { type: 'string', nullable: true },
                  { type: 'number' },
                  { type: 'boolean' },
                  { type: 'object' },
                ],
              },
            },
            { type: 'string' },
          ],
        },
      ],
      [
        { anyOf: [{ type: 'string' }, { anyOf: [{ type: 'number' }, { type: 'boolean' }] }], description: 'U.' },
        { anyOf: [{ type: 'string', description: 'U.' }, { type: 'number' }, { type: 'boolean' }] },
      ],
      [
        { anyOf: [{ type: 'string', description: 'B.' }, { type: 'number' }], description: 'U.' },
        { anyOf: [{ type: 'string', description: 'U. B.' }, { type: 'number' }] },
      ],
      [
        { type: 'string', anyOf: [{ format: 'uri' }, { format: 'email' }] },
        {
          anyOf: [
            { type: 'string', description: 'Format: uri.' },
            { type: 'string', description: 'Format: email.' },
          ],
        },
      ],
      [
        { type: ['string', 'number'], anyOf: [{ pattern: 'a' }, { type: 'number' }] },
        { anyOf: [{ type: 'string', description: 'Pattern: a' }, { type: 'number' }] },
      ],
      [
        { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
        { type: 'string', enum: ['a', 'b'] },
      ],
      [
        { type: ['string', 'null'], oneOf: [{ const: 'a' }, { const: 'b' }] },
        { type: 'string', enum: ['a', 'b'], nullable: true },
      ],
      [{ oneOf: [{ const: 'a' }, { const: null }] }, { type: 'string', enum: ['a'], nullable: true }],
      [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, { type: 'string', enum: ['a', 'b'] }],
      [
        {
          type: 'object',
          anyOf: [
            { properties: { a: { type: 'string' } } },
            { properties: { b: { type: 'string' } }, required: ['b'] },
          ],
        },
        {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } } },
            { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
          ],
        },
      ],
      [
        { anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'number' } } }] },
        {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } } },
            { type: 'object', properties: { a: { type: 'number' } } },
          ],
        },
      ],
      [{ type: 'string', anyOf: [{ minLength: 1 }, { maxLength: 3 }] }, { type: 'string' }],
      [
        { type: 'array', anyOf: [true, { items: { type: 'string' } }] },
        {
          anyOf: [
            { type: 'array', items: ANY },
            { type: 'array', items: { type: 'string' } },
          ],
        },
      ],
      [
        { type: 'string', anyOf: [{ pattern: 'a' }, { anyOf: [{ const: 'x' }, { const: 'y' }] }] },
        {
          anyOf: [
            { type: 'string', description: 'Pattern: a' },
            { type: 'string', enum: ['x', 'y'] },
          ],
        },
      ],
      [
        { type: ['string', 'null'], anyOf: [{ type: 'string' }, { $ref: '#/$defs/D' }, { allOf: [{ minLength: 2 }] }] },
        {
          anyOf: [
            { type: 'string', nullable: true },
            { type: 'string', description: 'Dee. At least 2 characters.', nullable: true },
            { type: 'string', description: 'At least 2 characters.', nullable: true },
          ],
        },
      ],
      [
        { type: 'integer', oneOf: [{ oneOf: [{ minimum: 1 }, { multipleOf: 2 }] }, { allOf: [{ maximum: 9 }] }] },
        {
          anyOf: [
            { type: 'number', minimum: 1 },
            { type: 'number', description: 'Multiple of 2.' },
            { type: 'number', maximum: 9 },
          ],
        },
      ],
    ]);
  });

  it('lays over each other what holds together', () => {
    expectEach([
      [
        { type: ['string', 'number'], anyOf: [{ $ref: '#/$defs/D' }, { type: 'number' }] },
        { anyOf: [{ type: 'string', description: 'Dee. At least 2 characters.' }, { type: 'number' }] },
      ],
      [
        { allOf: [{ type: 'string' }, { minLength: 3 }, { description: 'D.' }] },
        { type: 'string', description: 'D. At least 3 characters.' },
      ],
      [
        {
          allOf: [
            { properties: { a: { type: 'string' } }, required: ['a'] },
            { properties: { b: { type: 'number' } } },
          ],
        },
        { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
      ],
      [
        { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'number' } } }] },
        { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } },
      ],
      [
        { allOf: [{ properties: { a: { const: 'x' } } }, { properties: { a: { enum: ['y', 'x'] } } }] },
        { type: 'object', properties: { a: { type: 'string', enum: ['x', 'y'] } } },
      ],
      [
        {
          allOf: [
            { properties: { a: { type: 'string' } } },
            { properties: { a: { type: 'string' } } },
            { properties: { a: {} } },
          ],
        },
        { type: 'object', properties: { a: { type: 'string' } } },
      ],
      [
        { allOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { enum: ['y', 'x'] } } }] },
        {
          type: 'object',
          properties: {
            a: {
              anyOf: [
                { type: 'number', description: 'Always 1.' },
                { type: 'string', enum: ['y', 'x'] },
              ],
            },
          },
        },
      ],
      [
        { allOf: [{ properties: { a: { enum: ['a', 2] } } }, { properties: { a: { enum: ['y', 'x'] } } }] },
        {
          type: 'object',
          properties: {
            a: {
              anyOf: [
                { type: 'string', enum: ['a'] },
                { type: 'number', description: 'One of: 2.' },
                { type: 'string', enum: ['y', 'x'] },
              ],
            },
          },
        },
      ],
      [{ allOf: [{ properties: { a: true } }, { properties: { a: {} } }] }, { type: 'object', properties: { a: ANY } }],
    ]);
  });

  it('writes references out, and says where it stopped', () => {
    expectEach([
      [{ $ref: '#/$defs/D' }, { type: 'string', description: 'Dee. At least 2 characters.' }],
      [
        { $ref: '#/$defs/D', description: 'Own.' },
        { type: 'string', description: 'Own. At least 2 characters.' },
      ],
      [
        { $ref: '#/$defs/N' },
        {
          type: 'object',
          properties: {
            n: {
              type: 'object',
              properties: { n: { type: 'object', nullable: true, description: 'Nested further in the form of N.' } },
              nullable: true,
            },
          },
          nullable: true,
        },
      ],
      [
        { $ref: '#/$defs/T' },
        {
          type: 'array',
          items: {
            type: 'array',
            items: { type: 'array', items: ANY, nullable: true, description: 'Nested further in the form of T.' },
            nullable: true,
          },
          nullable: true,
        },
      ],
      [
        { type: 'array', items: { $ref: '#/$defs/L' } },
        {
          type: 'array',
          items: {
            anyOf: [
              { type: 'string' },
              {
                type: 'array',
                items: {
                  anyOf: [
                    { type: 'string' },
                    {
                      type: 'array',
                      items: {
                        anyOf: [
                          { type: 'string', nullable: true, description: 'Nested further in the form of L.' },
                          { type: 'number' },
                          { type: 'boolean' },
                          { type: 'object' },
                          {
                            type: 'array',
                            items: {
                              anyOf: [
                                { type: 'string', nullable: true },
                                { type: 'number' },
                                { type: 'boolean' },
                                { type: 'object' },
                              ],
                            },
                          },
                        ],
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
      ],
      [
        { $ref: '#/$defs/M' },
        {
          type: 'object',
          properties: {
            m: {
              type: 'object',
              properties: {
                m: { type: 'object', description: 'Nested further in the form of M.' },
                k: { type: 'string' },
              },
            },
            k: { type: 'string' },
          },
        },
      ],
      [{ $ref: '#/$defs/Same' }, ANY],
    ]);
  });
});

describe('a schema that is large for gemini', () => {
  const convertDefinitions = ($defs: JsonObject) =>
    convertSchema({ type: 'object', properties: { x: { $ref: '#/$defs/A' } }, $defs }, 'gemini');
  /** Levels of objects below the root along the members `a`, and what stands at their end. */
  const along = (schema: JsonObject) => {
    let node = (schema.properties as JsonObject).x as JsonObject;
    let levels = 0;
    while (node.properties !== undefined) {
      node = (node.properties as JsonObject).a as JsonObject;
      levels++;
    }
    return { levels, end: node };
  };

  it('has a definition twice within itself where there is room, else once, and less and less deep', () => {
    const self = (count: number): JsonObject => ({
      A: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: count }, (_, index) => [index === 0 ? 'a' : `b${index}`, { $ref: '#/$defs/A' }]),
        ),
      },
    });
    const end = { type: 'object', description: 'Nested further in the form of A.' };
    const notes = ['nesting cut at a fixed depth; below it any value of its kind is taken'];
    for (const [count, levels] of [
      [1, 2],
      [20, 2],
      [40, 1],
    ] as const) {
      const converted = convertDefinitions(self(count));
      expect(along(converted.schema)).toEqual({ levels, end });
      expect(converted.notes).toEqual(notes);
    }
  });

  it('is cut at a depth that keeps it small', () => {
    const chain = (width: number): JsonObject => {
      const $defs: Record<string, JsonObject> = {};
      for (let level = 0; level < 40; level++) {
        const next = { $ref: `#/$defs/${level === 39 ? 'End' : `L${level + 1}`}` };
        $defs[level === 0 ? 'A' : `L${level}`] = {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: width }, (_, index) => [index === 0 ? 'a' : `b${index}`, next]),
          ),
        };
      }
      return { ...$defs, End: { type: 'string' } };
    };
    expect([1, 2, 3, 8].map((width) => along(convertDefinitions(chain(width)).schema).levels)).toEqual([24, 8, 4, 3]);
  });
});
