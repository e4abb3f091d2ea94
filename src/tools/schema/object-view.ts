import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { isSchemaNode, listAt, objectAt, requiredOf, type SchemaNode } from './objects.ts';
import { referenceOf, resolveReference } from './pointer.ts';

/** What an object schema says about its members once unions, conditions and references are laid over each other. */
export interface ObjectView {
  /** Name → the schemas that speak about it, in order of appearance. */
  readonly properties: ReadonlyMap<string, readonly SchemaNode[]>;
  /** Names that every valid object has, as far as that can be read off. */
  readonly required: ReadonlySet<string>;
}

/** Most schemas laid over each other for one object. Real ones need a dozen; references can multiply without end. */
const MAX_PARTS = 400;

/** Lays everything that speaks about the same object over each other: for showing and indexing, not for validation. */
export function viewObject(nodes: readonly SchemaNode[], root: JsonObject): ObjectView {
  const properties = new Map<string, SchemaNode[]>();
  const required = new Set<string>();
  const state: ViewState = { root, properties, seen: new Set() };
  for (const node of nodes) for (const name of addNode(node, state)) required.add(name);
  return { properties, required };
}

interface ViewState {
  readonly root: JsonObject;
  readonly properties: Map<string, SchemaNode[]>;
  readonly seen: Set<JsonObject>;
}

/** Adds a node's members and returns what it requires. */
function addNode(node: JsonValue | undefined, state: ViewState): ReadonlySet<string> {
  if (!isObject(node) || state.seen.has(node as JsonObject) || state.seen.size >= MAX_PARTS) return NOTHING;
  const schema = node as JsonObject;
  state.seen.add(schema);
  const required = new Set(requiredOf(schema));
  const own = objectAt(schema, 'properties');
  if (own !== undefined) for (const name of Object.keys(own)) addMember(name, own[name], state);
  if (!isComposed(schema)) return required;
  const reference = referenceOf(schema);
  if (reference !== undefined) addAll(required, addNode(resolveReference(state.root, reference), state));
  for (const part of listAt(schema, 'allOf')) addAll(required, addNode(part, state));
  for (const union of ['anyOf', 'oneOf']) addAll(required, addUnion(listAt(schema, union), state));
  for (const condition of ['then', 'else']) addNode(schema[condition], state);
  for (const dependent of Object.values(objectAt(schema, 'dependentSchemas') ?? {})) addNode(dependent, state);
  return required;
}

/** Most schemas are not, and then there is nothing to lay over them. */
function isComposed(node: JsonObject): boolean {
  return (
    node.$ref !== undefined ||
    node.anyOf !== undefined ||
    node.oneOf !== undefined ||
    node.allOf !== undefined ||
    node.then !== undefined ||
    node.else !== undefined ||
    node.dependentSchemas !== undefined
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function addMember(name: string, member: JsonValue | undefined, state: ViewState): void {
  if (!isSchemaNode(member)) return;
  const known = state.properties.get(name);
  if (known === undefined) state.properties.set(name, [member]);
  else known.push(member);
}

/** A union requires what all its branches require. */
function addUnion(branches: readonly JsonValue[], state: ViewState): ReadonlySet<string> {
  let common: ReadonlySet<string> | undefined;
  for (const branch of branches) {
    const required = addNode(branch, state);
    common = common === undefined ? required : new Set([...common].filter((name) => required.has(name)));
  }
  return common ?? NOTHING;
}

function addAll(target: Set<string>, names: ReadonlySet<string>): void {
  for (const name of names) target.add(name);
}

/** Every schema that looks at the same value: the nodes, what they refer to, and the branches of their unions. */
export function inPlaceParts(nodes: readonly SchemaNode[], root: JsonObject): readonly JsonObject[] {
  const [only] = nodes;
  if (nodes.length === 1 && typeof only === 'object' && !isComposed(only)) return [only];
  const parts = new Set<JsonObject>();
  const add = (node: JsonValue | undefined): void => {
    if (!isObject(node) || parts.has(node as JsonObject) || parts.size >= MAX_PARTS) return;
    const schema = node as JsonObject;
    parts.add(schema);
    const reference = referenceOf(schema);
    if (reference !== undefined) add(resolveReference(root, reference));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const part of listAt(schema, keyword)) add(part);
  };
  for (const node of nodes) add(node);
  return [...parts];
}
