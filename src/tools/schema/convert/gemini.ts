import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { viewObject } from '../object-view.ts';
import {
  isSchemaNode,
  listAt,
  type MutableObject,
  objectAt,
  put,
  type SchemaNode,
  textAt,
  typesOf,
} from '../objects.ts';
import { referenceName, referenceOf, resolveReference } from '../pointer.ts';
import { constantsOf } from '../unions.ts';
import {
  acceptsNull,
  anyValue,
  defaultHint,
  enumHasNull,
  finish,
  fixedHint,
  hasBranches,
  impliedTypes,
  isNull,
  joined,
  type Lookup,
  listOf,
  mergedVariant,
  numberNode,
  recordHint,
  stringNode,
  withHints,
  withTypes,
} from './gemini-nodes.ts';

/** How far references are written out. */
interface Limits {
  /** How often one definition may stand inside itself before a value without form takes its place. */
  readonly recursion: number;
  readonly depth: number;
}

/** Tried in this order until the result has at most `MAX_NODES` subschemas; the last one is taken as it is. */
const ATTEMPTS: readonly Limits[] = [
  { recursion: 2, depth: 24 },
  { recursion: 1, depth: 24 },
  { recursion: 1, depth: 8 },
  { recursion: 1, depth: 6 },
  { recursion: 1, depth: 4 },
  { recursion: 1, depth: 3 },
];
/** References multiply: five definitions that name each other twice are thousands of places when written out. */
const MAX_NODES = 800;

/** Writes a schema in the provider's own subset of OpenAPI 3.0: no references, `nullable`, one type per node. */
export function toGeminiSchema(root: JsonObject, notes: Set<string>): JsonObject {
  for (const limits of ATTEMPTS) {
    const found = new Set<string>();
    const writer = new GeminiWriter(root, limits, found);
    const schema = writer.root();
    if (writer.count > MAX_NODES && limits !== ATTEMPTS.at(-1)) continue;
    for (const note of found) notes.add(note);
    return schema;
  }
  return { type: 'object' };
}

class GeminiWriter {
  readonly #root: JsonObject;
  readonly #limits: Limits;
  readonly #notes: Set<string>;
  /** Definitions that are being written, outermost first. */
  readonly #open: JsonObject[] = [];
  #count = 0;

  constructor(root: JsonObject, limits: Limits, notes: Set<string>) {
    this.#root = root;
    this.#limits = limits;
    this.#notes = notes;
  }

  get count(): number {
    return this.#count;
  }

