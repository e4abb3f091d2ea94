import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { readInputSchema } from '../read/read-input.ts';
import { convertSchema, type PlainTarget } from './convert.ts';
import { isSchemaValidFor } from './valid-for.ts';

const TARGETS: readonly PlainTarget[] = ['anthropic', 'openai', 'gemini'];

/** Converts what a server sent and checks the result against the target's rules on the way. */
function convert(raw: unknown, target: PlainTarget) {
  const converted = convertSchema(readInputSchema(raw).schema, target);
  expect(isSchemaValidFor(converted.schema, target)).toEqual([]);
  return converted;
}

function members(raw: unknown, target: PlainTarget) {
  return convert(raw, target).schema.properties as Record<string, JsonObject>;
}

function one(raw: unknown, target: PlainTarget) {
  return members({ type: 'object', properties: { x: raw } }, target).x;
}

describe('convertSchema for every target', () => {
  it('leaves a plain schema as it is', () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
    for (const target of TARGETS) expect(convert(schema, target).schema).toEqual(schema);
  });

  it('declares a tool without arguments', () => {
    for (const target of TARGETS) expect(convert(undefined, target).schema.type).toBe('object');
  });

  it('keeps every argument of a root union, and puts the rule into words', () => {
    const raw = {
      type: 'object',
      description: 'Finds things.',
      properties: {
        repo: { type: 'string' },
        files: { type: 'array', items: { type: 'string' } },
        areas: { type: 'array', items: { type: 'string' } },
      },
      required: ['repo'],
      anyOf: [{ required: ['files'] }, { required: ['areas'] }],
    };
    for (const target of TARGETS) {
      const { schema, notes } = convert(raw, target);
      expect(Object.keys(schema.properties as object)).toEqual(['repo', 'files', 'areas']);
      expect(schema.required).toEqual(['repo']);
      expect(schema.description).toBe('Finds things. Give at least one of these: (files) or (areas).');
      expect(notes).toContain('merged anyOf at the root into one object');
    }
  });

  it('merges the forms of an untyped root union with their discriminator as one enum', () => {
    const raw = {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'invoice' }, number: { type: 'string' }, note: { type: 'string' } },
          required: ['kind', 'number'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { kind: { const: 'order' }, ref: { type: 'string' }, note: { type: 'integer' } },
          required: ['kind', 'ref'],
          additionalProperties: false,
        },
      ],
    };
    for (const target of TARGETS) {
      const { schema } = convert(raw, target);
      const properties = schema.properties as Record<string, JsonObject>;
      expect(properties.kind).toEqual({ type: 'string', enum: ['invoice', 'order'] });
      expect(properties.note).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }] });
      expect(schema.required).toEqual(['kind']);
      expect(schema.description).toContain('exactly one of these: (kind: "invoice", number) or (kind: "order", ref)');
      expect(schema.additionalProperties).toBe(target === 'gemini' ? undefined : false);
    }
  });

  it('loosens conditions at the root and keeps the arguments', () => {
    const condition = {
      if: { properties: { mode: { const: 'large' } } },
      else: { properties: { size: { maximum: 10 } } },
    };
    const raw = {
      type: 'object',
      properties: { mode: { enum: ['small', 'large'] }, size: { type: 'integer' } },
      required: ['mode'],
      allOf: [condition],
    };
    for (const target of TARGETS) {
      const properties = members(raw, target);
      expect(Object.keys(properties)).toEqual(['mode', 'size']);
      expect(properties.size).toEqual({ type: 'integer' });
    }
  });

  it('brings back definitions that stood inside of a merged union', () => {
    const raw = {
      type: 'object',
      anyOf: [
        { properties: { a: { type: 'string', minLength: 2 } } },
        { properties: { b: { $ref: '#/anyOf/0/properties/a' } } },
      ],
    };
    expect(convert(raw, 'anthropic').schema).toMatchObject({
      properties: { b: { $ref: '#/$defs/part_1' } },
      $defs: { part_1: { type: 'string', minLength: 2 } },
    });
    expect(members(raw, 'gemini').b).toMatchObject({ type: 'string' });
  });

  it('makes boolean subschemas harmless', () => {
    const raw = {
      type: 'object',
      properties: { payload: true, never: false, name: { type: 'string' } },
      required: ['name', 'never'],
    };
    for (const target of TARGETS) {
      const { schema } = convert(raw, target);
      expect(Object.keys(schema.properties as object)).toEqual(['payload', 'name']);
      expect(schema.required).toEqual(['name']);
    }
  });

  it('keeps a schema open that says nothing about extra keys, and a closed one closed', () => {
    for (const target of ['anthropic', 'openai'] as const) {
      expect(convert({ type: 'object', properties: {} }, target).schema).not.toHaveProperty('additionalProperties');
      expect(
        convert({ type: 'object', properties: {}, additionalProperties: false }, target).schema.additionalProperties,
      ).toBe(false);
    }
    const args = { table: 't', column_x: 1 };
    for (const target of TARGETS) {
      expect(
        convert({ type: 'object', properties: { table: { type: 'string' } } }, target).restoreArguments(args),
      ).toEqual(args);
    }
  });

  it('converts every kind of nonsense into something valid', () => {
    const nonsense = [
      null,
      true,
      { type: 'string' },
      { anyOf: [{ type: 'string' }] },
      { type: 'object', properties: { a: null, b: { type: 'any' }, c: { $ref: '#/nowhere' } } },
      { not: {} },
      { allOf: [false] },
      { type: 'object', enum: [{}] },
    ];
    for (const raw of nonsense) for (const target of TARGETS) convert(raw, target);
  });
});

