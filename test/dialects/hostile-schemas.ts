/** A tool with one argument. */
const P = (x: unknown, more: object = {}): object => ({ type: 'object', properties: { x }, required: ['x'], ...more });
/** A literal would set the prototype. */
const raw = (text: string): unknown => JSON.parse(text);
/** Forty of them in each other. */
const nested = (wrap: (inner: unknown) => object): object => {
  let schema: object = { type: 'string' };
  for (let count = 0; count < 40; count++) schema = wrap(schema);
  return schema;
};
/** Schemas as servers should not send them, and some of them do: by what is odd in them. */
export const HOSTILE_SCHEMAS: Readonly<Record<string, unknown>> = {
  cycleAnyOfItems: {
    type: 'object',
    properties: { t: { $ref: '#/$defs/T' } },
    required: ['t'],
    $defs: {
      T: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { anyOf: [{ $ref: '#/$defs/T' }, { type: 'null' }] } }],
      },
    },
  },
  selfRefInPlace: P(
    { $ref: '#/$defs/A' },
    { $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'integer' }] }, B: { allOf: [{ $ref: '#/$defs/A' }] } } },
  ),
  rootRefCycle: {
    $ref: '#/$defs/N',
    $defs: {
      N: { type: 'object', properties: { next: { $ref: '#/$defs/N' }, v: { type: 'string' } }, required: ['v'] },
    },
  },
  hashSelf: { type: 'object', properties: { child: { $ref: '#' }, v: { type: 'number' } } },
  typeListNullEnum: P({ type: ['string', 'integer', 'null'], enum: ['a', 1, null] }),
  enumWithoutNullInTypes: P({ type: ['string', 'null'], enum: ['a', 'b'] }),
  addPropsFalse: P({ type: 'object', additionalProperties: false }),
  addPropsTrue: P({ type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } }),
  itemsFalse: P({ type: 'array', items: false }),
  itemsTrue: P({ type: 'array', items: true }),
  prefixBools: P({ type: 'array', prefixItems: [true, { type: 'string' }, false], items: false }),
  constNull: P({ const: null }),
  constNullOptional: { type: 'object', properties: { x: { const: null }, y: { type: 'string' } } },
  constObject: P({ const: { a: [1, null] } }),
  enumObjects: P({ enum: [{ a: 1 }, [2], 'x', null] }),
  definitions: {
    type: 'object',
    properties: { x: { $ref: '#/definitions/Foo' }, y: { $ref: '#/$defs/Foo' } },
    definitions: { Foo: { type: 'string' } },
    $defs: { Foo: { type: 'number' } },
  },
  dynamicRef: {
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { child: { $dynamicRef: '#node' }, v: { type: 'string' } },
  },
  recursiveRef: {
    $recursiveAnchor: true,
    type: 'object',
    properties: { child: { $recursiveRef: '#' }, v: { type: 'string' } },
  },
  draft04: {
    $schema: 'http://json-schema.org/draft-04/schema#',
    type: 'object',
    properties: { x: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: false } },
    required: ['x'],
  },
  draft03required: {
    type: 'object',
    properties: { x: { type: 'string', required: true }, y: { type: 'any' }, z: { type: 'number', divisibleBy: 2 } },
  },
  protoNames: raw(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"},"$ref":{"type":"string"},"toString":{"type":"boolean"},"hasOwnProperty":{"type":"object","properties":{"__proto__":{"type":"integer"}}}},"required":["__proto__","constructor","$ref"]}',
  ),
  refNamedProp: {
    type: 'object',
    properties: {
      $ref: { type: 'string' },
      $defs: { type: 'object', properties: { type: { type: 'string' } } },
      type: { type: 'string' },
      enum: { type: 'array', items: { type: 'string' } },
      required: { type: 'boolean' },
      properties: { type: 'object', properties: { properties: { type: 'string' } } },
      items: { type: 'string' },
      anyOf: { type: 'string' },
    },
    required: ['$ref', 'type', 'required'],
  },
  longNames: {
    type: 'object',
    properties: {
      ['a'.repeat(70)]: { type: 'string' },
      ['a'.repeat(64)]: { type: 'number' },
      [`${'a'.repeat(69)}b`]: { type: 'boolean' },
      [`${'a'.repeat(63)}/`]: { type: 'string' },
    },
    required: ['a'.repeat(70)],
  },
  collide: {
    type: 'object',
    properties: {
      'a b': { type: 'string' },
      'a/b': { type: 'number' },
      a_b: { type: 'boolean' },
      a$b: { type: 'object', properties: { 'a b': { type: 'string' }, a_b_2: { type: 'number' } } },
    },
  },
  unicode: {
    type: 'object',
    properties: {
      имя: { type: 'string' },
      名前: { type: 'number' },
      '👋': { type: 'boolean' },
      é: { type: 'string' },
      'e\u0301': { type: 'number' },
      '': { type: 'string' },
      ' ': { type: 'string' },
      '\u200b': { type: 'string' },
    },
  },
  emptyObjects: {
    type: 'object',
    properties: {
      a: {},
      b: { type: 'object' },
      c: { type: 'object', properties: {} },
      d: { type: 'array', items: {} },
    },
    required: ['a', 'b'],
  },
  setNullName: {
    type: 'object',
    properties: {
      set_null: { type: ['boolean', 'null'] },
      x: { type: ['object', 'null'], properties: { set_null: { type: 'boolean' } } },
    },
  },
  otherKeysName: {
    type: 'object',
    properties: { other_keys: { type: 'string' } },
    additionalProperties: { type: 'number' },
  },
  patternProps: {
    type: 'object',
    patternProperties: { '^x-': { type: 'string' } },
    properties: { a: { type: 'number' } },
    additionalProperties: false,
  },
  propertyNames: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: 'string' } },
  oneOfNested: P({
    oneOf: [
      { type: 'object', properties: { kind: { const: 'a' }, a: { type: 'string' } }, required: ['kind', 'a'] },
      { type: 'object', properties: { kind: { const: 'b' }, b: { type: 'number' } }, required: ['kind', 'b'] },
      { type: 'null' },
    ],
  }),
  oneOfSameShape: P({
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: ['number', 'null'] } }, required: ['a', 'b'] },
    ],
  }),
  anyOfOpenClosed: P({
    anyOf: [
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
    ],
  }),
  anyOfStringNumberJson: P({ anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array' }] }),
  anyOfJsonAndString: P({ anyOf: [{ type: 'string' }, {}] }),
  notEverything: P({ not: {} }),
  falseProp: { type: 'object', properties: { x: false, y: { type: 'string' } } },
  requiredFalse: { type: 'object', properties: { x: false }, required: ['x'] },
  requiredUnknown: { type: 'object', required: ['ghost'], properties: {} },
  ifThen: raw(
    '{"type":"object","properties":{"a":{"type":"string"}},"if":{"properties":{"a":{"const":"x"}}},"then":{"properties":{"b":{"type":"number"}},"required":["b"]},"else":false}',
  ),
  dependent: {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    dependentSchemas: { a: { properties: { 'c d': { type: 'string' } }, required: ['c d'] } },
    dependentRequired: { a: ['b'] },
  },
  allOfSplit: {
    type: 'object',
    allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'number' } } }],
    additionalProperties: true,
  },
  unevaluated: { type: 'object', allOf: [{ properties: { a: { type: 'string' } } }], unevaluatedProperties: false },
  nullableOAS: P({ type: 'string', nullable: true, enum: ['a', 'b'] }),
  nullableRef: {
    type: 'object',
    properties: { x: { $ref: '#/$defs/S', nullable: true } },
    $defs: { S: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
  },
  refSiblings: {
    type: 'object',
    properties: { x: { $ref: '#/$defs/S', description: 'hi', default: { a: 'z' } } },
    $defs: { S: { type: 'object', properties: { a: { type: 'string' } } } },
  },
  refEscaped: {
    type: 'object',
    properties: { x: { $ref: '#/$defs/a~1b%20c' }, y: { $ref: '#/$defs/m~0n' } },
    $defs: { 'a/b c': { type: 'string' }, 'm~n': { type: 'number' } },
  },
  refToProp: {
    type: 'object',
    properties: {
      'a b': { type: 'object', properties: { 'q r': { type: 'string' } } },
      y: { $ref: '#/properties/a%20b' },
    },
  },
  refRemote: P({ $ref: 'https://example.com/x.json#/foo' }),
  refDangling: P({ $ref: '#/$defs/none' }),
  refAnchor: { type: 'object', properties: { x: { $ref: '#foo' } }, $defs: { F: { $anchor: 'foo', type: 'integer' } } },
  refId: {
    $id: 'https://x.test/root',
    type: 'object',
    properties: { x: { $ref: 'item' } },
    $defs: {
      I: { $id: 'item', type: 'object', properties: { y: { $ref: '#/$defs/Z' } }, $defs: { Z: { type: 'boolean' } } },
    },
  },
  refChain: {
    type: 'object',
    properties: { x: { $ref: '#/$defs/A' } },
    $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/C' }, C: { $ref: '#/$defs/A' } },
  },
  rootArray: { type: 'array', items: { type: 'string' } },
  rootTypeList: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
  rootOneOfRef: {
    oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }],
    $defs: {
      A: { type: 'object', properties: { 'k.1': { const: 'A' }, 'bad key': { type: 'string' } }, required: ['k.1'] },
      B: { type: 'object', properties: { 'k.1': { const: 'B' }, n: { type: 'integer' } }, required: ['k.1', 'n'] },
    },
  },
  rootAdditional: {
    type: 'object',
    additionalProperties: { type: 'object', properties: { 'x y': { type: 'string' } } },
  },
  rootAnyOfNull: { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] },
  bigIntEnum: P(raw('{"type":"integer","enum":[9007199254740993,1]}')),
  hugeBounds: P(raw('{"type":"integer","minimum":-9223372036854775808,"maximum":18446744073709551615}')),
  nanBounds: P({ type: 'number', minimum: 'zero', maximum: null, multipleOf: 0 }),
  emptyEnum: P({ type: 'string', enum: [] }),
  dupEnum: P({ type: 'string', enum: ['a', 'a', 'b'] }),
  enumEmptyText: P({ type: 'string', enum: ['', 'a'] }),
  enumMixedBool: P({ enum: [true, 'true', 1, '1', null] }),
  typeWords: P({ type: 'str' }, {}),
  typeInt: {
    type: 'object',
    properties: { a: { type: 'int' }, b: { type: 'List[str]' }, c: { type: 'dict' }, d: { type: 'float' } },
  },
  tupleOld: P({ type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false }),
  arrayNoItems: P({ type: 'array', minItems: 1 }),
  arrayOrNull: P({ type: ['array', 'null'], items: { type: ['string', 'null'] } }),
  deep: P(nested((inner) => ({ type: 'object', properties: { n: inner }, required: ['n'] }))),
  deepArrays: P(nested((inner) => ({ type: 'array', items: inner }))),
  wide: {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`p${i}`, { type: ['string', 'null'] }])),
  },
  exprs: P({ type: 'string', pattern: '^(?<year>\\d{4})\\p{L}(?=x)$' }),
  badPattern: P({ type: 'string', pattern: '([' }),
  defaults: P({
    type: 'object',
    properties: { a: { type: 'string', default: null }, b: { type: ['string', 'null'], default: null } },
  }),
  contains: P({ type: 'array', contains: { type: 'string' }, minContains: 1, uniqueItems: true }),
  stringBoolSchema: P('string'),
  arraySchema: P(['string', 'null']),
  nullSchema: P(null),
  renamedMarkers: {
    type: 'object',
    properties: {
      'other keys': { type: 'string' },
      y: { type: ['object', 'null'], properties: { 'set null': { type: 'boolean' } }, additionalProperties: false },
    },
    additionalProperties: { type: 'number' },
  },
  renamedMarkers2: {
    type: 'object',
    properties: {
      y: { type: ['object', 'null'], properties: { 'set null': { type: 'boolean' } }, additionalProperties: false },
      z: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      'other keys': { type: 'string' },
    },
  },
  readOnly: { type: 'object', properties: { id: { type: 'string', readOnly: true } }, required: ['id'] },
};
