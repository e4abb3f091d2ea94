import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { escapeHidden } from '../../sanitize.ts';
import { type ObjectView, viewObject } from '../object-view.ts';
import { isSchemaNode, listAt, objectAt, type SchemaNode, typesOf } from '../objects.ts';
import { referenceName, referenceOf, resolveReference } from '../pointer.ts';
import { constantsOf } from '../unions.ts';

/** How much of a schema a text may show. */
export interface TypeTextLimits {
  /** Levels of nested objects written out; below them `object`. */
  readonly depth: number;
  /** Values of an enum before `… +n`. */
  readonly values: number;
  /** Characters after which writing stops, because the result is too long to be used anyway. */
  readonly budget: number;
}

const FLAT: TypeTextLimits = { depth: 0, values: 6, budget: 2_000 };
/** Longest literal; longer enum values are cut, which the ellipsis shows. */
const MAX_LITERAL = 60;
/** Nesting of lists, unions and references; schemas this deep are unreadable anyhow. */
const MAX_NESTING = 12;

/** TypeScript-like text of one schema, such as `"open" | "closed"` or `string[]`. Never throws, never a line break. */
export function toTypeText(node: SchemaNode, root: JsonObject, limits: TypeTextLimits = FLAT): string {
  return new TypeWriter(root, limits).type(node, 0);
}

/** A writer that gives up quietly when its budget is spent; `exhausted` then says so. */
export class TypeWriter {
  readonly #root: JsonObject;
  readonly #limits: TypeTextLimits;
  /** Referenced schemas that are being written; meeting one again is a recursion and is written as its name. */
  readonly #open = new Set<JsonObject>();
  #spent = 0;
  #nesting = 0;

  constructor(root: JsonObject, limits: TypeTextLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  get exhausted(): boolean {
    return this.#spent > this.#limits.budget;
  }

  type(node: SchemaNode, depth: number): string {
    if (typeof node === 'boolean') return node ? 'unknown' : 'never';
    if (this.exhausted || this.#nesting >= MAX_NESTING) return 'unknown';
    this.#spent++;
    this.#nesting++;
    const text = this.#node(node, depth);
    this.#nesting--;
    // The text of a part is counted again in the whole; deeper parts weigh less to make up for that.
    this.#spent += text.length / (this.#nesting + 1);
    return text;
  }

  /** `{ a: string, b?: number }` for members laid over each other. */
  object(view: ObjectView, depth: number): string {
    const members: string[] = [];
    for (const name of memberNames(view)) {
      if (this.exhausted) break;
      members.push(this.member(name, view, depth));
    }
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }

  /** `name?: type` of one member. */
  member(name: string, view: ObjectView, depth: number): string {
    const mark = view.required.has(name) ? '' : '?';
    return `${propertyKey(name)}${mark}: ${this.#variants(view.properties.get(name) ?? [true], depth)}`;
  }

  #variants(variants: readonly SchemaNode[], depth: number): string {
    const texts = new Set<string>();
    for (const variant of variants) texts.add(this.type(variant, depth));
    if (texts.size > 1) texts.delete('unknown');
    return [...texts].join(' | ');
  }

  #node(node: JsonObject, depth: number): string {
    const reference = referenceOf(node);
    if (reference !== undefined) return this.#reference(reference, depth);
    if (Object.hasOwn(node, 'const')) return literal(node.const as JsonValue);
    const values = listAt(node, 'enum');
    if (values.length > 0) return this.#enum(values);
    const branches = [...listAt(node, 'anyOf'), ...listAt(node, 'oneOf')].filter(isSchemaNode);
    const constants = constantsOf(branches);
    if (constants !== undefined) return this.#enum(constants);
    const parts = listAt(node, 'allOf').filter(isSchemaNode);
    if (hasMembers(node) && (branches.length > 0 || parts.length > 0)) return this.#members(node, depth);
    if (branches.length > 0) return this.#union(branches, depth);
    return parts.length > 0 ? this.#together(node, parts, depth) : this.#types(node, depth);
  }

  #reference(reference: string, depth: number): string {
    const target = resolveReference(this.#root, reference);
    if (target === undefined) return 'unknown';
    if (typeof target === 'boolean') return this.type(target, depth);
    if (this.#open.has(target) || target === this.#root) return referenceName(reference);
    this.#open.add(target);
    const text = this.type(target, depth);
    this.#open.delete(target);
    return text;
  }

  #enum(values: readonly JsonValue[]): string {
    // Leaving out a single value would save nothing.
    const count = values.length <= this.#limits.values + 1 ? values.length : this.#limits.values;
    const shown = values.slice(0, count).map(literal);
    if (values.length > count) shown.push(`… +${values.length - count}`);
    return shown.join(' | ');
  }