describe('convertSchema and argument names', () => {
  const raw = {
    type: 'object',
    properties: {
      $top: { type: 'integer' },
      '@microsoft.graph.conflictBehavior': { enum: ['fail', 'replace'], description: 'What to do.' },
      'filter[name]': { type: 'string' },
      item_id: { type: 'string' },
      'StartTime<': { type: 'string' },
      'StartTime>': { type: 'string' },
      top: { type: 'string' },
      имя: { type: 'string' },
      ['x'.repeat(80)]: { type: 'string' },
      [`${'x'.repeat(80)}y`]: { type: 'string' },
      body: {
        type: 'array',
        items: { type: 'object', properties: { '@odata.type': { type: 'string' } }, required: ['@odata.type'] },
      },
      again: { $ref: '#/properties/filter%5Bname%5D' },
    },
    required: ['item_id', '$top'],
  };

  it('renames what a provider refuses, uniquely and at every depth, required and references with it', () => {
    for (const target of TARGETS) {
      const { schema } = convert(raw, target);
      const properties = schema.properties as Record<string, JsonObject>;
      expect(Object.keys(properties)).toEqual([
        'top_2',
        'microsoft.graph.conflictBehavior',
        'filter_name',
        'item_id',
        'StartTime_lt',
        'StartTime_gt',
        'top',
        'key',
        'x'.repeat(64),
        `${'x'.repeat(62)}_2`,
        'body',
        'again',
      ]);
      expect(schema.required).toEqual(['item_id', 'top_2']);
      expect(properties['microsoft.graph.conflictBehavior']?.description).toBe(
        'What to do. Sent as "@microsoft.graph.conflictBehavior".',
      );
      expect(properties.body?.items).toMatchObject({
        properties: { 'odata.type': { type: 'string' } },
        required: ['odata.type'],
      });
    }
  });

  it('says the name also of a renamed argument whose union has to stand alone', () => {
    for (const target of TARGETS) {
      const said = members(
        { type: 'object', properties: { $by: { anyOf: [{ type: 'string' }, { type: 'number' }] } } },
        target,
      );
      expect(said.by).toEqual({ anyOf: [{ type: 'string', description: 'Sent as "$by".' }, { type: 'number' }] });
    }
  });

  it('gives arguments their own names back, whole and unchanged otherwise', () => {
    for (const target of TARGETS) {
      const { restoreArguments } = convert(raw, target);
      const args = Object.freeze({
        item_id: 'i1',
        top_2: 5,
        'microsoft.graph.conflictBehavior': 'fail',
        top: 't',
        key: 'n',
        body: [{ 'odata.type': 'a', 'odata.other': 1 }],
      });
      expect(restoreArguments(args)).toEqual({
        item_id: 'i1',
        $top: 5,
        '@microsoft.graph.conflictBehavior': 'fail',
        top: 't',
        имя: 'n',
        body: [{ '@odata.type': 'a', 'odata.other': 1 }],
      });
      for (const odd of [null, 'text', 7, undefined, []]) expect(restoreArguments(odd)).toEqual(odd);
    }
  });

  it('leaves a free key alone that only looks like a new name', () => {
    const free = {
      type: 'object',
      properties: {
        $top: { type: 'integer' },
        free: { type: 'object' },
        map: { additionalProperties: { properties: { $top: {} } } },
      },
    };
    const { restoreArguments } = convert(free, 'openai');
    expect(restoreArguments({ top: 1, free: { top: 2 }, map: { top: { top: 3 } } })).toEqual({
      $top: 1,
      free: { top: 2 },
      map: { top: { $top: 3 } },
    });
  });

  it('names keys the same each time', () => {
    expect(convert(raw, 'openai').schema).toEqual(convert(JSON.parse(JSON.stringify(raw)), 'openai').schema);
  });

  it('goes through unions and references on the way back', () => {
    const nested = {
      type: 'object',
      properties: { where: { anyOf: [{ $ref: '#/$defs/W' }, { type: 'null' }] } },
      $defs: { W: { type: 'object', properties: { $and: { type: 'array', items: { $ref: '#/$defs/W' } }, $eq: {} } } },
    };
    const { restoreArguments } = convert(nested, 'anthropic');
    expect(restoreArguments({ where: { and: [{ and: [{ eq: 1 }] }] } })).toEqual({
      where: { $and: [{ $and: [{ $eq: 1 }] }] },
    });
  });
});

