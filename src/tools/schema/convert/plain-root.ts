import { isObject, type JsonObject, type JsonValue, stableStringify } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { escapeHidden } from '../../sanitize.ts';
import { viewObject } from '../object-view.ts';
import {
  listAt,
  type MutableObject,
  mapSubschemas,
  objectAt,
  omit,
  put,
  requiredOf,
  type SchemaNode,
  textAt,
} from '../objects.ts';
import { referenceOf, resolveReference } from '../pointer.ts';

/** A root without unions, and what it no longer says by itself. */
export interface PlainRoot {
  readonly schema: JsonObject;
  readonly notes: readonly string[];
}

/** Keywords that no provider takes at the root of an argument schema. */
const NOT_AT_ROOT = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'enum', 'const', '$ref'] as const;
const MAX_RULE_LENGTH = 400;
const MAX_PARTS = 1_000;

/**
 * Merges unions, conditions and references at the root into one plain object: every argument that any branch knows,
 * required only where all branches agree. The rule itself goes into the description; validation keeps the original.
 */
export function toPlainRoot(schema: JsonObject): PlainRoot {
  const found = NOT_AT_ROOT.filter((keyword) => Object.hasOwn(schema, keyword));
  if (found.length === 0) return { schema, notes: [] };
  const { properties, required } = viewObject([schema], schema);
  const always = alwaysParts(schema);
  const merged: MutableObject = {};
  for (const [name, variants] of properties) put(merged, name, mergeVariants(ownVariant(always, name), variants));
  const rules = describeRules(schema, required);
  const description = [textAt(schema, 'description'), ...rules].filter((text) => text !== '').join(' ');
  const plain: MutableObject = { ...omit(schema, ...NOT_AT_ROOT, 'description', 'required'), type: 'object' };
  if (description !== '') plain.description = description;
  plain.properties = merged;
  if (required.size > 0) plain.required = [...required];
  if (plain.additionalProperties === undefined && isClosedUnion(schema)) plain.additionalProperties = false;
  return { schema: adoptTargets(plain, schema), notes: [`merged ${found.join(', ')} at the root into one object`] };
}

/** The parts that hold for every value: the root, what it refers to, and its `allOf`, each once. */
function alwaysParts(root: JsonObject): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const add = (node: JsonValue | undefined): void => {
    if (!isObject(node) || parts.has(node as JsonObject) || parts.size >= MAX_PARTS) return;
    const schema = node as JsonObject;
    parts.add(schema);
    const reference = referenceOf(schema);
    if (reference !== undefined) add(resolveReference(root, reference));
    for (const part of listAt(schema, 'allOf')) add(part);
  };
  add(root);
  return [...parts];
}

function ownVariant(always: readonly JsonObject[], name: string): SchemaNode | undefined {
  for (const part of always) {
    const properties = objectAt(part, 'properties');
    const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isObject(own) && Object.keys(own).length > 0) return own as JsonObject;
  }
  return undefined;
}

/** What holds always is wide enough by itself; otherwise any of the branches' variants may be meant. */
function mergeVariants(own: SchemaNode | undefined, variants: readonly SchemaNode[]): SchemaNode {
  if (own !== undefined) return own;
  const distinct = new Map<string, SchemaNode>();
  for (const variant of variants) if (variant !== false) distinct.set(stableStringify(variant), variant);
  const nodes = [...distinct.values()];
  if (nodes.length <= 1) return nodes[0] ?? false;
  if (nodes.some((node) => node === true || Object.keys(node).length === 0)) return {};
  return mergeTexts(nodes as readonly JsonObject[]) ?? { anyOf: nodes };
}

