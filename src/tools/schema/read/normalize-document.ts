import { isObject, type JsonObject } from '../../../shared/json.ts';
import { type MutableObject, objectAt, put, type SchemaNode } from '../objects.ts';
import { formatPointer, parsePointer } from '../pointer.ts';
import { normalizeNode } from './normalize.ts';
import { createReferenceFinder, type ReferenceFinder } from './references.ts';
import { Repairs } from './repairs.ts';
import type { ReferenceUse, Walk } from './walk.ts';

/** Most targets outside the usual places that are taken into `$defs`; more is a hostile document. */
const MAX_ADOPTED = 500;

export interface NormalizedDocument {
  readonly schema: JsonObject;
  readonly repairs: readonly string[];
}

/**
 * Normalises a whole schema. `document` is what the server sent and what its references count from; `root` is the same
 * or stands around it. Without references one walk is enough. With them there are three: what is there, where
 * everything goes, and the rewriting, because a pointer can lead to a place that moves later.
 */
export function normalizeDocument(document: JsonObject, root: JsonObject): NormalizedDocument {
  const plain = createWalk({});
  const schema = normalizeNode(root, plain, 0) as JsonObject;
  if (plain.references.length === 0) return { schema, repairs: plain.repairs.toList() };

  const finder = createReferenceFinder(document);
  const locations = new Map<object, readonly string[]>();
  const adopted = locate(document, root, finder, locations);
  return rewrite(root, adopted, finder, locations);
}

function createWalk(more: Partial<Walk>): Walk {
  return {
    repairs: new Repairs(),
    path: [],
    references: [],
    base: undefined,
    requiredProperties: 0,
    read: normalizeNode,
    ...more,
  };
}

/** Learns where every raw schema object goes; targets that the walk does not reach get a name in `$defs`. */
function locate(
  document: JsonObject,
  root: JsonObject,
  finder: ReferenceFinder,
  locations: Map<object, readonly string[]>,
): ReadonlyMap<JsonObject, string> {
  const walk = createWalk({ locations });
  normalizeNode(root, walk, 0);
  if (!locations.has(document)) locations.set(document, []);
  const adopted = new Map<JsonObject, string>();
  const taken = new Set([
    ...Object.keys(objectAt(root, '$defs') ?? {}),
    ...Object.keys(objectAt(root, 'definitions') ?? {}),
  ]);
  for (let next = 0; next < walk.references.length && adopted.size < MAX_ADOPTED; next++) {
    const use = walk.references[next]!;
    const target = finder.find(use.reference, use.base);
    if (!isObject(target) || locations.has(target)) continue;
    const name = adoptedName(use.reference, taken);
    taken.add(name);
    adopted.set(target as JsonObject, name);
    walk.path.push('$defs', name);
    normalizeNode(target, walk, 1);
    walk.path.length = 0;
  }
  return adopted;
}

function adoptedName(reference: string, taken: ReadonlySet<string>): string {
  const name = reference.split(/[/#]/).findLast((token) => token !== '') ?? 'definition';
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
  return free;
}

function rewrite(
  root: JsonObject,
  adopted: ReadonlyMap<JsonObject, string>,
  finder: ReferenceFinder,
  locations: ReadonlyMap<object, readonly string[]>,
): NormalizedDocument {
  const walk = createWalk({ rewrite: (use) => newReference(use, finder, locations) });
  let schema = normalizeNode(root, walk, 0) as JsonObject;
  if (adopted.size > 0) {
    const definitions: MutableObject = { ...objectAt(schema, '$defs') };
    for (const [target, name] of adopted) {
      walk.path.push('$defs', name);
      put(definitions, name, normalizeNode(target, walk, 1));
      walk.path.length = 0;
    }
    schema = { ...schema, $defs: definitions };
  }
  return { schema, repairs: walk.repairs.toList() };
}

function newReference(
  { node, reference, base }: ReferenceUse,
  finder: ReferenceFinder,
  locations: ReadonlyMap<object, readonly string[]>,
): string | boolean | undefined {
  const target: SchemaNode | undefined = finder.find(reference, base);
  if (typeof target === 'boolean') return target;
  if (target === undefined || finder.loops(node, reference, base)) return undefined;
  const location = locations.get(target);
  return location === undefined ? undefined : keepSpelling(reference, formatPointer(location));
}

/** A pointer that is spelled otherwise but means the same stays as it was, so that a sound schema stays the same object. */
function keepSpelling(old: string, pointer: string): string {
  if (old === pointer || !SAFE_POINTER.test(old)) return pointer;
  const tokens = parsePointer(old);
  return tokens !== undefined && formatPointer(tokens) === pointer ? old : pointer;
}

const SAFE_POINTER = /^#(?:\/(?:[\w$.~!&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*$/;
