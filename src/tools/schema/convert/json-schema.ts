import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { isObject } from '../../../shared/json.ts';
import {
  listAt,
  type MutableObject,
  mapSubschemas,
  objectAt,
  omit,
  requiredOf,
  type SchemaNode,
  typesOf,
} from '../objects.ts';

/** Keywords beside which a boolean schema means openness and is understood everywhere. */
const OPENNESS: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']);

/** Pattern syntax that ECMAScript has and a Python checker refuses. */
const NOT_PORTABLE = /\\[pP]\{|\(\?<[a-zA-Z_]/;

/** Loosens what JSON Schema allows and a provider refuses; everything else stays as it is. */
export function toProviderSchema(root: JsonObject, target: 'anthropic' | 'openai', notes: Set<string>): JsonObject {
  const convert = (node: JsonObject): JsonObject => {
    const mapped = mapSubschemas(node, (child, keyword) =>
      typeof child === 'boolean' ? withoutBoolean(child, keyword, notes) : convert(child),
    );
    return withPortablePattern(withItems(withRequired(mapped, node), target), target, notes);
  };
  return convert(root);
}

/** `true` is the empty schema; a property that nothing can fill is left out. */
function withoutBoolean(child: boolean, keyword: string, notes: Set<string>): SchemaNode | undefined {
  if (OPENNESS.has(keyword)) return child;
  if (child) return {};
  if (keyword === 'properties' || keyword === 'anyOf' || keyword === 'oneOf') {
    notes.add('left out what no value can satisfy');
    return undefined;
  }
  return keyword === 'items' ? false : { not: {} };
}

function withRequired(node: JsonObject, original: JsonObject): JsonObject {
  const before = objectAt(original, 'properties');
  const after = objectAt(node, 'properties');
  if (before === undefined || after === undefined || Object.keys(before).length === Object.keys(after).length)
    return node;
  const required = requiredOf(node).filter((name) => Object.hasOwn(after, name) || !Object.hasOwn(before, name));
  return required.length === 0 ? omit(node, 'required') : { ...node, required };
}

/** One provider wants `items` on every array, and as an object. */
function withItems(node: JsonObject, target: 'anthropic' | 'openai'): JsonObject {
  if (target !== 'openai') return node;
  const isArray = typesOf(node).includes('array') || Object.hasOwn(node, 'prefixItems');
  if (!isArray || isObject(node.items)) return node.items === false ? omit(node, 'items') : node;
  const tuple = listAt(node, 'prefixItems');
  const items: JsonValue = tuple.length === 0 || node.items === undefined ? {} : { anyOf: tuple };
  const result: MutableObject = { ...node, items };
  return result;
}

function withPortablePattern(node: JsonObject, target: 'anthropic' | 'openai', notes: Set<string>): JsonObject {
  const { pattern } = node;
  if (typeof pattern !== 'string') return node;
  if (isRegExp(pattern) && (target !== 'openai' || !NOT_PORTABLE.test(pattern))) return node;
  notes.add('left out a pattern that the provider cannot read');
  return omit(node, 'pattern');
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
