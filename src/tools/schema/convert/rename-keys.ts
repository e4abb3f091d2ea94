import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { inPlaceParts } from '../object-view.ts';
import {
  isSchemaNode,
  listAt,
  type MutableObject,
  mapSubschemas,
  objectAt,
  put,
  requiredOf,
  type SchemaNode,
} from '../objects.ts';
import { formatPointer, parsePointer, referenceOf } from '../pointer.ts';

/** What providers take as the name of an argument. */
const ALLOWED_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
/** Names that strict dialects put in themselves. */
const OUR_KEY = /^(?:other_keys|set_null)(?:_\d+)?$/;
const MAX_KEY_LENGTH = 64;

/** New names for the argument names of one schema: one to one over all its depths. */
export interface KeyRenaming {
  readonly toNew: ReadonlyMap<string, string>;
  readonly toOld: ReadonlyMap<string, string>;
}

/** Names for all keys that a provider would refuse; undefined when there are none. Same schema, same names. */
export function planRenaming(schema: JsonObject): KeyRenaming | undefined {
  const keys = keysOf(schema);
  const refused = [...keys].filter((key) => !ALLOWED_KEY.test(key) || isUnsafe(key, keys));
  if (refused.length === 0) return undefined;
  const toNew = new Map<string, string>();
  const toOld = new Map<string, string>();
  for (const key of refused) {
    const name = freeName(key, (candidate) => keys.has(candidate) || toOld.has(candidate));
    toNew.set(key, name);
    toOld.set(name, key);
  }
  return { toNew, toOld };
}

/** All names of arguments that a schema speaks of, at any depth. */
export function keysOf(schema: JsonObject): ReadonlySet<string> {
  const keys = new Set<string>();
  collectKeys(schema, keys);
  return keys;
}

/** JSON readers on the way refuse or lose these, so that no call with them would ever arrive. */
function isUnsafe(key: string, keys: ReadonlySet<string>): boolean {
  return key === '__proto__' || (key === 'prototype' && keys.has('constructor'));
}

function collectKeys(node: JsonObject, keys: Set<string>): void {
  for (const key of Object.keys(objectAt(node, 'properties') ?? {})) keys.add(key);
  for (const key of requiredOf(node)) keys.add(key);
  mapSubschemas(node, (child) => {
    if (typeof child !== 'boolean') collectKeys(child, keys);
    return child;
  });
}

/** Signs that carry meaning in keys such as `StartTime>` or `filter[name]`. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['<', '_lt'],
  ['>', '_gt'],
  ['=', '_eq'],
  ['!', '_not'],
]);

function freeName(key: string, isTaken: (candidate: string) => boolean): string {
  const readable = key
    .replace(/[<>=!]/g, (sign) => SIGNS.get(sign) ?? '_')
    .replace(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_KEY_LENGTH);
  const named = readable === '' ? 'key' : readable;
  const base = OUR_KEY.test(named) ? `${named}_key`.slice(0, MAX_KEY_LENGTH) : named;
  if (base !== key && !isTaken(base)) return base;
  for (let count = 2; ; count++) {
    const suffix = `_${count}`;
    const candidate = base.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Puts the new names wherever a schema speaks of a key, pointers included. `strict`: in a strict dialect's form. */
export function renameKeys(schema: JsonObject, { toNew }: KeyRenaming, strict = false): JsonObject {
  const renamed = (key: string): string => toNew.get(key) ?? key;
  const rename = (node: JsonObject): JsonObject => {
    const result: MutableObject = {
      ...mapSubschemas(node, (child) => (typeof child === 'boolean' ? child : rename(child))),
    };
    for (const keyword of ['properties', 'dependentSchemas', 'dependentRequired']) {
      const members = objectAt(result, keyword);
      if (members !== undefined) result[keyword] = renameMembers(members, keyword, renamed, strict);
    }
    if (Array.isArray(result.required)) result.required = requiredOf(result).map(renamed);
    const reference = referenceOf(node);
    if (reference !== undefined) result.$ref = renamePointer(reference, renamed);
    return result;
  };
  return rename(schema);
}

