import { isObject, type JsonObject } from '../../../shared/json.ts';
import { isSchemaNode, listAt, objectAt, type SchemaNode } from '../objects.ts';
import { parsePointer, referenceOf, valueAt } from '../pointer.ts';

/** Longest chain of references to references, and most nodes looked at for a loop; real schemas need two or three. */
const MAX_CHAIN = 200;

/** Finds what references of a raw document mean. Nothing is ever fetched: a target elsewhere does not exist. */
export interface ReferenceFinder {
  find(reference: string, base: JsonObject | undefined): SchemaNode | undefined;
  /** Does following the reference lead back to it without going down into the data? */
  loops(node: JsonObject, reference: string, base: JsonObject | undefined): boolean;
}

export function createReferenceFinder(document: JsonObject): ReferenceFinder {
  let names: ReadonlyMap<string, JsonObject> | undefined;

  function find(reference: string, base: JsonObject | undefined): SchemaNode | undefined {
    const tokens = parsePointer(reference);
    if (tokens === undefined) {
      names ??= collectNames(document);
      return findNamed(document, names, reference);
    }
    const local = base === undefined ? undefined : valueAt(base, tokens);
    const target = isSchemaNode(local) ? local : valueAt(document, tokens);
    return isSchemaNode(target) ? target : definition(document, tokens.at(-1));
  }

  function loops(node: JsonObject, reference: string, base: JsonObject | undefined): boolean {
    const seen = new Set<JsonObject>();
    const open: (SchemaNode | undefined)[] = [find(reference, base)];
    while (open.length > 0 && seen.size < MAX_CHAIN) {
      const next = open.pop();
      if (next === node) return true;
      if (!isObject(next) || seen.has(next)) continue;
      seen.add(next);
      open.push(...inPlace(next));
      const further = referenceOf(next);
      if (further !== undefined) open.push(find(further, base));
    }
    return false;
  }

  return { find, loops };
}

/** Subschemas that look at the same value as their parent. */
function inPlace(node: JsonObject): SchemaNode[] {
  const children: unknown[] = [node.not, node.if, node.then, node.else];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) children.push(...listAt(node, keyword));
  return children.filter(isSchemaNode);
}

/** Mistaken prefixes are common (`#/definitions/A` where the document has `$defs`): the name alone may still be clear. */
function definition(document: JsonObject, name: string | undefined): SchemaNode | undefined {
  if (name === undefined) return undefined;
  for (const keyword of ['$defs', 'definitions']) {
    const definitions = objectAt(document, keyword);
    const target = definitions !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (isSchemaNode(target)) return target;
  }
  return undefined;
}

/** `#anchor`, `id.json`, `https://host/id.json#/pointer`, or a bare definition name. */
function findNamed(
  document: JsonObject,
  names: ReadonlyMap<string, JsonObject>,
  reference: string,
): SchemaNode | undefined {
  const exact = names.get(reference);
  if (exact !== undefined) return exact;
  const hash = reference.indexOf('#');
  const resource = names.get(hash === -1 ? reference : reference.slice(0, hash));
  if (resource !== undefined) {
    const target = valueAt(resource, parsePointer(hash === -1 ? '#' : reference.slice(hash)) ?? ['']);
    if (isSchemaNode(target)) return target;
  }
  return definition(document, reference.replace(/^#/, ''));
}

/** Every name that the document gives to one of its parts. First come, first served. */
function collectNames(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const names = new Map<string, JsonObject>();
  const add = (name: unknown, node: JsonObject) => {
    if (typeof name === 'string' && name !== '' && !names.has(name)) names.set(name, node);
  };
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: document, depth: 0 }];
  while (open.length > 0) {
    const { value, depth } = open.pop()!;
    if (typeof value !== 'object' || value === null || depth > MAX_CHAIN) continue;
    if (isObject(value)) {
      const node = value as JsonObject;
      for (const keyword of ['$id', 'id']) {
        const id = node[keyword];
        if (typeof id !== 'string') continue;
        add(id.replace(/#$/, ''), node);
        add(id.split('/').at(-1), node);
      }
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const anchor = node[keyword];
        if (typeof anchor === 'string') add(`#${anchor}`, node);
      }
    }
    for (const inner of Object.values(value).reverse()) open.push({ value: inner, depth: depth + 1 });
  }
  return names;
}
