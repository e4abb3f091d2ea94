import { describe, expect, it } from 'vitest';
import { KEYWORDS } from '../keywords.ts';
import { readInputSchema } from './read-input.ts';
import { Repairs } from './repairs.ts';
import { readTypeWord } from './type-words.ts';

/** A property as it is read, and what is said of it. */
const mended = (raw: unknown): [unknown, readonly string[]] => {
  const { schema, repairs } = readInputSchema({ type: 'object', properties: { x: raw } });
  return [(schema.properties as Record<string, unknown>).x, repairs];
};
const at = (what: string): string => `${what} at /properties/x`;

describe('what was mended is said, with its place', () => {
  it.each<[unknown, unknown, string]>([
    ['int', { type: 'integer' }, 'something that is not a schema replaced'],
    ['any', {}, 'something that is not a schema replaced'],
    [null, {}, 'something that is not a schema replaced'],
    [{ type: 'any' }, {}, 'type "any" opened up'],
    [{ type: 'Frob' }, {}, 'type "Frob" opened up'],
    [{ type: 'F'.repeat(50) }, {}, `type "${'F'.repeat(40)}" opened up`],
    [{ type: ' STR ' }, { type: 'string' }, 'type " STR " read as "string"'],
    [{ type: ['str', 'int'] }, { type: ['string', 'integer'] }, 'type "str|int" read as "string,integer"'],
    [{ type: ['string', null] }, { type: ['string', 'null'] }, 'type "string|" read as "string,null"'],
    [{ type: ['string', 'string'] }, { type: ['string'] }, 'type "string|string" read as "string"'],
    [{ type: ['string', 'any'] }, {}, 'type "any" opened up'],
    [{ type: ['string', 7] }, {}, 'type "7" opened up'],
    [{ type: [] }, {}, 'malformed "type" dropped'],
    [{ type: 7 }, {}, 'malformed "type" dropped'],
    [
      { type: ['string', { minimum: 1 }] },
      { anyOf: [{ type: 'string' }, { minimum: 1 }] },
      'schemas listed under "type" moved to "anyOf"',
    ],
    [{ title: 7 }, {}, 'malformed "title" dropped'],
    [{ title: 'a\u200bb' }, { title: 'ab' }, 'hidden characters removed from "title"'],
    [{ minimum: '3' }, { minimum: 3 }, '"minimum" given as a text read as a number'],
    [{ minimum: ' ' }, {}, 'malformed "minimum" dropped'],
    [{ minimum: 'many' }, {}, 'malformed "minimum" dropped'],
    [{ minimum: true }, {}, 'malformed "minimum" dropped'],
    [{ multipleOf: 0 }, {}, 'malformed "multipleOf" dropped'],
    [{ multipleOf: -1 }, {}, 'malformed "multipleOf" dropped'],
    [
      { maximum: 3, exclusiveMaximum: true },
      { exclusiveMaximum: 3 },
      'boolean "exclusiveMaximum" of an older draft rewritten',
    ],
    [
      { minimum: 3, exclusiveMinimum: true },
      { exclusiveMinimum: 3 },
      'boolean "exclusiveMinimum" of an older draft rewritten',
    ],
    [{ minimum: 3, exclusiveMinimum: false }, { minimum: 3 }, 'boolean "exclusiveMinimum" of an older draft rewritten'],
    [{ minimum: '3', exclusiveMaximum: true }, { minimum: 3 }, '"minimum" given as a text read as a number'],
    [{ minLength: -1 }, {}, 'malformed "minLength" dropped'],
    [{ minLength: 1.5 }, {}, 'malformed "minLength" dropped'],
    [{ minLength: '1' }, {}, 'malformed "minLength" dropped'],
    [{ uniqueItems: 'yes' }, {}, 'malformed "uniqueItems" dropped'],
    [{ pattern: 7 }, {}, 'malformed "pattern" dropped'],
    [{ required: 'a' }, { required: ['a'] }, '"required" that is not a list read as a list of one'],
    [{ required: 7 }, {}, 'malformed "required" dropped'],
    [{ required: ['a', 'a'] }, { required: ['a'] }, '"required" cleared of duplicates and things that are not names'],
    [{ required: ['a', 7] }, { required: ['a'] }, '"required" cleared of duplicates and things that are not names'],
    [
      { properties: { a: { required: true } }, required: ['b'] },
      { properties: { a: {} }, required: ['b', 'a'] },
      '"required" on a property moved to its object',
    ],
    [
      { properties: { a: {} }, required: ['a', 'b'], additionalProperties: false },
      { properties: { a: {} }, required: ['a'], additionalProperties: false },
      '"required" names that the closed object does not have dropped',
    ],
    [{ type: 'string', enum: [1] }, { enum: [1] }, '"type" and "enum" without a common value loosened'],
    [{ dependentRequired: { a: 'b' } }, {}, 'malformed "dependentRequired" dropped'],
    [{ dependentRequired: { a: [7] } }, {}, 'malformed "dependentRequired" dropped'],
    [{ dependentRequired: [] }, {}, 'malformed "dependentRequired" dropped'],
    [{ enum: 'a' }, { enum: ['a'] }, '"enum" that is not a list read as a list of one'],
    [{ enum: null }, {}, 'malformed "enum" dropped'],
    [{ enum: { a: 1 } }, {}, 'malformed "enum" dropped'],
    [{ enum: [] }, {}, 'malformed "enum" dropped'],
    [{ enum: ['a', 'a'] }, { enum: ['a'] }, 'repeated "enum" values dropped'],
    [{ examples: 'a' }, { examples: ['a'] }, '"examples" that is not a list read as a list of one'],
    [{ items: null }, {}, 'malformed "items" dropped'],
    [{ not: [] }, {}, 'malformed "not" dropped'],
    [
      { additionalProperties: 'false' },
      { additionalProperties: false },
      '"additionalProperties" given as a text read as a boolean',
    ],
    [
      { additionalProperties: 'true' },
      { additionalProperties: true },
      '"additionalProperties" given as a text read as a boolean',
    ],
    [
      { anyOf: { type: 'string' } },
      { anyOf: [{ type: 'string' }] },
      '"anyOf" that is not a list read as a list of one',
    ],
    [{ anyOf: [] }, {}, 'malformed "anyOf" dropped'],
    [{ anyOf: 'x' }, {}, 'malformed "anyOf" dropped'],
    [
      { properties: [{ name: 'a', type: 'string' }] },
      { properties: { a: { type: 'string' } } },
      '"properties" given as a list read by its names',
    ],
    [{ properties: ['a'] }, {}, 'malformed "properties" dropped'],
    [{ properties: [{ type: 'string' }] }, {}, 'malformed "properties" dropped'],
    [{ properties: 7 }, {}, 'malformed "properties" dropped'],
    [{ dependencies: 'a' }, {}, 'malformed "dependencies" dropped'],
    [{ $ref: 7 }, {}, 'malformed "$ref" dropped'],
    [{ $ref: '#/$defs/Gone' }, {}, 'reference without a target opened up'],
    [{ nullable: true, type: 'string' }, { type: ['string', 'null'] }, '"nullable" rewritten as a null type'],
  ])('%j is read as %j: %s', (raw, schema, what) => {
    const [read, repairs] = mended(raw);
    expect(read).toEqual(schema);
    expect(repairs).toContain(at(what));
  });

  it.each<[unknown, unknown]>([
    [{ examples: [] }, { examples: [] }],
    [{ examples: ['a', 'a'] }, { examples: ['a', 'a'] }],
    [{ required: false }, {}],
    [{ description: null }, {}],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: ['string', 'null'], enum: ['a', null], nullable: 'yes' },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ $anchor: 'a', $vocabulary: {}, $dynamicAnchor: 'd', $recursiveAnchor: true, id: 'x' }, {}],
    [{ id: { type: 'string' } }, { id: { type: 'string' } }],
    [
      { properties: { a: {} }, required: ['b'], additionalProperties: false, patternProperties: { b: {} } },
      { properties: { a: {} }, required: ['b'], additionalProperties: false, patternProperties: { b: {} } },
    ],
    [
      { properties: { a: {} }, required: ['b'], additionalProperties: {} },
      { properties: { a: {} }, required: ['b'], additionalProperties: {} },
    ],
    [{ dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['b'] } }],
    [
      { multipleOf: 0.5, minLength: 0, minimum: -1 },
      { multipleOf: 0.5, minLength: 0, minimum: -1 },
    ],
    [{ 'x-own': { any: ['thing'] } }, { 'x-own': { any: ['thing'] } }],
  ])('%j is read as %j without a word', (raw, schema) => {
    const [read, repairs] = mended(raw);
    expect(read).toEqual(schema);
    expect(repairs.filter((repair) => !repair.includes('nullable'))).toEqual([]);
  });

  it('is said once for each kind, with how many more there were, at the place in the result', () => {
    const repairs = new Repairs();
    repairs.note('a', []);
    repairs.note('b', ['p', 'q']);
    repairs.note('a', ['z']);
    repairs.note('a', ['z']);
    expect(repairs.toList()).toEqual(['a at the root and 2 more place(s)', 'b at /p/q']);
  });

  it('is bounded: twenty kinds, and the end of a long place, with nothing hidden in it', () => {
    const repairs = new Repairs();
    for (let kind = 1; kind <= 21; kind++) repairs.note(`k${kind}`, []);
    repairs.note('k1', []);
    const list = repairs.toList();
    expect([list.length, list[0], list.at(-1)]).toEqual([20, 'k1 at the root and 1 more place(s)', 'k20 at the root']);
    const places = new Repairs();
    places.note('long', ['n'.repeat(79)]);
    places.note('longer', ['n'.repeat(79), 'm']);
    places.note('hidden', ['a\u202e\nb']);
    expect(places.toList()).toEqual([`long at /${'n'.repeat(79)}`, `longer at …${'n'.repeat(78)}/m`, 'hidden at /a b']);
  });
});

