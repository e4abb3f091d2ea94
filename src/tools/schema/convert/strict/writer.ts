import { isObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts';
import { truncate } from '../../../../shared/truncate.ts';
import { viewObject } from '../../object-view.ts';
import {
  isSchemaNode,
  listAt,
  type MutableObject,
  mapSubschemas,
  objectAt,
  type SchemaNode,
  textAt,
  typesOf,
} from '../../objects.ts';
import { referenceName, referenceOf, resolveReference } from '../../pointer.ts';
import { toTypeText } from '../../show/type-text.ts';
import { constantsOf } from '../../unions.ts';
import { hasBranches, impliedTypes, type Lookup, listOf, mergedVariant, withTypes } from '../gemini-nodes.ts';
import { keysOf } from '../rename-keys.ts';
import { type OtherKeys, objectPart, type StrictMember } from './object-part.ts';
import { jsonPart, nullablePart, plainPart, type StrictPart, unionPart, withDescription } from './part.ts';
import type { StrictRules } from './rules.ts';
import { booleanPart, fixedPart, nullPart, numberPart, textPart } from './scalars.ts';

/** How far one attempt goes before it writes JSON text instead. */
export interface StrictLimits {
  /** Objects within objects, the root included. */
  readonly depth: number;
  readonly nodes: number;
}

const TYPE_TEXT = { depth: 2, values: 8, budget: 600 } as const;
const SHORT_TYPE_TEXT = { depth: 0, values: 4, budget: 60 } as const;
/** The first name for further keys that no member has. */
const OTHER_KEYS = 'other_keys';
/** The first name for what sends `null` that no argument has. Renamed arguments get neither. */
const NULL_KEY = 'set_null';
/** Parts laid over each other for one value; more are only met in schemas made to be met. */
const MAX_PARTS = 100;

/** Writes one schema in a strict dialect, together with the way back. */
export class StrictWriter {
  readonly #root: JsonObject;
  readonly #rules: StrictRules;
  readonly #limits: StrictLimits;
  readonly #notes: Set<string>;
  /** Definitions that stand inside themselves, under their new names. */
  readonly #definitions = new Map<JsonObject, { readonly name: string; part: StrictPart | undefined }>();
  readonly #loops: Map<JsonObject, boolean>;
  #keys: ReadonlySet<string> | undefined;
  #count = 0;

  /** `loops`: which definitions stand inside themselves, as far as attempts before found out. */
  constructor(
    root: JsonObject,
    rules: StrictRules,
    limits: StrictLimits,
    notes: Set<string>,
    loops: Map<JsonObject, boolean>,
  ) {
    this.#root = root;
    this.#rules = rules;
    this.#limits = limits;
    this.#notes = notes;
    this.#loops = loops;
  }

  /** There were too many nodes, so that some came out as JSON text for no reason of their own. */
  get cut(): boolean {
    return this.#count > this.#limits.nodes;
  }

  /** The root is an object by now. */
  root(): StrictPart {
    const part = this.#object([this.#root], 1);
    const description = textAt(this.#root, 'description');
    const definitions: MutableObject = {};
    for (const { name, part: definition } of this.#definitions.values()) {
      if (definition !== undefined) definitions[name] = definition.schema;
    }
    const schema = Object.keys(definitions).length === 0 ? part.schema : { ...part.schema, $defs: definitions };
    return { ...part, schema: withDescription(schema, [description]) };
  }

  #node(node: SchemaNode, depth: number): StrictPart {
    this.#count++;
    // References multiply: without this, unions of unions would be written out without end.
    if (typeof node === 'boolean' || this.cut) return this.#anything(node, '');
    const parts = this.#alwaysParts(node);
    const description = parts.map((part) => textAt(part, 'description')).find((text) => text !== '') ?? '';
    const loop = parts.find((part) => part !== node && this.#isLoop(part));
    if (loop !== undefined) return this.#loop(loop, parts, node, description);
    const part = this.#parts(parts, node, depth);
    return { ...part, schema: withDescription(part.schema, [description]) };
  }

  #anything(node: SchemaNode, description: string): StrictPart {
    this.#notes.add('written as JSON text what the provider has no form for');
    // Too large already: what is written from here on is mostly thrown away.
    return jsonPart(toTypeText(node, this.#root, this.cut ? SHORT_TYPE_TEXT : TYPE_TEXT), description);
  }

  /** Everything that holds for the value in any case. */
  #alwaysParts(node: JsonObject): readonly JsonObject[] {
    const parts: JsonObject[] = [];
    const open: (JsonValue | undefined)[] = [node];
    while (open.length > 0 && parts.length < MAX_PARTS) {
      const next = open.shift();
      if (!isObject(next) || parts.includes(next as JsonObject)) continue;
      const part = next as JsonObject;
      parts.push(part);
      open.push(...listAt(part, 'allOf'));
      const reference = referenceOf(part);
      if (reference !== undefined) open.push(resolveReference(this.#root, reference));
    }
    return parts;
  }

  /** Does this definition stand inside itself? */
  #isLoop(definition: JsonObject): boolean {
    const known = this.#loops.get(definition);
    if (known !== undefined) return known;
    const seen = new Set<JsonObject>();
    const reaches = (node: JsonObject): boolean => {
      if (seen.has(node)) return false;
      seen.add(node);
      let found = false;
      const reference = referenceOf(node);
      const target = reference === undefined ? undefined : resolveReference(this.#root, reference);
      if (target === definition) return true;
      if (isObject(target)) found = reaches(target as JsonObject);
      mapSubschemas(node, (child, keyword) => {
        if (!found && isObject(child) && keyword !== '$defs')
          found = child === definition || reaches(child as JsonObject);
        return child;
      });
      return found;
    };
    const loops = reaches(definition);
    this.#loops.set(definition, loops);
    return loops;
  }

  /** A definition that stands inside itself is referred to where the provider allows that, else JSON text. */
  #loop(definition: JsonObject, parts: readonly JsonObject[], node: JsonObject, description: string): StrictPart {
    // More than the reference and words: the two cannot be laid over each other without end.
    const composed = parts.some(
      (part) => part !== definition && (part.properties !== undefined || part.enum !== undefined),
    );
    if (!this.#rules.recursion || composed || definition === this.#root) return this.#anything(node, description);
    let known = this.#definitions.get(definition);
    if (known === undefined) {
      known = { name: this.#definitionName(node), part: undefined };
      this.#definitions.set(definition, known);
      known.part = this.#parts([definition], definition, 1);
    }
    const entry = known;
    const own = typesOf(definition);
    return {
      schema: { $ref: `#/$defs/${entry.name}` },
      nullable: own.includes('null') || entry.part?.nullable === true,
      text: own.length === 0 || own.includes('string'),
      json: false,
      fits: (value) => entry.part?.fits(value) ?? false,
      restore: (value) => (entry.part === undefined ? value : entry.part.restore(value)),
    };
  }

  #definitionName(node: JsonObject): string {
    const base = referenceName(referenceOf(node) ?? '')
      .replace(/[^a-zA-Z0-9_-]+/g, '_')
      .slice(0, 48);
    const taken = new Set([...this.#definitions.values()].map(({ name }) => name));
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    return name;
  }

  #parts(parts: readonly JsonObject[], node: JsonObject, depth: number): StrictPart {
    const first: Lookup = (keyword) => parts.find((part) => Object.hasOwn(part, keyword))?.[keyword];
    const types = commonTypes(parts);
    const fixed = fixedValues(parts);
    if (fixed !== undefined) {
      return fixedPart(fixed, types, first, this.#rules) ?? this.#anything(node, '');
    }
    const canBeObject = types.length === 0 || types.includes('object');
    const others = types.filter((type) => type !== 'null' && type !== 'object');
    const hasOwnMembers = parts.some((part) => Object.keys(objectAt(part, 'properties') ?? {}).length > 0);
    if (hasOwnMembers && canBeObject && others.length === 0) {
      const part = this.#object(parts, depth + 1, node);
      return types.includes('null') ? nullablePart(part) : part;
    }
    const union = parts.find((part) => hasBranches(part, types.length > 0));
    if (union !== undefined) return this.#union(union, types, node, depth);
    const named = types.length > 0 ? types : impliedTypes(parts);
    if (named.length === 0) return this.#anything(node, '');
    return this.#joined(
      named.map((type) => this.#single(type, parts, first, node, depth)),
      node,
    );
  }

  #union(union: JsonObject, types: readonly string[], node: JsonObject, depth: number): StrictPart {
    const all = [...listAt(union, 'anyOf'), ...listAt(union, 'oneOf')].filter(isSchemaNode);
    const constants = constantsOf(all);
    if (constants !== undefined) {
      const fixed = fixedPart(constants, types, () => undefined, this.#rules);
      if (fixed !== undefined) return fixed;
    }
    const possible = all.filter((branch) => branch !== false);
    return this.#joined(
      possible.map((branch) => this.#node(withTypes(branch, types), depth)),
      node,
    );
  }

  /** One place for several kinds of value; JSON text where the model's text would not tell which of them it is. */
  #joined(branches: readonly StrictPart[], node: JsonObject): StrictPart {
    const values = branches.filter(({ schema }) => schema.type !== 'null');
    if (values.length === 0) return branches[0] ?? this.#anything(node, '');
    const texts = values.filter(({ text }) => text);
    if (texts.length > 1 && texts.some(({ json }) => json)) return this.#anything(node, '');
    const union = unionPart(values, '');
    // As JSON text it can be null already.
    return values.length < branches.length && !union.json ? nullablePart(union) : union;
  }

  #single(type: string, parts: readonly JsonObject[], first: Lookup, node: JsonObject, depth: number): StrictPart {
    switch (type) {
      case 'array':
        return this.#array(first, depth);
      case 'object':
        return this.#object(parts, depth + 1, node);
      case 'integer':
      case 'number':
        return numberPart(type, first, this.#rules);
      case 'boolean':
        return booleanPart(first);
      case 'null':
        return nullPart();
      default:
        return textPart(first, this.#rules);
    }
  }

  #array(first: Lookup, depth: number): StrictPart {
    const tuple = listOf(first('prefixItems')).filter(isSchemaNode);
    const rest = first('items');
    const kinds = [...tuple, ...(isSchemaNode(rest) && rest !== false ? [rest] : [])];
    const hints: string[] = [];
    if (tuple.length > 0) {
      this.#notes.add('a list with a type for each place became a list of any of them');
      const places = tuple.map((kind) => toTypeText(kind, this.#root, TYPE_TEXT)).join(', ');
      hints.push(truncate(`In this order: ${places}.`, 400));
    }
    const items =
      kinds.length === 0
        ? this.#anything(true, '')
        : this.#joined(
            kinds.map((kind) => this.#node(kind, depth)),
            { anyOf: kinds },
          );
    const node: MutableObject = { type: 'array', items: items.schema };
    for (const [keyword, words] of LENGTHS) {
      const count = first(keyword);
      if (typeof count !== 'number') continue;
      if (this.#rules.bounds || (keyword === 'minItems' && count <= 1)) node[keyword] = count;
      else hints.push(`${words} ${count} items.`);
    }
    if (first('uniqueItems') === true) hints.push('No item twice.');
    return {
      ...plainPart(withDescription(node, hints), (value) => Array.isArray(value) && value.every(items.fits)),
      restore: (value) => (Array.isArray(value) ? value.map(items.restore) : value),
    };
  }

  /** A closed object with its members; an object of free keys only is JSON text, except at the root. */
  #object(parts: readonly JsonObject[], depth: number, node: JsonObject = this.#root): StrictPart {
    const isRoot = node === this.#root;
    if (!isRoot && depth > this.#limits.depth) return this.#anything(node, '');
    const { properties, required } = viewObject(parts, this.#root);
    if (!isRoot && properties.size === 0 && required.size === 0 && !isClosed(parts)) return this.#anything(node, '');
    const members: StrictMember[] = [];
    for (const [name, variants] of properties) {
      const possible = variants.filter((variant) => variant !== false);
      if (possible.length === 0) {
        this.#notes.add('left out what no value can satisfy');
        continue;
      }
      const variant = mergedVariant(possible);
      const nullIsDefault =
        isObject(variant) && this.#alwaysParts(variant as JsonObject).some((part) => part.default === null);
      members.push({ name, part: this.#node(variant, depth), required: required.has(name), nullIsDefault });
    }
    for (const name of required) {
      if (!properties.has(name))
        members.push({ name, part: this.#anything(true, ''), required: true, nullIsDefault: false });
    }
    const others = this.#otherKeys(parts, new Set(members.map(({ name }) => name)));
    return objectPart(members, others, this.#rules, () => this.#nullKey());
  }

  #nullKey(): string {
    this.#keys ??= keysOf(this.#root);
    return freeKey(NULL_KEY, this.#keys);
  }

  /** Only keys that the schema speaks of: a schema that says nothing of them seldom means them. */
  #otherKeys(parts: readonly JsonObject[], taken: ReadonlySet<string>): OtherKeys | undefined {
    const said = parts.flatMap((part) => (part.additionalProperties === undefined ? [] : [part.additionalProperties]));
    const patterns = parts
      .flatMap((part) => Object.values(objectAt(part, 'patternProperties') ?? {}))
      .filter(isSchemaNode);
    const free = said.includes(false) ? [] : said.filter(isSchemaNode).slice(0, 1);
    const kinds = [...patterns, ...free];
    if (kinds.length === 0) return undefined;
    const name = freeKey(OTHER_KEYS, taken);
    const types = [...new Set(kinds.map((kind) => toTypeText(kind, this.#root, TYPE_TEXT)))];
    return { name, type: `{ [key]: ${types.join(' | ')} }` };
  }
}

function freeKey(first: string, taken: ReadonlySet<string>): string {
  let key = first;
  for (let count = 2; taken.has(key); count++) key = `${first}_${count}`;
  return key;
}

const LENGTHS = [
  ['minItems', 'At least'],
  ['maxItems', 'At most'],
] as const;

function isClosed(parts: readonly JsonObject[]): boolean {
  return parts.some(({ additionalProperties }) => additionalProperties === false);
}

/** Types that all parts agree on; those of the first where they do not. */
function commonTypes(parts: readonly JsonObject[]): readonly string[] {
  const named = parts.map(typesOf).filter((types) => types.length > 0);
  const [first = [], ...others] = named;
  const common = first.filter((type) =>
    others.every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
  );
  return common.length > 0 ? common : first;
}

function fixedValues(parts: readonly JsonObject[]): readonly JsonValue[] | undefined {
  for (const part of parts) {
    if (Object.hasOwn(part, 'const')) return [part.const as JsonValue];
    if (Array.isArray(part.enum)) return listAt(part, 'enum');
  }
  return undefined;
}
