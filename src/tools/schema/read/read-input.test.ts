import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../shared/freeze.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { readInputSchema } from './read-input.ts';

/** Reads a frozen copy, so that any change to the input throws. */
function read(raw: unknown) {
  return readInputSchema(deepFreeze(JSON.parse(JSON.stringify(raw ?? null))));
}

function property(raw: unknown) {
  return (read({ type: 'object', properties: { x: raw } }).schema.properties as Record<string, unknown>).x;
}

describe('readInputSchema at the root', () => {
  it('returns a sound schema as the same object, without repairs', () => {
    const raw = {
      type: 'object',
      properties: { q: { type: 'string', description: 'text' }, n: { $ref: '#/$defs/N' } },
      required: ['q'],
      $defs: { N: { type: ['integer', 'null'], minimum: 0 } },
    };
    const { schema, repairs, wrapped } = readInputSchema(raw);
    expect(schema).toBe(raw);
    expect(repairs).toEqual([]);
    expect(wrapped).toBe(false);
  });

  it('reads a missing schema as taking no arguments and says so', () => {
    for (const raw of [undefined, null, true, false, 'text', 7, []]) {
      const { schema, repairs } = readInputSchema(raw);
      expect(schema).toEqual({ type: 'object', properties: {} });
      expect(repairs).toHaveLength(1);
    }
  });

  it('drops $schema and $id without calling it a repair', () => {
    const { schema, repairs } = read({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:x',
      type: 'object',
    });
    expect(schema).toEqual({ type: 'object' });
    expect(repairs).toEqual([]);
  });

  it('wraps a root that cannot be an object as the argument value', () => {
    const { schema, wrapped, repairs } = read({ type: 'string', description: 'the title' });
    expect(schema).toEqual({
      type: 'object',
      description: 'the title',
      properties: { value: { type: 'string', description: 'the title' } },
      required: ['value'],
    });
    expect(wrapped).toBe(true);
    expect(repairs).toHaveLength(1);
  });

  it('moves the references of a wrapped root along', () => {
    const { schema } = read({ type: 'array', items: { $ref: '#/$defs/T' }, $defs: { T: { type: 'string' } } });
    expect(schema).toMatchObject({ properties: { value: { items: { $ref: '#/properties/value/$defs/T' } } } });
  });

  it('wraps a union in which no branch is an object', () => {
    expect(read({ anyOf: [{ type: 'string' }, { $ref: '#/$defs/N' }], $defs: { N: { type: 'number' } } }).wrapped).toBe(
      true,
    );
  });

  it('gives a union of objects the type and keeps the union', () => {
    const union = [
      { type: 'object', properties: { kind: { const: 'a' } } },
      { type: 'object', properties: { kind: { const: 'b' } } },
    ];
    expect(read({ oneOf: union }).schema).toEqual({ type: 'object', oneOf: union });
  });

  it('reads a nullable or listed root type as an object', () => {
    expect(read({ type: ['object', 'null'], properties: {} }).schema.type).toBe('object');
    expect(read({ type: 'object', nullable: true }).schema).toEqual({ type: 'object' });
  });

  it('replaces a reference at the root by what it points to', () => {
    const args = { type: 'object', properties: { self: { $ref: '#/definitions/Args' } }, required: ['self'] };
    expect(read({ $ref: '#/definitions/Args', definitions: { Args: args } }).schema).toEqual({
      type: 'object',
      properties: { self: { $ref: '#/$defs/Args' } },
      required: ['self'],
      $defs: { Args: { ...args, properties: { self: { $ref: '#/$defs/Args' } } } },
    });
  });

  it('keeps both the reference at the root and the rules beside it', () => {
    const { schema } = read({
      $ref: '#/$defs/A',
      required: ['q'],
      $defs: { A: { properties: { q: { type: 'string' } } } },
    });
    expect(schema).toMatchObject({ type: 'object', required: ['q'], allOf: [{ $ref: '#/$defs/A' }] });
  });

  it('survives a root that refers to itself', () => {
    expect(read({ $ref: '#' }).schema).toEqual({ type: 'object' });
  });

  it('puts a bare map of properties under properties', () => {
    const map = { city: { type: 'string' }, days: { type: 'integer' } };
    expect(read(map).schema).toEqual({ type: 'object', properties: map });
  });
});

