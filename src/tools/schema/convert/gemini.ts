import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { escapeHidden } from '../../sanitize.ts';
import { viewObject } from '../object-view.ts';
import {
  hasType,
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
import { toTypeText } from '../show/type-text.ts';

/** How far references are written out. */
interface Limits {
  /** How often one definition may stand inside itself before a free-form object takes its place. */
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
const MAX_HINT_LENGTH = 200;

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
    this.#notes.add('nesting cut at a fixed depth; below it any object is taken');
    const reference = referenceOf(node);
    const target = reference === undefined ? node : resolveReference(this.#root, reference);
    const type = isObject(target) ? typesOf(target as JsonObject)[0] : undefined;
    const description = reference === undefined ? '' : `Nested further in the form of ${referenceName(reference)}.`;
    const described = description === '' ? {} : { description };
    if (type === 'array') return { type, items: { type: 'object' }, ...described };
    return { type: type === undefined || type === 'null' ? 'object' : type, ...described };
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
    if (branches.length === 0)
      return types.length > 0 ? finish({ type: 'string' }, description, true) : anyValue(description);
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

type Lookup = (keyword: string) => JsonValue | undefined;

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Every kind of value, because each node has to name a type. */
function anyValue(description: string): JsonObject {
  const scalars: JsonObject[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }];
  const [text, ...others] = scalars;
  const described = description === '' ? text! : { ...text, description };
  return { anyOf: [described, ...others, { type: 'array', items: { anyOf: scalars } }] };
}

/** One node for what several branches say about one name. */
function mergedVariant(variants: readonly SchemaNode[]): SchemaNode {
  const nodes = variants.filter((variant) => isObject(variant) && Object.keys(variant).length > 0);
  if (nodes.length === 0) return true;
  if (nodes.length === 1) return nodes[0]!;
  const distinct = [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()];
  if (distinct.length === 1) return distinct[0]!;
  const values = distinct.flatMap((node) => textValues(node as JsonObject));
  if (distinct.every((node) => textValues(node as JsonObject).length > 0))
    return { type: 'string', enum: [...new Set(values)] };
  return { anyOf: distinct };
}

function textValues(node: JsonObject): readonly string[] {
  const values = Object.hasOwn(node, 'const') ? [node.const as JsonValue] : listAt(node, 'enum');
  const texts = values.filter((value): value is string => typeof value === 'string');
  return texts.length === values.length ? texts : [];
}

function acceptsNull(part: JsonObject): boolean {
  const types = typesOf(part);
  return types.length === 0 || types.includes('null');
}

function enumHasNull(parts: readonly JsonObject[]): boolean {
  return parts.some((part) => listAt(part, 'enum').includes(null));
}

function isNull(branch: SchemaNode): boolean {
  if (typeof branch === 'boolean') return false;
  const types = typesOf(branch);
  return (types.length === 1 && types[0] === 'null') || branch.const === null || isNullEnum(branch);
}

function isNullEnum(branch: JsonObject): boolean {
  const values = listAt(branch, 'enum');
  return values.length > 0 && values.every((value) => value === null);
}

/** Is there a union that says more than which keywords go together? */
function hasBranches(part: JsonObject, isTyped: boolean): boolean {
  const branches = [...listAt(part, 'anyOf'), ...listAt(part, 'oneOf')];
  return isTyped
    ? branches.some((branch) => isObject(branch) && TELLING.some((keyword) => Object.hasOwn(branch, keyword)))
    : branches.length > 0;
}

const TELLING = [
  'type',
  '$ref',
  'enum',
  'const',
  'properties',
  'items',
  'format',
  'pattern',
  'anyOf',
  'oneOf',
  'allOf',
] as const;

/** A branch that leaves the type to its parent. */
function withTypes(branch: SchemaNode, types: readonly string[]): SchemaNode {
  if (types.length === 0) return branch;
  if (branch === true) return { type: types };
  if (typeof branch === 'boolean' || typesOf(branch).length > 0 || referenceOf(branch) !== undefined) return branch;
  return branch.anyOf !== undefined || branch.oneOf !== undefined || branch.allOf !== undefined
    ? branch
    : { ...branch, type: types };
}

/** Types of a node that names none, by its values or by keywords of one type only. */
function impliedTypes(parts: readonly JsonObject[]): readonly string[] {
  const has = (...keywords: readonly string[]) =>
    parts.some((part) => keywords.some((keyword) => Object.hasOwn(part, keyword)));
  const values = parts.flatMap((part) =>
    Object.hasOwn(part, 'const') ? [part.const as JsonValue] : listAt(part, 'enum'),
  );
  if (values.length > 0) {
    return ['string', 'number', 'boolean', 'array', 'object'].filter((type) =>
      values.some((value) => hasType(value, type)),
    );
  }
  if (has('items', 'prefixItems', 'minItems', 'maxItems')) return ['array'];
  if (has('properties', 'additionalProperties', 'patternProperties')) return ['object'];
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? ['number'] : [];
}

/** One node for branches: `anyOf` has to stand alone, so description and null go into the branches. */
function joined(branches: readonly JsonObject[], description: string, isNullable: boolean): JsonObject {
  const flat = branches.flatMap((branch) =>
    Array.isArray(branch.anyOf) ? (branch.anyOf as readonly JsonObject[]) : [branch],
  );
  const distinct = [...new Map(flat.map((branch) => [JSON.stringify(branch), branch])).values()];
  const [first, ...others] = distinct.map((branch) => (isNullable ? { ...branch, nullable: true } : branch));
  const described = describe(first!, description);
  return others.length === 0 ? described : { anyOf: [described, ...others] };
}

function finish(node: JsonObject, description: string, isNullable: boolean): JsonObject {
  return describe(isNullable ? { ...node, nullable: true } : node, description);
}

/** Puts the outer description before what the node says itself. */
function describe(node: JsonObject, description: string): JsonObject {
  if (description === '') return node;
  const own = textAt(node, 'description');
  return { ...node, description: own === '' || own === description ? description : `${description} ${own}` };
}

function numberNode(type: 'integer' | 'number', first: Lookup): JsonObject {
  const node: MutableObject = { type };
  const hints = [fixedHint(first, 'number'), defaultHint(first)];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers(first);
  if (minimum !== undefined) node.minimum = minimum;
  if (maximum !== undefined) node.maximum = maximum;
  if (exclusiveMinimum !== undefined && type === 'number') hints.push(`Greater than ${exclusiveMinimum}.`);
  if (exclusiveMaximum !== undefined && type === 'number') hints.push(`Less than ${exclusiveMaximum}.`);
  if (exclusiveMinimum !== undefined) {
    const least = type === 'integer' ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum;
    node.minimum = Math.max(least, minimum ?? least);
  }
  if (exclusiveMaximum !== undefined) {
    const most = type === 'integer' ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum;
    node.maximum = Math.min(most, maximum ?? most);
  }
  if (multipleOf !== undefined) hints.push(`Multiple of ${multipleOf}.`);
  const format = first('format');
  const formats = type === 'integer' ? ['int32', 'int64'] : ['float', 'double'];
  if (typeof format === 'string' && formats.includes(format)) node.format = format;
  return withHints(node, hints);
}

function numbers(
  first: Lookup,
): Partial<Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf', number>> {
  const found: Record<string, number> = {};
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']) {
    const value = first(keyword);
    if (typeof value === 'number') found[keyword] = value;
  }
  return found;
}