function renameMembers(
  members: JsonObject,
  keyword: string,
  renamed: (key: string) => string,
  strict: boolean,
): JsonObject {
  const result: MutableObject = {};
  for (const key of Object.keys(members)) {
    const name = renamed(key);
    const member = members[key] as JsonValue;
    if (keyword === 'dependentRequired' && Array.isArray(member))
      put(
        result,
        name,
        member.map((other) => renamed(String(other))),
      );
    else put(result, name, keyword === 'properties' && name !== key ? withOriginalName(member, key, strict) : member);
  }
  return result;
}

/** Descriptions speak of `$filter`, so the model should know which argument that is. */
function withOriginalName(member: JsonValue, key: string, strict: boolean): JsonValue {
  if (!isObject(member)) return member;
  const node = member as JsonObject;
  // A provider may take a union without company only, so its first branch says the name.
  if (node.anyOf !== undefined && Object.keys(node).length === 1 && !strict) {
    const [first, ...others] = listAt(node, 'anyOf');
    return { anyOf: [withOriginalName(first!, key, strict), ...others] };
  }
  const note = `Sent as ${JSON.stringify(key.slice(0, 200))}.`;
  const description =
    typeof node.description === 'string' && node.description !== '' ? `${node.description} ${note}` : note;
  // There a reference stands alone.
  return strict && node.$ref !== undefined ? { anyOf: [node], description } : { ...node, description };
}

function renamePointer(reference: string, renamed: (key: string) => string): string {
  const tokens = parsePointer(reference);
  if (tokens === undefined) return reference;
  let isKey = false;
  const names = tokens.map((token) => {
    const wasKey = isKey;
    isKey = !wasKey && (token === 'properties' || token === 'dependentSchemas');
    return wasKey ? renamed(token) : token;
  });
  return formatPointer(names);
}

/**
 * Gives arguments their original keys back. Goes down by the original schema, so that a free key that happens to look
 * like a new name is left alone where the schema does not know it.
 */
export function restoreKeys(args: unknown, schema: JsonObject, { toOld }: KeyRenaming): unknown {
  const restore = (value: unknown, nodes: readonly SchemaNode[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const parts = applicableParts(nodes, schema);
    if (parts.length === 0) return value;
    if (Array.isArray(value)) return value.map((item, index) => restore(item, itemSchemas(parts, index)));
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const old = toOld.get(key);
      const name = old !== undefined && knows(parts, old) ? old : key;
      const member = restore((value as Record<string, unknown>)[key], memberSchemas(parts, name));
      put(result as MutableObject, name, member as JsonValue);
    }
    return result;
  };
  return restore(args, [schema]);
}

function applicableParts(nodes: readonly SchemaNode[], root: JsonObject): readonly JsonObject[] {
  const parts = inPlaceParts(nodes, root);
  const conditional = parts.flatMap((part) =>
    [part.if, part.then, part.else, ...Object.values(objectAt(part, 'dependentSchemas') ?? {})].filter(isSchemaNode),
  );
  return conditional.length === 0 ? parts : inPlaceParts([...parts, ...conditional], root);
}

function knows(parts: readonly JsonObject[], key: string): boolean {
  return parts.some((part) => Object.hasOwn(objectAt(part, 'properties') ?? {}, key) || requiredOf(part).includes(key));
}

function memberSchemas(parts: readonly JsonObject[], key: string): readonly SchemaNode[] {
  const schemas: SchemaNode[] = [];
  for (const part of parts) {
    const properties = objectAt(part, 'properties') ?? {};
    const own = Object.hasOwn(properties, key) ? properties[key] : part.additionalProperties;
    if (isSchemaNode(own)) schemas.push(own);
    schemas.push(...Object.values(objectAt(part, 'patternProperties') ?? {}).filter(isSchemaNode));
  }
  return schemas;
}

function itemSchemas(parts: readonly JsonObject[], index: number): readonly SchemaNode[] {
  return parts.flatMap((part) => {
    const item = listAt(part, 'prefixItems')[index] ?? part.items;
    return isSchemaNode(item) ? [item] : [];
  });
}