describe('a keyword without sense', () => {
  const WRONG: Readonly<Record<string, unknown>> = {
    schema: null,
    schemas: 7,
    schemaMap: 7,
    string: 7,
    text: 7,
    number: 'x',
    count: -1,
    boolean: 'x',
    names: 7,
    namesMap: 7,
    values: null,
  };

  it.each([...KEYWORDS])('is dropped: %s, which wants %s', (keyword, shape) => {
    const [read, repairs] = mended({ [keyword]: WRONG[shape] });
    expect([read, repairs]).toEqual([{}, [at(`malformed "${keyword}" dropped`)]]);
  });

  it.each([...KEYWORDS].filter(([, shape]) => shape.startsWith('schema')))(
    'is read inside: %s, a %s',
    (keyword, shape) => {
      const inside = { type: 'int' };
      const whole = shape === 'schema' ? inside : shape === 'schemas' ? [inside] : { k: inside };
      const [read] = mended({ [keyword]: whole });
      expect(JSON.stringify(read)).toContain('"integer"');
    },
  );
});

describe('a word for a type', () => {
  it.each([
    ['integer', 'int int32 int64 long short bigint uint INT'],
    ['number', 'float float32 float64 double decimal numeric Number'],
    ['string', 'str text char varchar date datetime date-time time uuid uri url email file binary bytes'],
    ['boolean', 'bool Boolean'],
    ['object', 'dict map record struct'],
    ['array', 'list tuple set'],
    ['null', 'none nil void undefined NULL'],
    ['any', 'any json enum timestamp mixed unknown *'],
  ])('is %s, whoever wrote it: %s', (type, words) => {
    expect(words.split(' ').map(readTypeWord)).toEqual(words.split(' ').map(() => type));
  });

  it('is unknown where nobody knows it', () => {
    expect(['', 'frob', 'toString', 'strings'].map(readTypeWord)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