  root(): JsonObject {
    const view = viewObject([this.#root], this.#root);
    const description = textAt(this.#root, 'description');
    return { ...this.#object(view, 0), ...(description === '' ? {} : { description }) };
  }

  #node(node: SchemaNode, depth: number): JsonObject {
    this.#count++;
    if (typeof node === 'boolean' || Object.keys(node).length === 0) return anyValue('');
    const entered: JsonObject[] = [];
    const parts = this.#alwaysParts(node, entered);
    if (parts === undefined) return this.#freeForm(node);
    if (depth > this.#limits.depth || this.#count > MAX_NODES * 2) return this.#freeForm(node);
    this.#open.push(...entered);
    const result = this.#parts(parts, depth);
    this.#open.length -= entered.length;
    return result;
  }

  /** Everything that holds for the value in any case; undefined when a definition stands inside itself too often. */
  #alwaysParts(node: JsonObject, entered: JsonObject[]): readonly JsonObject[] | undefined {
    const parts: JsonObject[] = [];
    const open: (JsonValue | undefined)[] = [node];
    while (open.length > 0) {
      const next = open.shift();
      if (!isObject(next) || parts.includes(next as JsonObject)) continue;
      const part = next as JsonObject;
      parts.push(part);
      open.push(...listAt(part, 'allOf'));
      const reference = referenceOf(part);
      const target = reference === undefined ? undefined : resolveReference(this.#root, reference);
      if (!isObject(target)) continue;
      const definition = target as JsonObject;
      if (this.#open.filter((one) => one === definition).length >= this.#limits.recursion) return undefined;
      entered.push(definition);
      open.push(definition);
    }
    return parts;
  }

  #freeForm(node: JsonObject): JsonObject {
    this.#notes.add('nesting cut at a fixed depth; below it any value of its kind is taken');
    const reference = referenceOf(node);
    const target = reference === undefined ? node : resolveReference(this.#root, reference);
    const description = reference === undefined ? '' : `Nested further in the form of ${referenceName(reference)}.`;
    const definition = isObject(target) ? (target as JsonObject) : {};
    const types = typesOf(definition);
    const named = types.filter((type) => type !== 'null');
    const kinds = named.length > 0 ? named : impliedTypes([definition]);
    if (kinds.length === 0) return anyValue(description);
    const branches = kinds.map((type) => (type === 'array' ? { type, items: anyValue('') } : { type }));
    return joined(branches, description, types.includes('null'));
  }

  #parts(parts: readonly JsonObject[], depth: number): JsonObject {
    const description = parts.map((part) => textAt(part, 'description')).find((text) => text !== '') ?? '';
    const types = parts.map(typesOf).find((words) => words.length > 0) ?? [];
    const isNullable = types.includes('null') && parts.every((part) => acceptsNull(part));
    const view = viewObject(parts, this.#root);
    const canBeObject = types.length === 0 || types.includes('object');
    const union = parts.find((part) => hasBranches(part, types.length > 0));
    const hasOwnMembers = parts.some((part) => Object.keys(objectAt(part, 'properties') ?? {}).length > 0);
    const others = types.filter((type) => type !== 'null' && type !== 'object');

    if (hasOwnMembers && canBeObject && others.length === 0) {
      return finish(this.#object(view, depth), description, isNullable);
    }
    if (union !== undefined) return this.#union(union, types, description, isNullable, depth);
    const named = types.filter((type) => type !== 'null');
    const branches = (named.length > 0 ? named : impliedTypes(parts)).map((type) => this.#single(type, parts, depth));
    if (branches.length === 0) {
      const onlyNull = types.length > 0 || parts.some(isNull);
      return onlyNull ? finish({ type: 'string' }, description, true) : anyValue(description);
    }
    return joined(branches, description, isNullable || (types.length === 0 && enumHasNull(parts)));
  }

  #object(
    view: { readonly properties: ReadonlyMap<string, readonly SchemaNode[]>; readonly required: ReadonlySet<string> },
    depth: number,
  ): JsonObject {
    const properties: MutableObject = {};
    for (const [name, variants] of view.properties) {
      const possible = variants.filter((variant) => variant !== false);
      if (possible.length === 0) {
        this.#notes.add('left out what no value can satisfy');
        continue;
      }
      put(properties, name, this.#node(mergedVariant(possible), depth + 1));
    }
    for (const name of view.required) {
      if (!view.properties.has(name)) put(properties, name, anyValue(''));
    }
    const required = [...view.required].filter((name) => Object.hasOwn(properties, name));
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  #union(
    union: JsonObject,
    types: readonly string[],
    description: string,
    nullable: boolean,
    depth: number,
  ): JsonObject {
    const constants = constantsOf([...listAt(union, 'anyOf'), ...listAt(union, 'oneOf')].filter(isSchemaNode));
    if (constants !== undefined) return finish(this.#node({ enum: constants }, depth), description, nullable);
    const branches: JsonObject[] = [];
    let isNullable = nullable;
    for (const branch of [...listAt(union, 'anyOf'), ...listAt(union, 'oneOf')]) {
      if (!isSchemaNode(branch) || branch === false) continue;
      if (isNull(branch)) isNullable = true;
      else branches.push(this.#node(withTypes(branch, types), depth + 1));
    }
    if (branches.length === 0)
      return isNullable ? finish({ type: 'string' }, description, true) : anyValue(description);
    return joined(branches, description, isNullable);
  }

  #single(type: string, parts: readonly JsonObject[], depth: number): JsonObject {
    const first = (keyword: string): JsonValue | undefined =>
      parts.find((part) => Object.hasOwn(part, keyword))?.[keyword];
    switch (type) {
      case 'array':
        return this.#array(first, depth);
      case 'object':
        return withHints({ type: 'object' }, [recordHint(first('additionalProperties'), this.#root)]);
      case 'integer':
      case 'number':
        return numberNode(type, first);
      case 'boolean':
        return withHints({ type }, [fixedHint(first, 'boolean'), defaultHint(first)]);
      default:
        return stringNode(first);
    }
  }

  #array(first: Lookup, depth: number): JsonObject {
    const tuple = listOf(first('prefixItems')).filter(isSchemaNode);
    const items = first('items');
    const kinds = [...tuple, ...(isSchemaNode(items) && items !== false ? [items] : [])];
    const written = kinds.map((kind) => this.#node(kind, depth + 1));
    const node: MutableObject = {
      type: 'array',
      items: written.length === 0 ? anyValue('') : joined(written, '', false),
    };
    for (const keyword of ['minItems', 'maxItems']) {
      const count = first(keyword);
      if (typeof count === 'number') node[keyword] = count;
    }
    return node;
  }
}