describe('readInputSchema of roots that may be objects or not', () => {
  const isWrapped = (raw: unknown) => readInputSchema(raw).wrapped;
  const objects: unknown[] = [
    { type: 'dict' },
    { type: ['object', 'null'] },
    { type: 'any' },
    { type: 'Frob' },
    { type: ['Frob', 'string', 'object'] },
    { const: { a: 1 } },
    { enum: [1, { a: 1 }] },
    { enum: [] },
    { anyOf: [{ type: 'string' }, { type: 'object' }] },
    { oneOf: [{ type: 'string' }, {}] },
    { anyOf: [false, true] },
    { anyOf: [] },
    { allOf: [{ title: 'A' }, true] },
    { $ref: '#/$defs/A', $defs: { A: { required: ['a'] } } },
    { $ref: '#/$defs/gone' },
    { items: {}, properties: {} },
    { items: {}, type: ['object', 'array'] },
    { anyOf: [{ $ref: '#' }, { type: 'object' }] },
    { title: 'T' },
  ];
  const others: unknown[] = [
    { type: 'string' },
    { type: 'str' },
    { type: ['string', 'null'] },
    { const: 1 },
    { enum: [1, 'a'] },
    { anyOf: [{ type: 'string' }, { const: 1 }] },
    { oneOf: [{ type: 'string' }, false] },
    { anyOf: [{ type: 'object' }], oneOf: [{ type: 'string' }] },
    { allOf: [{ type: 'object' }, { type: 'string' }] },
    { allOf: [{ anyOf: [{ enum: [1] }] }] },
    { $ref: '#/$defs/A', $defs: { A: { allOf: [{ type: 'array' }] } } },
    { $ref: '#/$defs/F', $defs: { F: false } },
    { items: {} },
    { allOf: [{ $ref: '#' }, { type: 'int' }] },
  ];

  it('wraps those that no object can be', () => {
    for (const raw of objects) expect(isWrapped(raw), JSON.stringify(raw)).toBe(false);
    for (const raw of others) expect(isWrapped(raw), JSON.stringify(raw)).toBe(true);
  });

  it('says what it made of the root', () => {
    const text = (raw: unknown) => readInputSchema(raw).repairs;
    expect(text({ type: 'string' })).toEqual(['root that is not an object wrapped as the argument "value"']);
    expect(text({ title: 'T' })).toEqual(['root without a type read as an object']);
    expect(text({ type: 'dict' })).toEqual(['root type read as "object"']);
    expect(text({ type: ['object', 'null'] })).toEqual(['root type read as "object"']);
    expect(text({ type: 'any' })).toEqual(['root type read as "object"']);
    expect(text({ a: { type: 'string' } })).toEqual(['bare map of properties put under "properties"']);
    expect(text({ type: 'object' })).toEqual([]);
    expect(text(undefined)).toEqual(['missing, read as taking no arguments']);
    expect(text(null)).toEqual(['missing, read as taking no arguments']);
    expect(text(true)).toEqual(['true in place of an object schema, read as naming no arguments']);
    expect(text([])).toEqual(['not a schema, read as naming no arguments']);
  });

  it('takes a bare map for one only where every member is a schema and none is a keyword', () => {
    const isMap = (raw: JsonObject) =>
      readInputSchema(raw).repairs.includes('bare map of properties put under "properties"');
    for (const keyword of ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf']) {
      expect(isMap({ a: { [keyword]: ['string'] } }), keyword).toBe(true);
    }
    expect(isMap({ a: { type: 'string' }, b: { title: 'B' } })).toBe(false);
    expect(isMap({ a: { type: 'string' }, b: 'string' })).toBe(false);
    expect(isMap({})).toBe(false);
    for (const keyword of ['items', 'anyOf', 'properties', '$defs', 'definitions', 'not']) {
      expect(isMap({ a: { type: 'string' }, [keyword]: { type: 'object' } }), keyword).toBe(false);
    }
  });

  it('puts what the root refers to in its place, one after the other', () => {
    const root = (raw: JsonObject) => readInputSchema(raw).schema;
    const $defs = { A: { $ref: '#/$defs/B', title: 'A' }, B: { properties: { b: {} }, title: 'B', nullable: true } };
    expect(root({ $ref: '#/$defs/A', $defs })).toEqual({
      type: 'object',
      properties: { b: {} },
      title: 'A',
      $defs: { A: { $ref: '#/$defs/B', title: 'A' }, B: { properties: { b: {} }, title: 'B' } },
    });
    for (const beside of ['title', 'description', '$comment'] as const) {
      expect(root({ $ref: '#/$defs/B', [beside]: 'x', $defs })).toMatchObject({ properties: { b: {} }, [beside]: 'x' });
    }
    expect(root({ $ref: '#/$defs/B', minProperties: 1, allOf: [{ title: 'C' }], $defs })).toMatchObject({
      minProperties: 1,
      allOf: [{ title: 'C' }, { $ref: '#/$defs/B' }],
    });
    // It would lose definitions of its own.
    for (const keyword of ['$defs', 'definitions']) {
      const own = { properties: {}, [keyword]: { X: {} } };
      expect(root({ $ref: '#/$defs/Own', $defs: { Own: own } })).toMatchObject({ allOf: [{ $ref: '#/$defs/Own' }] });
    }
    const chain: Record<string, JsonObject> = { D20: { title: 'end' } };
    for (let step = 0; step < 20; step++) chain[`D${step}`] = { $ref: `#/$defs/D${step + 1}` };
    expect(root({ $ref: '#/$defs/D5', $defs: chain }).title).toBe('end');
    expect(root({ $ref: '#/$defs/D0', $defs: chain })).not.toHaveProperty('title');
    expect(root({ $ref: '#/$defs/D0', $defs: chain })).not.toHaveProperty('$ref');
    expect(root({ $ref: '#/$defs/yes', $defs: { yes: true } })).not.toHaveProperty('$ref');
  });
});

