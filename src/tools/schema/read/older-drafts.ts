import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { isSchemaNode, type MutableObject, put } from '../objects.ts';
import { dropKeyword } from './mend-values.ts';
import type { NodeDraft } from './node-draft.ts';
import { child, type Walk } from './walk.ts';

/** Forms of older drafts that hold subschemas, and forms of other frameworks that look like them. */

/** Tuples of the drafts before 2020-12: a list in `items`, the rest in `additionalItems`. */
export function normalizeTuple(draft: NodeDraft, value: readonly JsonValue[], walk: Walk, depth: number): void {
  draft.delete('items');
  if (value.length === 0 || draft.has('prefixItems')) return;
  draft.set(
    'prefixItems',
    value.map((item, index) => child(item, walk, depth, 'prefixItems', String(index))),
  );
}

export function normalizeAdditionalItems(draft: NodeDraft, value: JsonValue, walk: Walk, depth: number): void {
  draft.delete('additionalItems');
  if (Array.isArray(draft.raw.items) && isSchemaNode(value)) draft.set('items', child(value, walk, depth, 'items'));
}

/** A map of subschemas, which some frameworks write as `[{"name": "q", "type": "string"}]`. */
export function namedMembers(value: JsonValue | undefined): JsonObject | undefined {
  if (isObject(value)) return value as JsonObject;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const members: MutableObject = {};
  for (const item of value) {
    if (!isObject(item) || typeof item.name !== 'string') return undefined;
    const { name, ...schema } = item as JsonObject;
    put(members, name as string, schema);
  }
  return members;
}

/** Draft 03 allows schemas among the types. */
export function normalizeTypeUnion(draft: NodeDraft, value: readonly JsonValue[], walk: Walk, depth: number): void {
  walk.repairs.note('schemas listed under "type" moved to "anyOf"', walk.path);
  draft.delete('type');
  if (draft.has('anyOf')) return;
  draft.set(
    'anyOf',
    value.map((entry, index) =>
      child(typeof entry === 'string' ? { type: entry } : entry, walk, depth, 'anyOf', String(index)),
    ),
  );
}

/** Draft 07: one keyword for what are two today. */
export function normalizeDependencies(draft: NodeDraft, value: JsonValue, walk: Walk, depth: number): void {
  draft.delete('dependencies');
  if (!isObject(value)) {
    dropKeyword(draft, 'dependencies', walk);
    return;
  }
  const names: MutableObject = {};
  const schemas: MutableObject = {};
  for (const key of Object.keys(value)) {
    const dependency = value[key];
    if (Array.isArray(dependency)) put(names, key, onlyTexts(dependency));
    else if (typeof dependency === 'string') put(names, key, [dependency]);
    else if (isSchemaNode(dependency)) put(schemas, key, child(dependency, walk, depth, 'dependentSchemas', key));
  }
  if (Object.keys(names).length > 0 && !draft.has('dependentRequired')) draft.set('dependentRequired', names);
  if (Object.keys(schemas).length > 0 && !draft.has('dependentSchemas')) draft.set('dependentSchemas', schemas);
}

function onlyTexts(list: readonly JsonValue[]): readonly string[] {
  return list.filter((item) => typeof item === 'string');
}
