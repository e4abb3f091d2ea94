import { describe, expect, it } from 'vitest';
import { listParameters } from './parameters.ts';

const paths = (schema: Parameters<typeof listParameters>[0], options?: Parameters<typeof listParameters>[1]) =>
  listParameters(schema, options).map((parameter) => parameter.path.join('.'));

describe('listParameters', () => {
  it('tells name, description, values, type and whether it is required', () => {
    const schema = {
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['open', 'closed'], description: 'Which ones.' },
        labels: { type: 'array', items: { enum: ['bug', 'ui'] } },
        page: { type: 'integer' },
      },
      required: ['state'],
    };
    expect(listParameters(schema)).toEqual([
      {
        path: ['state'],
        description: 'Which ones.',
        enumValues: ['open', 'closed'],
        required: true,
        typeText: '"open" | "closed"',
      },
      { path: ['labels'], description: '', enumValues: ['bug', 'ui'], required: false, typeText: '("bug" | "ui")[]' },
      { path: ['page'], description: '', enumValues: [], required: false, typeText: 'number' },
    ]);
  });

  it('lists nested fields after shallow ones, through lists, maps, unions and references', () => {
    const schema = {
      type: 'object',
      properties: {
        body: { type: 'object', properties: { subject: {}, to: { type: 'array', items: { $ref: '#/$defs/Person' } } } },
        extra: { type: 'object', additionalProperties: { properties: { unit: {} } } },
        choice: { anyOf: [{ properties: { left: {} } }, { oneOf: [{ properties: { right: {} } }] }, { type: 'null' }] },
        pair: { prefixItems: [{ properties: { first: {} } }] },
      },
      $defs: { Person: { type: 'object', properties: { email: {} } } },
    };
    expect(paths(schema)).toEqual([
      'body',
      'extra',
      'choice',
      'pair',
      'body.subject',
      'body.to',
      'extra.unit',
      'choice.left',
      'choice.right',
      'pair.first',
      'body.to.email',
    ]);
  });

  it('lists what unions, conditions and allOf at the root add', () => {
    const schema = {
      type: 'object',
      oneOf: [
        { properties: { kind: { const: 'a' }, x: {} }, required: ['kind', 'x'] },
        { properties: { kind: { const: 'b' }, y: {} }, required: ['kind', 'y'] },
      ],
      allOf: [{ properties: { z: {} }, required: ['z'] }],
      dependentSchemas: { x: { properties: { w: {} } } },
    };
    const parameters = listParameters(schema);
    expect(new Set(parameters.map(({ path }) => path[0]))).toEqual(new Set(['kind', 'x', 'y', 'z', 'w']));
    expect(parameters.find(({ path }) => path[0] === 'kind')).toMatchObject({ enumValues: ['a', 'b'], required: true });
    expect(
      parameters
        .filter(({ required }) => required)
        .map(({ path }) => path[0])
        .sort(),
    ).toEqual(['kind', 'z']);
  });

  it('ends at recursion, with each name once', () => {
    const schema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      $defs: {
        Node: {
          type: 'object',
          properties: { label: {}, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
        },
      },
    };
    expect(paths(schema, { maxDepth: 50 })).toEqual(['root', 'root.label', 'root.children']);
  });

  it('keeps to its bounds however references multiply', () => {
    const $defs: Record<string, { properties: Record<string, { $ref: string }> }> = {};
    for (let level = 0; level < 30; level++) {
      const next = { $ref: `#/$defs/L${level + 1}` };
      $defs[`L${level}`] = { properties: { a: next, b: next } };
    }
    $defs.L30 = { properties: {} };
    const schema = { type: 'object', properties: { start: { $ref: '#/$defs/L0' } }, $defs };
    expect(listParameters(schema, { maxDepth: 30, maxCount: 500 })).toHaveLength(500);
    expect(paths(schema, { maxDepth: 2 })).toEqual(['start', 'start.a', 'start.b']);
  });

  it('bounds the values of a parameter', () => {
    const values = Array.from({ length: 8_000 }, (_, index) => `value ${index}`);
    expect(listParameters({ type: 'object', properties: { a: { enum: values } } })[0]?.enumValues).toHaveLength(100);
  });

  it('takes odd names as they are', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{},"a.b":true}}',
    );
    expect(listParameters(schema).map(({ path }) => path)).toEqual([['__proto__'], ['constructor'], ['a.b']]);
  });

  it('takes the first description and all texts of the branches, lists included', () => {
    const [first] = listParameters({
      properties: {
        x: {
          anyOf: [
            { const: 'a', description: '' },
            { enum: ['b', 1, null], description: 'First.' },
            { items: { anyOf: [{ enum: ['c'] }, { $ref: '#/$defs/D' }] }, description: 'Second.' },
            { const: 5 },
            { items: true },
          ],
        },
      },
      $defs: { D: { const: 'd' } },
    });
    expect(first).toMatchObject({ description: 'First.', enumValues: ['a', 'b', 'c', 'd'] });
  });

  it('leaves types out where they are not asked for', () => {
    const schema = { properties: { x: { type: 'string' }, y: {} } };
    expect(listParameters(schema).map(({ typeText }) => typeText)).toEqual(['string', 'unknown']);
    expect(listParameters(schema, { types: false }).map(({ typeText }) => typeText)).toEqual(['', '']);
  });

  it('goes down to its depth and no further', () => {
    const nested = (levels: number): Parameters<typeof listParameters>[0] =>
      levels === 0 ? {} : { properties: { a: nested(levels - 1) } };
    for (const maxDepth of [1, 2, 3]) expect(paths(nested(9), { maxDepth })).toHaveLength(maxDepth);
    expect(paths(nested(9))).toHaveLength(4);
    expect(paths(nested(9), { maxDepth: 0 })).toEqual([]);
    expect(paths({ properties: { a: {}, b: {}, c: {} } }, { maxCount: 2 })).toEqual(['a', 'b']);
  });

  it('finds the members of lists of lists, of maps of lists and of each place, and none of what has none', () => {
    const leaf = { properties: { k: {} } };
    const list = (items: object) => ({ type: 'array', items });
    for (const [schema, found] of [
      [list(leaf), true],
      [list(list(leaf)), true],
      [list({ anyOf: [list(leaf), {}] }), true],
      [{ additionalProperties: list(leaf) }, true],
      [{ additionalProperties: leaf }, true],
      [{ prefixItems: [true, leaf] }, true],
      [{ anyOf: [{ type: 'null' }, leaf] }, true],
      [list(list(list(leaf))), false],
      [{ additionalProperties: true, items: false }, false],
      [{ patternProperties: { x: leaf } }, false],
    ] as [object, boolean][]) {
      expect(paths({ properties: { x: schema as never } }), JSON.stringify(schema)).toEqual(
        found ? ['x', 'x.k'] : ['x'],
      );
    }
  });
});