describe('readInputSchema with older drafts and other dialects', () => {
  it('rewrites the boolean bounds of draft 04', () => {
    expect(property({ type: 'number', minimum: 0, exclusiveMinimum: true })).toEqual({
      type: 'number',
      exclusiveMinimum: 0,
    });
    expect(property({ type: 'number', maximum: 1, exclusiveMaximum: false })).toEqual({ type: 'number', maximum: 1 });
    expect(property({ type: 'number', exclusiveMinimum: true })).toEqual({ type: 'number' });
  });

  it('moves definitions to $defs with the references to them', () => {
    const { schema, repairs } = read({
      type: 'object',
      properties: { a: { $ref: '#/definitions/A%20B' } },
      definitions: { 'A B': { type: 'string' } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { $ref: '#/$defs/A%20B' } },
      $defs: { 'A B': { type: 'string' } },
    });
    expect(repairs).toEqual([]);
  });

  it('keeps both members where definitions and $defs use the same name', () => {
    const { schema } = read({
      type: 'object',
      properties: { a: { $ref: '#/$defs/T' }, b: { $ref: '#/definitions/T' } },
      definitions: { T: { type: 'number' } },
      $defs: { T: { type: 'str' } },
    });
    expect(schema.$defs).toEqual({ T: { type: 'string' }, T_2: { type: 'number' } });
    expect(schema.properties).toEqual({ a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/T_2' } });
  });

  it('reads tuples of older drafts, and references into them', () => {
    const { schema } = read({
      type: 'object',
      properties: {
        pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
        again: { $ref: '#/properties/pair/items/1' },
      },
    });
    expect(schema.properties).toEqual({
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      again: { $ref: '#/properties/pair/prefixItems/1' },
    });
  });

  it('collects required: true from the properties', () => {
    const { schema } = read({
      type: 'object',
      properties: { a: { type: 'string', required: true }, b: { type: 'string', required: false } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
    });
  });

  it('splits dependencies', () => {
    const odd = { a: 'b', c: ['d', 7], e: true, f: 7 };
    expect(property({ dependencies: odd })).toEqual({
      dependentRequired: { a: ['b'], c: ['d'] },
      dependentSchemas: { e: true },
    });
    expect(property({ dependencies: { a: ['b'] }, dependentRequired: { c: ['d'] } })).toEqual({
      dependentRequired: { c: ['d'] },
    });
    expect(property({ dependencies: { a: {} }, dependentSchemas: { c: {} } })).toEqual({ dependentSchemas: { c: {} } });
    expect(property({ dependencies: 7 })).toEqual({});
    expect(property({ type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
      type: 'object',
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    });
  });

  it('rewrites nullable wherever null can be said today', () => {
    expect(property({ type: 'string', nullable: true, enum: ['a'] })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
    expect(property({ anyOf: [{ type: 'string' }], nullable: true })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'null' }],
    });
    for (const union of ['anyOf', 'oneOf']) {
      expect(property({ [union]: [{ type: 'string' }], nullable: true })).toEqual({
        [union]: [{ type: 'string' }, { type: 'null' }],
      });
      for (const branches of [[{ type: 'string' }, { type: 'null' }], [{ type: ['string', 'null'] }]]) {
        expect(property({ [union]: branches, nullable: true })).toEqual({ [union]: branches });
      }
      expect(property({ type: 'string', [union]: [{ minLength: 1 }], nullable: true })).toEqual({
        type: ['string', 'null'],
        [union]: [{ minLength: 1 }],
      });
    }
    expect(property({ type: ['null', 'string'], enum: [null, 'a'], nullable: true })).toEqual({
      type: ['null', 'string'],
      enum: [null, 'a'],
    });
    expect(property({ type: 'string', nullable: false })).toEqual({ type: 'string' });
    const { schema } = read({
      type: 'object',
      properties: { a: { $ref: '#/$defs/A', nullable: true, description: 'one' } },
      $defs: { A: { type: 'string' } },
    });
    expect(schema.properties).toEqual({ a: { description: 'one', anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] } });
  });

  it('follows references into a node that null moved', () => {
    const { schema } = read({
      type: 'object',
      properties: {
        a: { allOf: [{ properties: { deep: { type: 'string' } } }], nullable: true },
        b: { $ref: '#/properties/a/allOf/0/properties/deep' },
      },
    });
    expect(schema).toMatchObject({ properties: { b: { $ref: '#/properties/a/anyOf/0/allOf/0/properties/deep' } } });
  });

  it('understands type words of other languages and opens up unknown ones', () => {
    const words = {
      int: 'integer',
      Float: 'number',
      STRING: 'string',
      bool: 'boolean',
      dict: 'object',
      list: 'array',
      None: 'null',
    };
    for (const [word, type] of Object.entries(words)) expect(property({ type: word })).toEqual({ type });
    for (const word of ['any', 'Frobnicator', '']) expect(property({ type: word })).toEqual({});
    expect(property({ type: ['str', 'int', 'str'] })).toEqual({ type: ['string', 'integer'] });
    expect(property({ type: ['string', null] })).toEqual({ type: ['string', 'null'] });
    expect(property({ type: [] })).toEqual({});
    expect(property({ type: ['string', { type: 'object' }] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'object' }],
    });
  });
});

