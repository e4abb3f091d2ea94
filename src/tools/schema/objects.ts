import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { isObject } from '../../shared/json.ts';
import { KEYWORDS } from './keywords.ts';

/** A schema at any place but the root. */
export type SchemaNode = JsonObject | boolean;

/** A JSON object under construction. */
export type MutableObject = Record<string, JsonValue>;

/**
 * Sets an own property whatever its name. Plain assignment to `__proto__` would change the prototype instead, and
 * servers may call a parameter that.
 */
export function put(target: MutableObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Copy of `object` without some of its keys. */
export function omit(object: JsonObject, ...keys: readonly string[]): MutableObject {
  const rest: MutableObject = { ...object };
  for (const key of keys) delete rest[key];
  return rest;
}

/** Own member that is an object, or undefined. */
export function objectAt(node: JsonObject, key: string): JsonObject | undefined {
  const value = Object.hasOwn(node, key) ? node[key] : undefined;
  return isObject(value) ? (value as JsonObject) : undefined;
}

/** Own member that is a list, or an empty list. */
export function listAt(node: JsonObject, key: string): readonly JsonValue[] {
  const value = Object.hasOwn(node, key) ? node[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** Own member that is a text, or the empty text. */
export function textAt(node: JsonObject, key: string): string {
  const value = Object.hasOwn(node, key) ? node[key] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Names in `required`. */
export function requiredOf(node: JsonObject): readonly string[] {
  return listAt(node, 'required').filter((name) => typeof name === 'string');
}

/** Type words of a node; none when it says nothing about its type. */
export function typesOf(node: JsonObject): readonly string[] {
  const { type } = node;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((word): word is string => typeof word === 'string') : [];
}

/** Is `value` of the JSON Schema type `type`? */
export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Changes one direct subschema of a node; undefined takes it out. */
export type SubschemaMapper = (child: SchemaNode, keyword: string, key: string | undefined) => SchemaNode | undefined;

/** Applies `map` to each direct subschema. The node itself comes back when nothing changed; it is never written to. */
export function mapSubschemas(node: JsonObject, map: SubschemaMapper): JsonObject {
  let copy: MutableObject | undefined;
  for (const keyword of Object.keys(node)) {
    const value = node[keyword] as JsonValue;
    if (typeof value !== 'object' && typeof value !== 'boolean') continue;
    const mapped = mapKeyword(keyword, value, map);
    if (mapped === value) continue;
    copy ??= { ...node };
    if (mapped === undefined) delete copy[keyword];
    else put(copy, keyword, mapped);
  }
  return copy ?? node;
}

function mapKeyword(keyword: string, value: JsonValue, map: SubschemaMapper): JsonValue | undefined {
  switch (KEYWORDS.get(keyword)) {
    case 'schema':
      return isSchemaNode(value) ? map(value, keyword, undefined) : value;
    case 'schemas':
      return Array.isArray(value) ? mapList(keyword, value, map) : value;
    case 'schemaMap':
      return isObject(value) ? mapMembers(keyword, value as JsonObject, map) : value;
    default:
      return value;
  }
}

function mapList(keyword: string, list: readonly JsonValue[], map: SubschemaMapper): readonly JsonValue[] | undefined {
  let changed = false;
  const mapped: JsonValue[] = [];
  list.forEach((child, index) => {
    const result = isSchemaNode(child) ? map(child, keyword, String(index)) : child;
    if (result !== child) changed = true;
    if (result !== undefined) mapped.push(result);
  });
  if (!changed) return list;
  return mapped.length === 0 ? undefined : mapped;
}

function mapMembers(keyword: string, members: JsonObject, map: SubschemaMapper): JsonObject {
  let changed = false;
  const mapped: MutableObject = {};
  for (const key of Object.keys(members)) {
    const child = members[key] as JsonValue;
    const result = isSchemaNode(child) ? map(child, keyword, key) : child;
    if (result !== child) changed = true;
    if (result !== undefined) put(mapped, key, result);
  }
  return changed ? mapped : members;
}

/** Can this value stand where a subschema is expected? */
export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'boolean' || isObject(value);
}
