import type { JsonObject } from '../../../shared/json.ts';
import { listAt, type MutableObject, put, typesOf } from '../objects.ts';
import type { NodeDraft } from './node-draft.ts';

/**
 * `nullable: true` of OpenAPI 3.0. On a reference or an `allOf` null can only be allowed from outside, so the node
 * becomes one branch of a union; the walk has to know that before it descends, because everything below moves.
 */
export function needsNullBranch(node: JsonObject): boolean {
  return (
    node.nullable === true &&
    node.type === undefined &&
    node.anyOf === undefined &&
    node.oneOf === undefined &&
    (node.$ref !== undefined || node.allOf !== undefined)
  );
}

/** Adds null to what the node accepts, where no branch is needed. */
export function applyNullable(draft: NodeDraft): void {
  const types = typesOf(draft.finish());
  if (types.length > 0 && !types.includes('null')) draft.set('type', [...types, 'null']);
  const values = draft.get('enum');
  if (Array.isArray(values) && !values.includes(null)) draft.set('enum', [...values, null]);
  for (const union of ['anyOf', 'oneOf']) {
    const branches = listAt(draft.finish(), union);
    if (types.length > 0 || branches.length === 0) continue;
    const hasNull = branches.some((branch) => typesOf(branch as JsonObject).includes('null'));
    if (!hasNull) draft.set(union, [...branches, { type: 'null' }]);
  }
}

/** The node as one branch beside null. What is said about the value as a whole stays outside. */
export function withNullBranch(node: JsonObject): JsonObject {
  const outer: MutableObject = {};
  const inner: MutableObject = {};
  for (const key of Object.keys(node)) put(ANNOTATIONS.has(key) ? outer : inner, key, node[key]!);
  return { ...outer, anyOf: [inner, { type: 'null' }] };
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