/** Discriminators: `"invoice"` in one branch and `"order"` in the next are one enum. */
function mergeTexts(nodes: readonly JsonObject[]): JsonObject | undefined {
  const values = new Set<JsonValue>();
  for (const node of nodes) {
    const own = Object.hasOwn(node, 'const') ? [node.const as JsonValue] : listAt(node, 'enum');
    if (own.length === 0 || !own.every((value) => typeof value === 'string')) return undefined;
    for (const value of own) values.add(value);
  }
  const description = nodes.map((node) => textAt(node, 'description')).find((text) => text !== '');
  return { type: 'string', enum: [...values], ...(description === undefined ? {} : { description }) };
}

function isClosedUnion(schema: JsonObject): boolean {
  const branches = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')];
  return (
    branches.length > 0 &&
    !Object.hasOwn(schema, 'properties') &&
    !Object.hasOwn(schema, 'allOf') &&
    branches.every((branch) => isObject(branch) && branch.additionalProperties === false)
  );
}

/** The union in words: which arguments belong together. */
function describeRules(schema: JsonObject, common: ReadonlySet<string>): readonly string[] {
  const rules: string[] = [];
  for (const [keyword, lead] of [
    ['anyOf', 'Give at least one of these'],
    ['oneOf', 'Give exactly one of these'],
  ] as const) {
    const branches = listAt(schema, keyword).map((branch) => describeBranch(branch, schema, common));
    const named = [...new Set(branches.filter((text) => text !== ''))];
    if (named.length > 1)
      rules.push(truncate(`${lead}: ${named.map((text) => `(${text})`).join(' or ')}.`, MAX_RULE_LENGTH));
  }
  const excluded = isObject(schema.not) ? requiredOf(schema.not as JsonObject) : [];
  if (excluded.length > 0) rules.push(`Do not give together: ${excluded.map(visible).join(', ')}.`);
  if (schema.if !== undefined)
    rules.push('Further rules hold for some values and are checked when the tool is called.');
  return rules;
}

function describeBranch(branch: JsonValue, root: JsonObject, common: ReadonlySet<string>): string {
  if (!isObject(branch)) return '';
  const { properties, required } = viewObject([branch as JsonObject], root);
  const fixed: string[] = [];
  const named: string[] = [];
  for (const [name, [variant]] of properties) {
    if (!isObject(variant) || !Object.hasOwn(variant, 'const')) continue;
    fixed.push(name);
    named.push(`${visible(name)}: ${truncate(escapeHidden(JSON.stringify(variant.const)), 60)}`);
  }
  for (const name of required) if (!fixed.includes(name) && !common.has(name)) named.push(visible(name));
  return named.join(', ');
}

function visible(name: string): string {
  return escapeHidden(truncate(name, 60));
}

/** References into the unions that are gone get their targets back under `$defs`. */
function adoptTargets(plain: JsonObject, original: JsonObject): JsonObject {
  const definitions: MutableObject = { ...objectAt(plain, '$defs') };
  const names = new Map<SchemaNode, string>();
  const mend = (node: JsonObject): JsonObject => {
    const mended = mapSubschemas(node, (child) => (typeof child === 'boolean' ? child : mend(child)));
    const reference = referenceOf(node);
    if (reference === undefined || resolveReference(plain, reference) !== undefined) return mended;
    const target = resolveReference(original, reference);
    if (target === undefined) return omit(mended, '$ref');
    return { ...mended, $ref: `#/$defs/${adopt(target)}` };
  };
  const adopt = (target: SchemaNode): string => {
    const known = names.get(target);
    if (known !== undefined) return known;
    let count = names.size + 1;
    while (Object.hasOwn(definitions, `part_${count}`)) count++;
    const name = `part_${count}`;
    names.set(target, name);
    definitions[name] = true;
    definitions[name] = typeof target === 'boolean' ? target : mend(target);
    return name;
  };
  const mended = mend(plain);
  return names.size === 0
    ? mended
    : { ...mended, $defs: { ...objectAt(mended, '$defs'), ...pick(definitions, names.values()) } };
}

function pick(from: JsonObject, names: Iterable<string>): JsonObject {
  const picked: MutableObject = {};
  for (const name of names) picked[name] = from[name] as JsonValue;
  return picked;
}