function stringNode(first: Lookup): JsonObject {
  const fixed = first('const');
  const values = fixed === undefined ? listOf(first('enum')) : [fixed];
  // The provider refuses an empty text among the values, and an enum without one would be too narrow.
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length > 0 && !texts.includes('')) return withHints({ type: 'string', enum: texts }, [defaultHint(first)]);
  const hints = [fixedHint(first, 'string'), defaultHint(first)];
  const format = first('format');
  if (typeof format === 'string' && format !== 'date-time') hints.push(`Format: ${truncate(format, 40)}.`);
  const pattern = first('pattern');
  if (typeof pattern === 'string') hints.push(`Pattern: ${truncate(pattern, MAX_HINT_LENGTH)}`);
  const least = first('minLength');
  const most = first('maxLength');
  if (typeof least === 'number' && least > 1) hints.push(`At least ${least} characters.`);
  if (typeof most === 'number') hints.push(`At most ${most} characters.`);
  return withHints({ type: 'string', ...(format === 'date-time' ? { format } : {}) }, hints);
}

/** Values that the provider cannot list, in words. */
function fixedHint(first: Lookup, type: string): string {
  const fixed = first('const');
  if (fixed !== undefined && hasType(fixed, type)) return `Always ${JSON.stringify(fixed)}.`;
  const values = listOf(first('enum')).filter((value) => hasType(value, type));
  if (values.length === 0) return '';
  return `One of: ${truncate(values.map((value) => JSON.stringify(value)).join(', '), MAX_HINT_LENGTH)}.`;
}

function defaultHint(first: Lookup): string {
  const value = first('default');
  if (value === undefined || value === null || typeof value === 'object') return '';
  return `Default: ${truncate(JSON.stringify(value), MAX_HINT_LENGTH)}.`;
}

function recordHint(extra: JsonValue | undefined, root: JsonObject): string {
  return isObject(extra) ? `Any keys; each value: ${toTypeText(extra as JsonObject, root)}.` : '';
}

function withHints(node: JsonObject, hints: readonly string[]): JsonObject {
  const text = hints.filter((hint) => hint !== '').join(' ');
  return text === '' ? node : { ...node, description: escapeHidden(text) };
}
