import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { SchemaNode } from '../objects.ts';
import { memberNames, TypeWriter, toTypeText } from './type-text.ts';

const root: JsonObject = {
  $defs: {
    S: { type: 'string' },
    T: true,
    F: false,
    Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
    'a b': { anyOf: [{ type: 'array', items: { $ref: '#/$defs/a%20b' } }, { type: 'null' }] },
  },
};
const ONE_LEVEL = { depth: 1, values: 6, budget: 2_000 };

type Table = readonly (readonly [node: SchemaNode, text: string])[];

function expectEach(table: Table, limits?: typeof ONE_LEVEL): void {
  for (const [node, text] of table) expect(toTypeText(node, root, limits), JSON.stringify(node)).toBe(text);
}

describe('toTypeText', () => {
  it('writes types by name, and those that keywords tell', () => {
    expectEach([
      [true, 'unknown'],
      [false, 'never'],
      [{}, 'unknown'],
      [{ type: 'string' }, 'string'],
      [{ type: 'integer' }, 'number'],
      [{ type: 'number' }, 'number'],
      [{ type: 'boolean' }, 'boolean'],
      [{ type: 'null' }, 'null'],
      [{ type: ['string', 'integer', 'null'] }, 'string | number | null'],
      [{ type: [] }, 'unknown'],
      [{ properties: {} }, 'object'],
      [{ additionalProperties: false }, '{}'],
      [{ additionalProperties: { type: 'string' } }, 'Record<string, string>'],
      [{ items: { type: 'string' } }, 'string[]'],
      [{ prefixItems: [{ type: 'string' }] }, '[string]'],
      [{ pattern: 'a' }, 'string'],
      [{ minLength: 1 }, 'string'],
      [{ maxLength: 1 }, 'string'],
      [{ minimum: 1 }, 'number'],
      [{ maximum: 1 }, 'number'],
      [{ title: 'T' }, 'unknown'],
    ]);
  });

  it('writes values, cut where they are many or long', () => {
    expectEach([
      [{ const: 'a' }, '"a"'],
      [{ const: null }, 'null'],
      [{ const: { a: [1] } }, '{"a":[1]}'],
      [{ const: 'x'.repeat(80) }, '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"'],
      [{ const: ['x'.repeat(80)] }, '["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'],
      [{ const: 'a"\u200b\n' }, '"a\\"\\u200b\\n"'],
      [{ const: ['\u200b'] }, '["\\u200b"]'],
      [{ type: 'string', enum: ['a', 1, null] }, '"a" | 1 | null'],
      [{ enum: [] }, 'unknown'],
      [{ enum: [1, 2, 3, 4, 5, 6] }, '1 | 2 | 3 | 4 | 5 | 6'],
      [{ enum: [1, 2, 3, 4, 5, 6, 7] }, '1 | 2 | 3 | 4 | 5 | 6 | 7'],
      [{ enum: [1, 2, 3, 4, 5, 6, 7, 8] }, '1 | 2 | 3 | 4 | 5 | 6 | … +2'],
      [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, '"a" | "b"'],
      [{ anyOf: [{ const: 1 }, { const: 2 }] }, '1 | 2'],
      [{ anyOf: [{ const: 1 }, { type: 'string' }] }, '1 | string'],
    ]);
  });

  it('writes lists', () => {
    expectEach([
      [{ type: 'array' }, 'unknown[]'],
      [{ type: 'array', items: true }, 'unknown[]'],
      [{ type: 'array', items: false }, 'never[]'],
      [{ type: 'array', items: { type: 'string' } }, 'string[]'],
      [{ type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
      [{ type: 'array', items: { const: 'a | b' } }, '"a | b"[]'],
      [{ type: 'array', items: { enum: ['a', 'b | c'] } }, '("a" | "b | c")[]'],
      [{ type: 'array', items: { const: 'a " | \\' } }, '"a \\" | \\\\"[]'],
      [
        { type: 'array', items: { type: 'object', additionalProperties: { type: ['string', 'null'] } } },
        'Record<string, string | null>[]',
      ],
      [{ type: 'array', items: { type: 'array', items: { type: ['string', 'null'] } } }, '(string | null)[][]'],
      [{ type: 'array', items: { prefixItems: [{ type: ['string', 'null'] }] } }, '[string | null][]'],
      [{ prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
      [{ prefixItems: [{ type: 'string' }], items: { type: ['number', 'null'] } }, '[string, ...(number | null)[]]'],
      [{ prefixItems: [{ type: 'string' }], items: false }, '[string]'],
      [{ prefixItems: [{ type: 'string' }], items: true }, '[string, ...unknown[]]'],
      [{ type: ['array', 'null'], items: { type: 'string' } }, 'string[] | null'],
      [
        { type: 'array', items: { anyOf: [{ type: 'array', items: { type: ['string', 'null'] } }, { type: 'null' }] } },
        '((string | null)[] | null)[]',
      ],
    ]);
  });

  it('writes objects as far as its depth goes', () => {
    expectEach(
      [
        [{ type: 'object' }, 'object'],
        [{ type: 'object', additionalProperties: false }, '{}'],
        [{ type: 'object', additionalProperties: true }, 'object'],
        [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
        [
          { type: 'object', patternProperties: { '^x': { type: 'number' }, '^y': { type: 'string' } } },
          'Record<string, number | string>',
        ],
        [
          { type: 'object', patternProperties: { '^x': { type: 'number' } }, additionalProperties: false },
          'Record<string, number>',
        ],
        [
          {
            type: 'object',
            properties: { a: { type: 'string' }, 'b c': { type: 'object', properties: { d: {} } } },
            required: ['b c', 'e'],
          },
          '{ "b c": object, e: unknown, a?: string }',
        ],
        [{ type: ['object', 'null'], properties: { a: { type: 'string' } } }, '{ a?: string } | null'],
        [{ type: 'object', properties: { a: false } }, '{}'],
        [{ properties: { a: { type: 'string' } } }, '{ a?: string }'],
        [
          {
            type: 'object',
            properties: { a: { type: 'string' } },
            anyOf: [{ properties: { b: { type: 'number' } } }, { required: ['a'] }],
          },
          '{ a?: string, b?: number }',
        ],
        [
          {
            type: 'object',
            properties: { a: { type: 'string' } },
            allOf: [{ properties: { a: { type: 'number' } }, required: ['a'] }],
          },
          '{ a: string | number }',
        ],
        [{ properties: { a: {} }, allOf: [{ properties: { a: { type: 'number' } } }] }, '{ a?: number }'],
        [{ properties: { a: { type: 'string' } }, oneOf: [{ const: 'x' }] }, '"x"'],
      ],
      ONE_LEVEL,
    );
  });

  it('writes unions and what holds together', () => {
    expectEach(
      [
        [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
        [{ oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] }, 'string | number'],
        [{ anyOf: [{ type: 'string' }], oneOf: [{ type: 'null' }] }, 'string | null'],
        [{ anyOf: [{ type: 'string' }, true] }, 'unknown'],
        [{ anyOf: [{ type: 'string' }, false] }, 'string'],
        [{ anyOf: [false] }, 'never'],
        [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
        [{ allOf: [{ type: 'string' }] }, 'string'],
        [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, 'string'],
        [{ type: 'string', allOf: [{ minLength: 1 }, {}] }, 'string'],
        [
          { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: {} }, required: ['b'] }] },
          '{ b: unknown, a?: string }',
        ],
        [{ allOf: [true] }, 'unknown'],
        [{ anyOf: [] }, 'unknown'],
        [{ type: 'string', anyOf: [1, 'x'] }, 'string'],
      ],
      ONE_LEVEL,
    );
  });

  it('writes what references lead to, and a recursion as its name', () => {
    expectEach(
      [
        [{ $ref: '#/$defs/S' }, 'string'],
        [{ $ref: '#/$defs/T' }, 'unknown'],
        [{ $ref: '#/$defs/F' }, 'never'],
        [{ $ref: '#/$defs/Gone' }, 'unknown'],
        [{ $ref: 'other.json' }, 'unknown'],
        [{ $ref: '#' }, 'Self'],
        [{ $ref: '#/$defs/Node' }, '{ next?: Node }'],
        [{ $ref: '#/$defs/a%20b' }, 'a_b[] | null'],
        [{ anyOf: [{ $ref: '#/$defs/S' }, { $ref: '#/$defs/S' }] }, 'string'],
        [
          { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'array', items: { $ref: '#/$defs/Node' } }] },
          '{ next?: Node } | { next?: Node }[]',
        ],
      ],
      ONE_LEVEL,
    );
  });

  it('stops at its depth, its nesting and its budget', () => {
    const leaf = { type: 'object', properties: { a: { type: 'string' } } };
    const two = { type: 'object', properties: { b: leaf } };
    const texts = [0, 1, 2].map((depth) => toTypeText(two, root, { depth, values: 6, budget: 2_000 }));
    expect(texts).toEqual(['object', '{ b?: object }', '{ b?: { a?: string } }']);
    let list: JsonObject = { type: 'string' };
    const lists = [...Array(14)].map(() => {
      list = { type: 'array', items: list };
      return toTypeText(list, root);
    });
    expect([lists[0], lists[10], lists[11], lists[13]]).toEqual([
      'string[]',
      `string${'[]'.repeat(11)}`,
      `unknown${'[]'.repeat(12)}`,
      `unknown${'[]'.repeat(12)}`,
    ]);

    const spent = (budget: number) => {
      const writer = new TypeWriter(root, { depth: 1, values: 6, budget });
      return [writer.type({ type: 'string' }, 0), writer.exhausted, writer.type({ type: 'string' }, 0)];
    };
    // One for the node and one for each character of the whole.
    expect(spent(6)).toEqual(['string', true, 'unknown']);
    expect(spent(7)).toEqual(['string', false, 'string']);
    const many = { type: 'object', properties: Object.fromEntries([...Array(50)].map((_, i) => [`p${i}`, leaf])) };
    const cut = toTypeText(many, root, { depth: 1, values: 6, budget: 20 });
    expect(cut).toMatch(/^\{ p0\?: object, p1\?: object/);
    expect(cut.length).toBeLessThan(200);
  });

  it('names members with the required ones first, and not those that nothing can fill', () => {
    const properties = new Map<string, SchemaNode[]>([
      ['a', [{}]],
      ['never', [false, false]],
      ['b', [false, { type: 'string' }]],
      ['c', [true]],
    ]);
    expect(memberNames({ properties, required: new Set(['c', 'x', 'b', 'never']) })).toEqual(['b', 'c', 'x', 'a']);
  });
});