describe('convertSchema for openai', () => {
  it('gives every array items', () => {
    const raw = {
      type: 'object',
      properties: {
        params: { type: 'array' },
        nested: { type: 'object', properties: { ids: { type: ['array', 'null'] } } },
      },
    };
    expect(convert(raw, 'openai').schema).toEqual({
      type: 'object',
      properties: {
        params: { type: 'array', items: {} },
        nested: { type: 'object', properties: { ids: { type: ['array', 'null'], items: {} } } },
      },
    });
    expect(one({ type: 'array', prefixItems: [{ type: 'string' }], items: false }, 'openai')).toMatchObject({
      items: { anyOf: [{ type: 'string' }] },
    });
  });

  it('leaves out patterns that its checker cannot read', () => {
    expect(one({ type: 'string', pattern: '^\\p{L}+$' }, 'openai')).toEqual({ type: 'string' });
    expect(one({ type: 'string', pattern: '^\\p{L}+$' }, 'anthropic')).toEqual({
      type: 'string',
      pattern: '^\\p{L}+$',
    });
    expect(one({ type: 'string', pattern: '(' }, 'anthropic')).toEqual({ type: 'string' });
  });
});

describe('convertSchema for gemini', () => {
  it('writes out references and expresses null its own way', () => {
    const raw = {
      type: 'object',
      properties: {
        destination: { anyOf: [{ $ref: '#/$defs/Shelf' }, { type: 'null' }], default: null, description: 'Where to.' },
      },
      $defs: {
        Shelf: {
          type: 'object',
          properties: { hall: { type: 'string' }, label: { type: 'string' } },
          required: ['label'],
          description: 'A shelf.',
        },
      },
    };
    expect(convert(raw, 'gemini').schema).toEqual({
      type: 'object',
      properties: {
        destination: {
          type: 'object',
          description: 'Where to. A shelf.',
          nullable: true,
          properties: { hall: { type: 'string' }, label: { type: 'string' } },
          required: ['label'],
        },
      },
    });
  });

  it('keeps a nullable list a list', () => {
    expect(
      one({ anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }], default: null }, 'gemini'),
    ).toEqual({
      type: 'array',
      items: { type: 'string' },
      nullable: true,
    });
    expect(
      one({ type: ['array', 'null'], items: { type: ['object', 'null'], properties: { value: true } } }, 'gemini'),
    ).toMatchObject({
      type: 'array',
      nullable: true,
      items: { type: 'object', nullable: true, properties: { value: { anyOf: expect.anything() } } },
    });
  });

  it('cuts recursion to a free-form object and says so', () => {
    const Node = {
      type: 'object',
      properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
    };
    const { schema, notes } = convert(
      { type: 'object', properties: { root: { $ref: '#/$defs/Node' } }, $defs: { Node } },
      'gemini',
    );
    expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$defs/);
    expect(schema).toMatchObject({
      properties: {
        root: {
          properties: {
            children: {
              items: {
                properties: {
                  children: { items: { type: 'object', description: 'Nested further in the form of Node.' } },
                },
              },
            },
          },
        },
      },
    });
    expect(notes).toContain('nesting cut at a fixed depth; below it any value of its kind is taken');
  });

  it('stays small where references multiply', () => {
    const $defs: Record<string, unknown> = {};
    for (let level = 0; level < 20; level++) {
      const next = { $ref: `#/$defs/L${level + 1}` };
      $defs[`L${level}`] = { type: 'object', properties: { a: next, b: next, c: next } };
    }
    $defs.L20 = { type: 'string' };
    const { schema } = convert({ type: 'object', properties: { start: { $ref: '#/$defs/L0' } }, $defs }, 'gemini');
    expect(JSON.stringify(schema).length).toBeLessThan(100_000);
  });

  it('lists only texts as enum and says other values in words', () => {
    expect(one({ enum: ['a', 'b', null] }, 'gemini')).toEqual({ type: 'string', enum: ['a', 'b'], nullable: true });
    expect(one({ const: 'a' }, 'gemini')).toEqual({ type: 'string', enum: ['a'] });
    expect(one({ type: 'integer', enum: [1, 2] }, 'gemini')).toEqual({ type: 'integer', description: 'One of: 1, 2.' });
    expect(one({ enum: ['a', 1] }, 'gemini')).toEqual({
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'number', description: 'One of: 1.' },
      ],
    });
    expect(one({ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }], description: 'Which.' }, 'gemini')).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      description: 'Which.',
    });
    // An empty text is refused among the values, and an enum without it would be too narrow.
    expect(one({ enum: ['', 'a'] }, 'gemini')).toEqual({ type: 'string', description: 'One of: "", "a".' });
  });

  it('says in words what it has no keyword for', () => {
    expect(one({ type: 'string', format: 'uri', description: 'Link.', maxLength: 9, default: 'x' }, 'gemini')).toEqual({
      type: 'string',
      description: 'Link. Default: "x". Format: uri. At most 9 characters.',
    });
    expect(one({ type: 'string', format: 'date-time' }, 'gemini')).toEqual({ type: 'string', format: 'date-time' });
    expect(one({ type: 'integer', exclusiveMinimum: 0, maximum: 9 }, 'gemini')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 9,
    });
    expect(one({ type: 'number', exclusiveMinimum: 0 }, 'gemini')).toEqual({
      type: 'number',
      minimum: 0,
      description: 'Greater than 0.',
    });
    expect(one({ type: 'object', additionalProperties: { type: 'number' } }, 'gemini')).toEqual({
      type: 'object',
      description: 'Any keys; each value: number.',
    });
  });

  it('writes several types as a lone anyOf, with description and null inside', () => {
    expect(one({ type: ['string', 'integer', 'null'], description: 'Id.' }, 'gemini')).toEqual({
      anyOf: [
        { type: 'string', nullable: true, description: 'Id.' },
        { type: 'integer', nullable: true },
      ],
    });
  });

  it('ignores unions that only say which arguments go together', () => {
    expect(
      one({ type: 'array', items: { type: 'string' }, anyOf: [{ minItems: 1 }, { maxItems: 0 }] }, 'gemini'),
    ).toEqual({ type: 'array', items: { type: 'string' } });
  });

  it('declares required arguments that nobody described, because it refuses unknown names', () => {
    const { schema } = convert({ type: 'object', properties: { a: { type: 'string' } }, required: ['tag'] }, 'gemini');
    expect(schema.required).toEqual(['tag']);
    expect(schema.properties).toHaveProperty('tag');
  });
});
