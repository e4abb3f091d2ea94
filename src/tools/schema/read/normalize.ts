import { isDeeperThan, isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { KEYWORDS, MAX_SCHEMA_DEPTH } from '../keywords.ts';
import { type MutableObject, objectAt, put, type SchemaNode } from '../objects.ts';
import {
  adoptPropertyRequired,
  dropImpossibleRequired,
  dropImpossibleType,
  dropKeyword,
  isNamesMap,
  normalizeNumber,
  normalizeRequired,
  normalizeText,
  normalizeType,
  normalizeValues,
} from './mend-values.ts';
import { NodeDraft } from './node-draft.ts';
import { applyNullable, needsNullBranch, withNullBranch } from './nullable.ts';
import {
  namedMembers,
  normalizeAdditionalItems,
  normalizeDependencies,
  normalizeTuple,
  normalizeTypeUnion,
} from './older-drafts.ts';
import { readTypeWord } from './type-words.ts';
import { child, type ReferenceUse, type Walk } from './walk.ts';

/**
 * Reads one raw schema into the 2020-12 dialect. Sound nodes come back as the same object. Meaning is kept where the
 * raw schema has one; what has none is opened up, never tightened.
 */
export function normalizeNode(raw: unknown, walk: Walk, depth: number): SchemaNode {
  if (typeof raw === 'boolean') return raw;
  if (!isObject(raw)) return readShorthand(raw, walk);
  if (depth > MAX_SCHEMA_DEPTH) {
    walk.repairs.note('nesting deeper than 64 levels opened up', walk.path);
    return {};
  }
  const node = raw as JsonObject;
  if (walk.locations !== undefined) walk.locations.set(node, walk.path.slice());
  const outerBase = walk.base;
  if (depth > 0 && isResource(node)) walk.base = node;
  const branched = needsNullBranch(node);
  if (branched) walk.path.push('anyOf', '0');

  const draft = new NodeDraft(node);
  const requiredBefore = walk.requiredProperties;
  for (const keyword of Object.keys(node)) normalizeKeyword(draft, keyword, walk, depth);
  // Last, because its members join the `$defs` that are normalised by now.
  if (node.definitions !== undefined) normalizeMap(draft, 'definitions', '$defs', node.definitions, walk, depth);
  if (walk.requiredProperties > requiredBefore) adoptPropertyRequired(draft, namedMembers(node.properties), walk);
  if (node.additionalProperties !== undefined) dropImpossibleRequired(draft, walk);
  if (node.enum !== undefined) dropImpossibleType(draft, walk, depth === 0);
  if (node.nullable !== undefined) {
    if (node.nullable === true) applyNullable(draft);
    draft.delete('nullable');
  }

  if (branched) walk.path.length -= 2;
  walk.base = outerBase;
  return branched ? withNullBranch(draft.finish()) : draft.finish();
}

/** Does this subschema start a document of its own, from which `#/…` counts? */
function isResource(node: JsonObject): boolean {
  const id = node.$id;
  return typeof id === 'string' && !id.startsWith('#');
}

/** `{"limit": "integer"}` is a common short form; anything else in the place of a schema says nothing. */
function readShorthand(raw: unknown, walk: Walk): JsonObject {
  const type = typeof raw === 'string' ? readTypeWord(raw) : undefined;
  walk.repairs.note('something that is not a schema replaced', walk.path);
  return type === undefined || type === 'any' ? {} : { type };
}

function normalizeKeyword(draft: NodeDraft, keyword: string, walk: Walk, depth: number): void {
  const value = draft.raw[keyword] as JsonValue;
  switch (KEYWORDS.get(keyword)) {
    case 'schema':
      normalizeSlot(draft, keyword, value, walk, depth);
      return;
    case 'schemas':
      normalizeList(draft, keyword, value, walk, depth);
      return;
    case 'schemaMap':
      normalizeMap(draft, keyword, keyword, value, walk, depth);
      return;
    case 'text':
      normalizeText(draft, keyword, value, walk);
      return;
    case 'string':
      if (typeof value !== 'string') dropKeyword(draft, keyword, walk);
      return;
    case 'number':
      normalizeNumber(draft, keyword, value, walk);
      return;
    case 'count':
      if (!Number.isInteger(value) || (value as number) < 0) dropKeyword(draft, keyword, walk);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') dropKeyword(draft, keyword, walk);
      return;
    case 'names':
      normalizeRequired(draft, value, walk);
      return;
    case 'namesMap':
      if (!isNamesMap(value)) dropKeyword(draft, keyword, walk);
      return;
    case 'values':
      normalizeValues(draft, keyword, value, walk);
      return;
    case undefined:
      normalizeOther(draft, keyword, value, walk, depth);
      return;
  }
}

/** Keywords outside the table: identity and references, older drafts, `type`, and what we do not know. */
function normalizeOther(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk, depth: number): void {
  switch (keyword) {
    case 'type':
      if (Array.isArray(value) && value.some((entry) => isObject(entry))) {
        normalizeTypeUnion(draft, value, walk, depth);
        return;
      }
      normalizeType(draft, value, walk);
      return;
    case '$ref':
    case '$dynamicRef':
    case '$recursiveRef':
      normalizeReference(draft, keyword, value, walk);
      return;
    case '$schema':
    case '$id':
    case '$anchor':
    case '$dynamicAnchor':
    case '$recursiveAnchor':
    case '$vocabulary':
      draft.delete(keyword);
      return;
    case 'id':
      if (typeof value === 'string') draft.delete(keyword);
      return;
    case 'definitions':
      return;
    case 'dependencies':
      normalizeDependencies(draft, value, walk, depth);
      return;
    case 'additionalItems':
      normalizeAdditionalItems(draft, value, walk, depth);
      return;
    case 'nullable':
      if (value === true) walk.repairs.note('"nullable" rewritten as a null type', walk.path);
      return;
    default:
      if (typeof value === 'object' && isDeeperThan(value, MAX_SCHEMA_DEPTH)) dropKeyword(draft, keyword, walk);
  }
}

function normalizeSlot(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk, depth: number): void {
  if (keyword === 'items' && Array.isArray(value)) {
    normalizeTuple(draft, value, walk, depth);
    return;
  }
  if (value === null) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  if (value === 'true' || value === 'false') {
    walk.repairs.note(`"${keyword}" given as a text read as a boolean`, walk.path);
    draft.set(keyword, value === 'true');
    return;
  }
  if (Array.isArray(value)) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  draft.set(keyword, child(value, walk, depth, keyword));
}

function normalizeList(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk, depth: number): void {
  if (isObject(value)) {
    walk.repairs.note(`"${keyword}" that is not a list read as a list of one`, walk.path);
    draft.set(keyword, [child(value, walk, depth, keyword, '0')]);
    return;
  }
  if (!Array.isArray(value) || value.length === 0) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  let changed = false;
  const list = value.map((item, index) => {
    const result = child(item, walk, depth, keyword, String(index));
    if (result !== item) changed = true;
    return result;
  });
  if (changed) draft.set(keyword, list);
}

/** Maps of subschemas. `target` differs from `keyword` only for `definitions`, which goes to `$defs`. */
function normalizeMap(
  draft: NodeDraft,
  keyword: string,
  target: string,
  value: JsonValue,
  walk: Walk,
  depth: number,
): void {
  const members = namedMembers(value);
  if (members === undefined) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  if (members !== value) walk.repairs.note(`"${keyword}" given as a list read by its names`, walk.path);
  if (target === keyword) {
    const mended = normalizeMembers(members, keyword, walk, depth);
    if (mended !== value) draft.set(keyword, mended);
    return;
  }
  const renamed = withFreeNames(members, draft.get(target));
  draft.delete(keyword);
  draft.set(target, { ...objectAt(draft.finish(), target), ...normalizeMembers(renamed, target, walk, depth) });
}

/** The members themselves when all of them are sound. */
function normalizeMembers(members: JsonObject, keyword: string, walk: Walk, depth: number): JsonObject {
  let mended: MutableObject | undefined;
  for (const key of Object.keys(members)) {
    const member = members[key] as JsonValue;
    const result = child(member, walk, depth, keyword, key);
    if (result === member) continue;
    mended ??= { ...members };
    put(mended, key, result);
  }
  return mended ?? members;
}

function withFreeNames(members: JsonObject, taken: JsonValue | undefined): JsonObject {
  if (!isObject(taken)) return members;
  const renamed: MutableObject = {};
  for (const key of Object.keys(members)) {
    let name = key;
    for (let count = 2; Object.hasOwn(taken, name); count++) name = `${key}_${count}`;
    put(renamed, name, members[key] as JsonValue);
  }
  return renamed;
}

function normalizeReference(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk): void {
  if (typeof value !== 'string') {
    dropKeyword(draft, keyword, walk);
    return;
  }
  if (keyword !== '$ref' && typeof draft.raw.$ref === 'string') {
    draft.delete(keyword);
    return;
  }
  const use: ReferenceUse = { node: draft.raw, reference: value, base: walk.base };
  walk.references.push(use);
  if (walk.rewrite === undefined) return;
  const target = walk.rewrite(use);
  if (target === undefined) walk.repairs.note('reference without a target opened up', walk.path);
  if (keyword !== '$ref' || typeof target !== 'string') draft.delete(keyword);
  if (typeof target === 'string') draft.set('$ref', target);
  if (target === false) draft.set('not', {});
}