  #union(branches: readonly SchemaNode[], depth: number): string {
    const texts = new Set<string>();
    for (const branch of branches) texts.add(this.type(branch, depth));
    if (texts.size > 1) texts.delete('never');
    return texts.has('unknown') ? 'unknown' : [...texts].join(' | ');
  }

  /** Parts that hold together: their members, else the first that says what it is. */
  #together(node: JsonObject, parts: readonly SchemaNode[], depth: number): string {
    if (parts.length > 1 && viewObject([node], this.#root).properties.size > 0) return this.#members(node, depth);
    for (const part of parts) {
      const text = this.type(part, depth);
      if (text !== 'unknown') return text;
    }
    return this.#types(node, depth);
  }

  #members(node: JsonObject, depth: number): string {
    const view = viewObject([node], this.#root);
    return depth >= this.#limits.depth ? 'object' : this.object(view, depth + 1);
  }

  #types(node: JsonObject, depth: number): string {
    const types = typesOf(node);
    const named = types.length > 0 ? types : [impliedType(node)];
    return named.map((type) => this.#single(type, node, depth)).join(' | ');
  }

  #single(type: string, node: JsonObject, depth: number): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(node, depth);
      case 'object':
        return this.#record(node, depth);
      default:
        return type;
    }
  }

  #array(node: JsonObject, depth: number): string {
    const tuple = listAt(node, 'prefixItems').filter(isSchemaNode);
    const { items } = node;
    const rest = isSchemaNode(items) ? items : undefined;
    if (tuple.length > 0) {
      const texts = tuple.map((item) => this.type(item, depth));
      if (rest !== undefined && rest !== false) texts.push(`...${list(this.type(rest, depth))}`);
      return `[${texts.join(', ')}]`;
    }
    return rest === undefined ? 'unknown[]' : list(this.type(rest, depth));
  }

  #record(node: JsonObject, depth: number): string {
    const properties = objectAt(node, 'properties');
    if (properties !== undefined && Object.keys(properties).length > 0) return this.#members(node, depth);
    const { additionalProperties: extra } = node;
    const kinds = Object.values(objectAt(node, 'patternProperties') ?? {}).filter(isSchemaNode);
    if (isObject(extra)) kinds.push(extra as JsonObject);
    if (kinds.length > 0) return `Record<string, ${this.#union(kinds, depth)}>`;
    return extra === false ? '{}' : 'object';
  }
}

/** Names with the required ones first, otherwise in schema order; those that nothing can fill are left out. */
export function memberNames(view: ObjectView): readonly string[] {
  const required: string[] = [];
  const optional: string[] = [];
  for (const [name, variants] of view.properties) {
    if (variants.every((variant) => variant === false)) continue;
    (view.required.has(name) ? required : optional).push(name);
  }
  for (const name of view.required) if (!view.properties.has(name)) required.push(name);
  return [...required, ...optional];
}

function hasMembers(node: JsonObject): boolean {
  return Object.keys(objectAt(node, 'properties') ?? {}).length > 0;
}

/** Type of a node that names none but uses keywords of one type only. */
function impliedType(node: JsonObject): string {
  if (Object.hasOwn(node, 'properties') || Object.hasOwn(node, 'additionalProperties')) return 'object';
  if (Object.hasOwn(node, 'items') || Object.hasOwn(node, 'prefixItems')) return 'array';
  if (Object.hasOwn(node, 'pattern') || Object.hasOwn(node, 'minLength') || Object.hasOwn(node, 'maxLength'))
    return 'string';
  if (Object.hasOwn(node, 'minimum') || Object.hasOwn(node, 'maximum')) return 'number';
  return 'unknown';
}

function list(item: string): string {
  return isUnion(item) ? `(${item})[]` : `${item}[]`;
}

/** Is there a `|` outside of brackets and quotes? */
function isUnion(text: string): boolean {
  if (!text.includes(' | ')) return false;
  let level = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    if (char === '\\') index++;
    else if (char === '"') inText = !inText;
    else if (inText) continue;
    else if ('{[(<'.includes(char)) level++;
    else if ('}])>'.includes(char)) level--;
    else if (char === '|' && level === 0) return true;
  }
  return false;
}

function literal(value: JsonValue): string {
  if (typeof value === 'string') return quoted(truncate(value, MAX_LITERAL));
  return truncate(escapeHidden(JSON.stringify(value)), MAX_LITERAL);
}

/** A name as it stands in an object type: quoted unless it is an identifier. */
export function propertyKey(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(truncate(name, MAX_LITERAL));
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function quoted(text: string): string {
  return escapeHidden(JSON.stringify(text));
}
