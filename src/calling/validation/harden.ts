import { isObject, type JsonObject, stableStringify } from '../../shared/json.ts';
import { constantsOf, loosenParent, mapSubschemas, omit, type SchemaNode } from '../../tools/index.ts';
import { createBoundedPattern } from './bounded-pattern.ts';

/** Deeper than reading leaves; a schema that was not read could otherwise exhaust the compiler's stack. */
const MAX_DEPTH = 80;

/**
 * Takes out what must not be compiled: patterns that may run away or that are none, and absurd depth. The result
 * accepts at least what the schema accepts. A schema with nothing to take out comes back as it is.
 */
export function hardenSchema(schema: JsonObject): JsonObject {
  return hardenNode(schema, 0, false) === schema ? schema : hardenNode(schema, 0, true);
}

/** Writes unions of constants as the enums that they are, which are looked up instead of being compiled one by one. */
export function foldConstants(schema: JsonObject): JsonObject {
  return refersIntoUnion(schema) ? schema : foldNode(schema);
}

/** Branches that a pointer leads to have to stay where they are. */
function refersIntoUnion(node: JsonObject): boolean {
  if (typeof node.$ref === 'string' && /\/(?:anyOf|oneOf)\//.test(node.$ref)) return true;
  let found = false;
  mapSubschemas(node, (child) => {
    found ||= typeof child !== 'boolean' && refersIntoUnion(child);
    return child;
  });
  return found;
}

function foldNode(node: JsonObject): JsonObject {
  const mapped = mapSubschemas(node, (child) => (typeof child === 'boolean' ? child : foldNode(child)));
  if (mapped.enum !== undefined) return mapped;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const values = Array.isArray(mapped[keyword]) ? constantsOf(mapped[keyword] as readonly SchemaNode[]) : undefined;
    // A constant that `oneOf` lists twice is never valid.
    const isEnum =
      values !== undefined && (keyword === 'anyOf' || new Set(values.map(stableStringify)).size === values.length);
    if (isEnum) return { ...omit(mapped, keyword), enum: values };
  }
  return mapped;
}

/** The first walk only finds out whether there is anything; loosening parents blindly would cost sound rules. */
function hardenNode(node: JsonObject, depth: number, isLoosening: boolean): JsonObject {
  const mapped = mapSubschemas(node, (child) => hardenChild(child, depth + 1, isLoosening));
  const hardened = withoutBadKeyPatterns(withoutBadPattern(withoutControls(mapped)));
  return isLoosening ? loosenParent(node, hardened) : hardened;
}

function hardenChild(child: SchemaNode, depth: number, isLoosening: boolean): SchemaNode {
  if (typeof child === 'boolean') return child;
  return depth > MAX_DEPTH ? true : hardenNode(child, depth, isLoosening);
}

/** `$async` would turn the answer into a promise, which counts as true; `$schema` would ask for another compiler. */
function withoutControls(node: JsonObject): JsonObject {
  return node.$async === undefined && node.$schema === undefined ? node : omit(node, '$async', '$schema');
}

function withoutBadPattern(node: JsonObject): JsonObject {
  const { pattern } = node;
  if (typeof pattern !== 'string') return node;
  return createBoundedPattern(pattern) === undefined ? omit(node, 'pattern') : node;
}

/** Keys that a dropped pattern stood for are unknown now, so nothing may be said about the remaining ones either. */
function withoutBadKeyPatterns(node: JsonObject): JsonObject {
  const { patternProperties } = node;
  if (!isObject(patternProperties)) return node;
  const sound = Object.entries(patternProperties as JsonObject).filter(
    ([pattern]) => createBoundedPattern(pattern) !== undefined,
  );
  if (sound.length === Object.keys(patternProperties).length) return node;
  return { ...omit(node, 'additionalProperties'), patternProperties: Object.fromEntries(sound) };
}
