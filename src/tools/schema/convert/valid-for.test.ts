import { describe, expect, it } from 'vitest';
import { isSchemaValidFor } from './valid-for.ts';

const with_ = (x: unknown) => ({ type: 'object', properties: { x } });

describe('isSchemaValidFor', () => {
  it('accepts plain schemas for all targets', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      expect(isSchemaValidFor(with_({ type: 'array', items: { type: 'string' } }), target)).toEqual([]);
    }
  });

  it('refuses roots that are no plain objects', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      for (const root of [
        null,
        true,
        { type: 'string' },
        { type: 'object', anyOf: [{}] },
        { type: 'object', allOf: [{}] },
        { $ref: '#' },
      ]) {
        expect(isSchemaValidFor(root, target), JSON.stringify(root)).not.toEqual([]);
      }
    }
  });

  it('knows what JSON Schema 2020-12 refuses', () => {
    const bad = [
      true,
      { type: 'int' },
      { type: [] },
      { exclusiveMinimum: true },
      { enum: [] },
      { enum: 'a' },
      { items: [{}] },
      { $ref: '#/$defs/Gone' },
      { $ref: 'https://example.test/x' },
      { minLength: -1 },
      { pattern: '(' },
      { nullable: true },
      { type: 'object', properties: { $top: {} } },
      { type: 'object', required: ['a', 'a'] },
      { type: 'object', properties: [] },
      { anyOf: [] },
      { description: null },
    ];
    for (const node of bad) expect(isSchemaValidFor(with_(node), 'anthropic'), JSON.stringify(node)).not.toEqual([]);
  });

  it('wants items for openai', () => {
    expect(isSchemaValidFor(with_({ type: 'array' }), 'openai')).toEqual(['/properties/x: array without items']);
    expect(isSchemaValidFor(with_({ type: 'array' }), 'anthropic')).toEqual([]);
  });

  it('knows the subset of gemini', () => {
    const bad = [
      {},
      { type: ['string', 'null'] },
      { type: 'null' },
      { $ref: '#/properties/x' },
      { type: 'array' },
      { type: 'string', enum: [1] },
      { type: 'integer', enum: ['1'] },
      { type: 'string', enum: [''] },
      { type: 'string', format: 'uri' },
      { type: 'string', pattern: 'a' },
      { type: 'object', additionalProperties: false },
      { type: 'object', properties: {}, required: ['a'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'x' },
      { anyOf: [{ type: 'string' }] },
    ];
    for (const node of bad) expect(isSchemaValidFor(with_(node), 'gemini'), JSON.stringify(node)).not.toEqual([]);
  });

  it('names the place and what is wrong there, for each keyword of JSON Schema', () => {
    const problems = (node: unknown) => isSchemaValidFor(with_(node), 'anthropic');
    const wrong: readonly (readonly [node: unknown, problem: string])[] = [
      ...['$schema', '$id', 'id', 'definitions', 'dependencies', 'additionalItems', 'nullable'].map(
        (keyword) => [{ [keyword]: {} }, `${keyword} has a value it may not have`] as const,
      ),
      ...['title', 'description', '$comment', 'format', 'pattern'].map(
        (keyword) => [{ [keyword]: 1 }, `${keyword} has a value it may not have`] as const,
      ),
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].flatMap((keyword) =>
        ['1', Number.NaN].map((value) => [{ [keyword]: value }, `${keyword} has a value it may not have`] as const),
      ),
      [{ multipleOf: 0 }, 'multipleOf has a value it may not have'],
      ...['Length', 'Items', 'Contains', 'Properties'].flatMap((of) =>
        ['min', 'max'].flatMap((end) =>
          [-1, 1.5, '1'].map((value) => [{ [end + of]: value }, `${end}${of} has a value it may not have`] as const),
        ),
      ),
      ...['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'].map(
        (keyword) => [{ [keyword]: 1 }, `${keyword} has a value it may not have`] as const,
      ),
      [{ enum: [] }, 'enum has a value it may not have'],
      [{ enum: 'a' }, 'enum has a value it may not have'],
      [{ examples: 1 }, 'examples has a value it may not have'],
      [{ dependentRequired: [] }, 'dependentRequired has a value it may not have'],
      [{ pattern: '(' }, 'pattern has a value it may not have'],
      [{ type: [] }, 'type list'],
      [{ type: ['string', 'string'] }, 'type list'],
      [{ type: 'int' }, 'type "int"'],
      [{ type: ['string', 'any'] }, 'type "any"'],
      [{ $ref: '#/$defs/Gone' }, 'reference "#/$defs/Gone"'],
      [{ $ref: 'x' }, 'reference "x"'],
      [{ $ref: 1 }, 'reference 1'],
      [{ $ref: '#/type' }, 'reference "#/type"'],
      [{ $ref: '#/type/length' }, 'reference "#/type/length"'],
      [{ $ref: '#/%' }, 'reference "#/%"'],
      [{ $ref: '' }, 'reference ""'],
      ...['$defs', 'patternProperties', 'dependentSchemas', 'properties'].map(
        (keyword) => [{ [keyword]: [] }, `${keyword} is not an object`] as const,
      ),
      ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((keyword) =>
        [{}, []].map((value) => [{ [keyword]: value }, `${keyword} is not a list`] as const),
      ),
      [{ required: 'a' }, 'required is not a list of names'],
      [{ required: ['a', 1] }, 'required is not a list of names'],
      [{ required: ['a', 'a'] }, 'required repeats a name'],
      [{ properties: { 'a b': {} } }, 'property name "a b"'],
      [{ properties: { ['x'.repeat(65)]: {} } }, `property name "${'x'.repeat(65)}"`],
      [[], 'subschema is not an object'],
      [true, 'subschema is not an object'],
    ];
    for (const [node, problem] of wrong)
      expect(problems(node), JSON.stringify(node)).toEqual([`/properties/x: ${problem}`]);
  });

  it('looks at subschemas wherever they stand', () => {
    const bad = { type: 'int' };
    const places = {
      'properties/a': { properties: { a: bad } },
      '$defs/a': { $defs: { a: bad } },
      'patternProperties/a': { patternProperties: { a: bad } },
      'dependentSchemas/a': { dependentSchemas: { a: bad } },
      'anyOf/1': { anyOf: [{}, bad] },
      'oneOf/0': { oneOf: [bad] },
      'allOf/0': { allOf: [bad] },
      'prefixItems/0': { prefixItems: [bad] },
      ...Object.fromEntries(
        ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'contentSchema'].map((one) => [one, { [one]: bad }]),
      ),
      ...Object.fromEntries(
        ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'].map((one) => [
          one,
          { [one]: bad },
        ]),
      ),
    };
    for (const [place, node] of Object.entries(places)) {
      expect(isSchemaValidFor(with_(node), 'openai')).toEqual([`/properties/x/${place}: type "int"`]);
    }
  });

  it('takes what JSON Schema takes', () => {
    const good = {
      type: ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'],
      title: 'T',
      description: '',
      $comment: 'c',
      format: 'f',
      pattern: '^a',
      enum: [1],
      examples: [],
      dependentRequired: {},
      minimum: 0,
      maximum: -1,
      exclusiveMinimum: 1.5,
      exclusiveMaximum: 2,
      multipleOf: 0.1,
      minLength: 0,
      maxLength: 1,
      minItems: 0,
      maxItems: 1,
      minContains: 0,
      maxContains: 1,
      minProperties: 0,
      maxProperties: 1,
      uniqueItems: false,
      deprecated: true,
      readOnly: true,
      writeOnly: false,
      default: { anyOf: [] },
      const: [],
      items: {},
      additionalProperties: false,
      unevaluatedProperties: true,
      unevaluatedItems: false,
      required: ['a', 'b'],
      $defs: { 'a b/c~d': true, list: { anyOf: [{}] } },
      prefixItems: [
        { $ref: '#/properties/x/$defs/a%20b~1c~0d' },
        { $ref: '#' },
        { $ref: '#/properties/x/$defs/list/anyOf/0' },
      ],
    };
    // A boolean stands for a schema beside openness only.
    expect(isSchemaValidFor(with_(good), 'anthropic')).toEqual([
      '/properties/x/$defs/a b/c~d: subschema is not an object',
    ]);
    expect(isSchemaValidFor(with_({ items: false }), 'anthropic')).toEqual([]);
    expect(isSchemaValidFor(with_({ items: false }), 'openai')).toEqual([
      '/properties/x/items: subschema is not an object',
    ]);
    expect(isSchemaValidFor(with_({ type: ['array', 'null'], items: [] }), 'openai')).toEqual([
      '/properties/x: array without items',
      '/properties/x/items: subschema is not an object',
    ]);
  });

  it('names what is wrong at the root', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      for (const nothing of [null, true, [], 'x']) {
        expect(isSchemaValidFor(nothing, target)).toEqual(['the schema is not an object']);
      }
      expect(isSchemaValidFor({ type: 'string' }, target)).toEqual(['root: type is not "object"']);
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref', 'if']) {
        expect(isSchemaValidFor({ type: 'object', [keyword]: [{}] }, target)).toContain(
          `root: ${keyword} is not allowed`,
        );
      }
      expect(isSchemaValidFor({ type: 'object', description: 1 }, target)).toHaveLength(1);
    }
  });

  it('does not go down without end', () => {
    const nested = (levels: number) => {
      let node: unknown = { type: 'array', items: { type: 'string' } };
      for (let level = 0; level < levels; level++) node = { type: 'array', items: node };
      return with_(node);
    };
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      expect(isSchemaValidFor(nested(198), target)).toEqual([]);
      expect(isSchemaValidFor(nested(199), target)).toEqual([
        `/properties/x${'/items'.repeat(200)}: nested too deep`.replace(
          '/properties',
          target === 'gemini' ? '' : '/properties',
        ),
      ]);
    }
  });

  it('names what is wrong for gemini', () => {
    const wrong: readonly (readonly [node: unknown, ...problems: string[]])[] = [
      [[], 'not an object'],
      [{ type: 'string', default: 'a' }, 'unknown keyword default'],
      [{ type: 'string', description: 1 }, 'description is not a text'],
      [{ type: 'string', nullable: 'yes' }, 'nullable is not a boolean'],
      [{ anyOf: [{ type: 'string' }] }, 'anyOf is not a list of two or more'],
      [{ anyOf: { length: 2 } }, 'anyOf is not a list of two or more'],
      [{ anyOf: [{ type: 'string' }, { type: 'number' }], nullable: true }, 'anyOf has company'],
      [{}, 'type undefined'],
      [{ type: ['string', 'null'] }, 'type ["string","null"]'],
      [{ type: 'null' }, 'type "null"'],
      ...['minimum', 'maximum', 'minItems', 'maxItems'].map(
        (bound) => [{ type: 'number', [bound]: '1' }, `${bound} is not a number`] as const,
      ),
      [{ type: 'string', enum: [] }, 'enum belongs to a string and has values'],
      [{ type: 'integer', enum: ['1'] }, 'enum belongs to a string and has values'],
      [{ type: 'string', enum: 'a' }, 'enum belongs to a string and has values'],
      [{ type: 'string', enum: ['a', ''] }, 'enum value'],
      [{ type: 'string', enum: ['a', 1] }, 'enum value'],
      [{ type: 'string', format: 'uri' }, 'format "uri"'],
      [{ type: 'boolean', format: 'enum' }, 'format "enum"'],
      [{ type: 'integer', format: 'float' }, 'format "float"'],
      [{ type: 'number', format: 'int32' }, 'format "int32"'],
      [{ type: 'string', items: { type: 'string' } }, 'items outside an array'],
      [{ type: 'object', properties: {}, required: ['a'] }, 'required a is no property'],
      [{ type: 'object', required: ['a'] }, 'required a is no property'],
      [{ type: 'object', properties: [] }, 'properties is not an object'],
      [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'a'] }, 'required repeats a name'],
      [{ type: 'object', properties: { $a: { type: 'string' } } }, 'property name "$a"'],
      [{ type: 'object', required: 'a' }, 'required is not a list of names'],
    ];
    for (const [node, ...problems] of wrong)
      expect(isSchemaValidFor(with_(node), 'gemini'), JSON.stringify(node)).toEqual(
        problems.map((one) => `/x: ${one}`),
      );
    expect(isSchemaValidFor(with_({ type: 'array' }), 'gemini')).toEqual(['/x/items: not an object']);
    expect(isSchemaValidFor(with_({ anyOf: [{ type: 'string' }, {}] }), 'gemini')).toEqual([
      '/x/anyOf/1: type undefined',
    ]);
  });

  it('takes every keyword and form that gemini knows', () => {
    for (const node of [
      { type: 'string', format: 'date-time', title: 'T', description: 'D.', nullable: true },
      { type: 'string', format: 'enum', enum: ['a'] },
      { type: 'integer', format: 'int32', minimum: 1, maximum: 2 },
      { type: 'integer', format: 'int64' },
      { type: 'number', format: 'float' },
      { type: 'number', format: 'double' },
      { type: 'boolean', nullable: false },
      { type: 'array', items: { type: 'string' }, minItems: 0, maxItems: 1 },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ]) {
      expect(isSchemaValidFor(with_(node), 'gemini'), JSON.stringify(node)).toEqual([]);
    }
  });
});
