import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { omit } from './objects.ts';
import { referenceOf } from './pointer.ts';

/**
 * Keeps a parent honest after its subschemas were loosened. A looser subschema makes `not`, conditions, `oneOf` and
 * `maxContains` stricter, so these are loosened too and the whole still accepts all that it accepted before.
 * Something behind a reference may have been loosened as well, where it cannot be seen from here.
 */
export function loosenParent(before: JsonObject, after: JsonObject): JsonObject {
  let result = after;
  if (isLoosened(before.not, after.not)) result = omit(result, 'not');
  if (isLoosened(before.if, after.if)) result = omit(result, 'if', 'then', 'else');
  if (isLoosened(before.contains, after.contains)) result = omit(result, 'maxContains');
  if (isLoosened(before.oneOf, after.oneOf)) {
    const { oneOf, ...others } = result;
    // Two loosened branches may both fit, which `oneOf` would refuse.
    result = others.anyOf === undefined ? { ...others, anyOf: oneOf as JsonValue } : others;
  }
  // What is evaluated elsewhere may be gone there.
  return omitIfPresent(result, 'unevaluatedProperties', 'unevaluatedItems');
}

function isLoosened(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return before !== after || (after !== undefined && holdsReference(after));
}

function holdsReference(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return referenceOf(value) !== undefined || Object.values(value).some(holdsReference);
}

function omitIfPresent(node: JsonObject, ...keywords: readonly string[]): JsonObject {
  return keywords.some((keyword) => Object.hasOwn(node, keyword)) ? omit(node, ...keywords) : node;
}
