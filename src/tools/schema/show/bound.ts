import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { loosenParent } from '../loosen.ts';
import { listAt, type MutableObject, mapSubschemas, omit, type SchemaNode, textAt, typesOf } from '../objects.ts';
import { parsePointer, referenceOf, resolveReference } from '../pointer.ts';
import { jsonBytes } from './json-bytes.ts';

export interface BoundedSchema {
  readonly schema: JsonObject;
  /** Something was left out; texts in the schema say what. */
  readonly cut: boolean;
}

/** What is left out at one step. */
interface Cut {
  /** Enums longer than this become a note with examples. */
  readonly values: number;
  /** Longest description. */
  readonly text: number;
  /** Levels of subschemas kept. */
  readonly depth: number;
}

/** From gentle to harsh: long code lists, manuals, depth. Each step is tried only when the one before was too large. */
const CUTS: readonly Cut[] = [
  { values: 100, text: 2_000, depth: 64 },
  { values: 40, text: 600, depth: 12 },
  { values: 20, text: 300, depth: 8 },
  { values: 10, text: 160, depth: 6 },
  { values: 10, text: 100, depth: 4 },
  { values: 5, text: 60, depth: 2 },
  { values: 3, text: 0, depth: 2 },
];

/** Values shown of an enum that was cut. */
const MAX_EXAMPLES = 10;
const MAX_EXAMPLE_LENGTH = 100;

/**
 * Makes a schema small enough to be shown, in at most `maxBytes` of JSON where that is possible at all. The result
 * accepts everything that the original accepts: a long enum becomes a note with examples instead of a shorter enum,
 * and what lies too deep is opened up. The schema itself comes back when it fits.
 */
export function boundSchema(schema: JsonObject, maxBytes: number): BoundedSchema {
  if (jsonBytes(schema, maxBytes) <= maxBytes) return { schema, cut: false };
  for (const cut of CUTS) {
    const smaller = withUsedDefinitions(withoutDanglingReferences(cutNode(schema, cut, 0)));
    if (jsonBytes(smaller, maxBytes) <= maxBytes) return { schema: smaller, cut: true };
  }
  return { schema: namesOnly(schema, maxBytes), cut: true };
}

function cutNode(node: JsonObject, cut: Cut, depth: number): JsonObject {
  const children = mapSubschemas(node, (child) => cutChild(child, cut, depth + 1));
  return cutTexts(cutEnum(loosenParent(node, children), cut), cut);
}

function cutChild(child: SchemaNode, cut: Cut, depth: number): SchemaNode {
  if (typeof child === 'boolean') return child;
  if (depth > cut.depth) return stub(child, cut);
  return cutNode(child, cut, depth);
}

/** What remains of a subschema that lies too deep: its type and the start of its description. */
function stub(node: JsonObject, cut: Cut): SchemaNode {
  const kept: MutableObject = {};
  if (node.type !== undefined) kept.type = node.type;
  const description = truncate(textAt(node, 'description'), cut.text);
  if (description !== '') kept.description = description;
  return kept;
}

function cutEnum(node: JsonObject, cut: Cut): JsonObject {
  const values = listAt(node, 'enum');
  if (values.length <= cut.values) return node;
  const { enum: _, ...others } = node;
  const examples = values.filter(isShort).slice(0, MAX_EXAMPLES);
  const note = `One of ${values.length} values, too many to list${examples.length > 0 ? '; some under "examples"' : ''}.`;
  const description = textAt(node, 'description');
  const typed = typesOf(node).length === 0 && values.every((value) => typeof value === 'string');
  return {
    ...others,
    ...(typed ? { type: 'string' } : {}),
    description: description === '' ? note : `${truncate(description, cut.text)} ${note}`.trim(),
    ...(examples.length > 0 ? { examples } : {}),
  };
}

function isShort(value: JsonValue): boolean {
  return typeof value === 'string' ? value.length <= MAX_EXAMPLE_LENGTH : typeof value !== 'object';
}

function cutTexts(node: JsonObject, cut: Cut): JsonObject {
  let result = node;
  for (const keyword of ['description', '$comment', 'title']) {
    const text = textAt(result, keyword);
    if (text.length <= cut.text) continue;
    result = cut.text === 0 ? omit(result, keyword) : { ...result, [keyword]: truncate(text, cut.text) };
  }
  for (const keyword of ['examples', 'default', 'example', 'x-examples']) {
    const value = result[keyword];
    if (value !== undefined && jsonBytes(value, cut.text + 1_000) > Math.max(cut.text, 1_000)) {
      result = omit(result, keyword);
    }
  }
  return result;
}

/** A pointer may lead into a part that was cut; the reference then says nothing. */
function withoutDanglingReferences(schema: JsonObject): JsonObject {
  const open = (node: JsonObject): JsonObject => {
    const mended = mapSubschemas(node, (child) => (typeof child === 'boolean' ? child : open(child)));
    const reference = referenceOf(node);
    return reference === undefined || resolveReference(schema, reference) !== undefined ? mended : omit(mended, '$ref');
  };
  return open(schema);
}

/** Definitions that nothing refers to any more only take room. */
function withUsedDefinitions(schema: JsonObject): JsonObject {
  const { $defs } = schema;
  if (!isObject($defs)) return schema;
  const used = new Set<string>();
  const open: string[] = definitionsIn(omit(schema, '$defs'));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    open.push(...definitionsIn(Object.hasOwn($defs, name) ? $defs[name] : undefined));
  }
  const kept = Object.entries($defs).filter(([name]) => used.has(name));
  const rest = omit(schema, '$defs');
  return kept.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(kept) as JsonObject };
}

/** Names under `$defs` that references inside a value lead to. */
function definitionsIn(value: unknown): string[] {
  const names = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const [keyword, name] = parsePointer(referenceOf(next) ?? '') ?? [];
    if (keyword === '$defs' && name !== undefined) names.add(name);
    open.push(...Object.values(next));
  }
  return [...names];
}

/** The last resort: names and types of the arguments, as many as fit, and nothing that could refuse a value. */
function namesOnly(schema: JsonObject, maxBytes: number): JsonObject {
  const own = isObject(schema.properties) ? (schema.properties as JsonObject) : {};
  const names = Object.keys(own);
  const note = (count: number) =>
    `Too large to show: ${count} of ${names.length} arguments follow, without their details.`;
  let size = jsonBytes({ type: 'object', description: note(names.length), properties: {} }, maxBytes);
  const entries: [string, JsonValue][] = [];
  for (const name of names) {
    const node = own[name];
    const type = isObject(node) ? (node as JsonObject).type : undefined;
    const entry: JsonObject = type === undefined ? {} : { type };
    size += jsonBytes({ [name]: entry }, maxBytes);
    if (size > maxBytes) break;
    entries.push([name, entry]);
  }
  return { type: 'object', description: note(entries.length), properties: Object.fromEntries(entries) };
}
