/**
 * What stands behind each keyword of the one dialect that we use after reading: JSON Schema 2020-12. Everything that
 * walks a schema walks it by this table, so that a property named `items` or `$ref` is never taken for the keyword.
 */
export type KeywordShape =
  /** One subschema. */
  | 'schema'
  /** A list of subschemas. */
  | 'schemas'
  /** Names or patterns, each with a subschema. */
  | 'schemaMap'
  | 'string'
  | 'text'
  | 'number'
  | 'count'
  | 'boolean'
  | 'names'
  | 'namesMap'
  | 'values';

export const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['properties', 'schemaMap'],
  ['patternProperties', 'schemaMap'],
  ['$defs', 'schemaMap'],
  ['dependentSchemas', 'schemaMap'],
  ['items', 'schema'],
  ['additionalProperties', 'schema'],
  ['contains', 'schema'],
  ['propertyNames', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contentSchema', 'schema'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['allOf', 'schemas'],
  ['prefixItems', 'schemas'],
  ['required', 'names'],
  ['dependentRequired', 'namesMap'],
  ['enum', 'values'],
  ['examples', 'values'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'number'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['uniqueItems', 'boolean'],
  ['deprecated', 'boolean'],
  ['readOnly', 'boolean'],
  ['writeOnly', 'boolean'],
  ['pattern', 'string'],
  ['format', 'string'],
  ['contentEncoding', 'string'],
  ['contentMediaType', 'string'],
  ['description', 'text'],
  ['title', 'text'],
  ['$comment', 'text'],
]);

/** The type words of JSON Schema. */
export const TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** Deepest nesting of subschemas that is kept. Real schemas stay below 20; only broken or hostile ones pass this. */
export const MAX_SCHEMA_DEPTH = 64;
