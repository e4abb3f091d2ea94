import { isObject, type JsonObject } from '../../../shared/json.ts';
import { isSchemaNode, objectAt, type SchemaNode } from '../objects.ts';
import { parsePointer, valueAt } from '../pointer.ts';
import { createInPlaceLoops } from './in-place-loops.ts';

/** Deepest place at which a name is looked for. */
const MAX_NAME_DEPTH = 200;

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

  const circles = createInPlaceLoops((reference) => find(reference, undefined));

  function loops(node: JsonObject, reference: string, base: JsonObject | undefined): boolean {
    const target = find(reference, base);
    return isObject(target) && circles.share(node, target as JsonObject);
  }

  return { find, loops };
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
    if (typeof value !== 'object' || value === null || depth > MAX_NAME_DEPTH) continue;
    if (isObject(value)) {
      const node = value as JsonObject;
      for (const keyword of ['$id', 'id']) {
        if (typeof node[keyword] !== 'string') continue;
        const id = node[keyword].replace(/#$/, '');
        add(id, node);
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