describe('readInputSchema with broken parts', () => {
  it('replaces what is no schema and keeps boolean schemas', () => {
    const { schema, repairs } = read({
      type: 'object',
      properties: { a: null, b: 'integer', c: 7, d: [], e: true, f: false },
    });
    expect(schema.properties).toEqual({ a: {}, b: { type: 'integer' }, c: {}, d: {}, e: true, f: false });
    expect(repairs).toEqual(['something that is not a schema replaced at /properties/a and 3 more place(s)']);
  });

  it('reads properties given as a list by their names and drops properties that are neither', () => {
    expect(read({ type: 'object', properties: [{ name: 'q', type: 'string', required: true }] }).schema).toEqual({
      type: 'object',
      properties: { q: { type: 'string' } },
      required: ['q'],
    });
    for (const properties of [null, [], 'x', ['q']])
      expect(read({ type: 'object', properties }).schema).toEqual({ type: 'object' });
  });

  it('clears required of what is no name, of duplicates, and of names that a closed object cannot have', () => {
    const properties = { a: {}, b: {} };
    expect(read({ type: 'object', properties, required: ['a', 'a', 7, null] }).schema.required).toEqual(['a']);
    expect(read({ type: 'object', properties, required: 'b' }).schema.required).toEqual(['b']);
    expect(read({ type: 'object', properties, required: { a: true } }).schema.required).toBeUndefined();
    expect(
      read({ type: 'object', properties, required: ['a', 'gone'], additionalProperties: false }).schema.required,
    ).toEqual(['a']);
    // An open object can have it, so it stays required.
    expect(read({ type: 'object', properties, required: ['gone'] }).schema.required).toEqual(['gone']);
  });

  it('drops an enum that says nothing and mends one that nearly does', () => {
    expect(property({ type: 'string', enum: [] })).toEqual({ type: 'string' });
    expect(property({ type: 'string', enum: { a: 1 } })).toEqual({ type: 'string' });
    expect(property({ type: 'string', enum: 'a' })).toEqual({ type: 'string', enum: ['a'] });
    expect(property({ enum: ['a', 'a', 'b'] })).toEqual({ enum: ['a', 'b'] });
    expect(property({ type: 'string', enum: [1, 2] })).toEqual({ enum: [1, 2] });
    expect(property({ type: 'integer', enum: [1, 2] })).toEqual({ type: 'integer', enum: [1, 2] });
  });

  it('drops keywords whose value has the wrong kind, and reads numbers given as text', () => {
    expect(
      property({ type: 'string', minLength: -1, maxLength: 'x', pattern: 7, format: null, uniqueItems: 'yes' }),
    ).toEqual({ type: 'string' });
    expect(property({ type: 'number', minimum: '3', maximum: 'many', multipleOf: 0 })).toEqual({
      type: 'number',
      minimum: 3,
    });
    expect(property({ type: 'array', items: null, anyOf: [], allOf: 'x' })).toEqual({ type: 'array' });
    expect(property({ type: 'object', additionalProperties: 'false' })).toEqual({
      type: 'object',
      additionalProperties: false,
    });
    expect(property({ description: null, title: 5 })).toEqual({});
    expect(property({ anyOf: { type: 'string' } })).toEqual({ anyOf: [{ type: 'string' }] });
  });

  it('opens up references that lead nowhere, elsewhere or in a circle, and never fetches', () => {
    for (const $ref of ['#/$defs/Missing', 'https://example.test/schema.json', 'file:///etc/passwd', '#nowhere']) {
      const { schema, repairs } = read({ type: 'object', properties: { x: { $ref, description: 'kept' } } });
      expect(schema.properties).toEqual({ x: { description: 'kept' } });
      expect(repairs).toEqual(['reference without a target opened up at /properties/x']);
    }
    expect(
      read({
        type: 'object',
        properties: { x: { $ref: '#/$defs/A' } },
        $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } },
      }).schema.$defs,
    ).toEqual({ A: {}, B: {} });
    expect(
      read({ type: 'object', properties: {}, $defs: { A: { allOf: [{ $ref: '#/$defs/A' }] } } }).schema.$defs,
    ).toEqual({ A: { allOf: [{}] } });
  });

  it('keeps recursion that goes down into the data', () => {
    const raw = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' }, again: { $ref: '#' } },
      $defs: { Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/Node' } } } } },
    };
    expect(readInputSchema(raw).schema).toBe(raw);
  });

  it('finds anchors, ids, mistaken prefixes and targets outside of $defs', () => {
    const target = { type: 'string' };
    const cases: [unknown, string][] = [
      [{ $defs: { A: { $anchor: 'a', ...target } } }, '#a'],
      [{ $defs: { A: { $id: 'https://x.test/a.json', ...target } } }, 'a.json'],
      [{ $id: 'https://x.test/all.json', $defs: { A: target } }, 'https://x.test/all.json#/$defs/A'],
      [{ $defs: { A: target } }, '#/definitions/A'],
      [{ $defs: { A: target } }, 'A'],
      [{ components: { schemas: { A: target } } }, '#/components/schemas/A'],
    ];
    for (const [extra, $ref] of cases) {
      const { schema, repairs } = read({ type: 'object', properties: { x: { $ref } }, ...(extra as object) });
      expect(schema.properties, $ref).toEqual({ x: { $ref: '#/$defs/A' } });
      expect(schema.$defs, $ref).toEqual({ A: target });
      expect(repairs).toEqual([]);
    }
  });

  it('puts a boolean target in the place of the reference', () => {
    const { schema } = read({
      type: 'object',
      properties: { a: { $ref: '#/$defs/T' }, b: { $ref: '#/$defs/F' } },
      $defs: { T: true, F: false },
    });
    expect(schema.properties).toEqual({ a: {}, b: { not: {} } });
  });

  it('removes hidden characters from descriptions, because models read those', () => {
    const { schema, repairs } = read({ type: 'object', properties: { a: { description: 'Text\u{e0041}\u202e.' } } });
    expect(schema.properties).toEqual({ a: { description: 'Text.' } });
    expect(repairs).toEqual(['hidden characters removed from "description" at /properties/a']);
  });

  it('cuts absurd depth, in schemas and in values', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 5_000; level++) deep = { type: 'object', properties: { a: deep } };
    const { schema, repairs } = readInputSchema(deep);
    expect(JSON.stringify(schema).length).toBeLessThan(5_000);
    expect(repairs[0]).toContain('64 levels');
    let value: unknown = 1;
    for (let level = 0; level < 5_000; level++) value = [value];
    expect(
      readInputSchema({ type: 'object', properties: { a: { default: value, 'x-more': value } } }).schema.properties,
    ).toEqual({ a: {} });
  });

  it('takes __proto__ and constructor for ordinary names', () => {
    const raw = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"int"},"constructor":{"type":"str"},"toString":null}}',
    );
    const { schema } = readInputSchema(raw);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"},"toString":{}}}',
    );
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  it('does not take property names for keywords', () => {
    const raw = {
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        required: { type: 'boolean' },
        items: { type: 'array' },
        nullable: { type: 'boolean' },
        $schema: { type: 'string' },
      },
    };
    expect(readInputSchema(raw).schema).toBe(raw);
  });
});
