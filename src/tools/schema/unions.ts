import type { JsonValue } from '../../shared/json.ts';
import type { SchemaNode } from './objects.ts';

/**
 * Names that the branches of a union ask for when they do nothing else, as in
 * `anyOf: [{required: [files]}, {required: [areas]}]`; undefined for any other union.
 */
export function namesAskedFor(union: readonly SchemaNode[]): readonly (readonly string[])[] | undefined {
  const groups: (readonly string[])[] = [];
  for (const branch of union) {
    if (typeof branch === 'boolean' || !Array.isArray(branch.required) || branch.required.length === 0)
      return undefined;
    if (Object.keys(branch).some((keyword) => !ONLY_ASKS.has(keyword))) return undefined;
    groups.push(branch.required.map(String));
  }
  return groups.length === 0 ? undefined : groups;
}

const ONLY_ASKS: ReadonlySet<string> = new Set(['required', 'type', 'title', 'description']);

/** Values of a union that only lists constants, as in `oneOf: [{const: "a", title: "A"}, …]`: an enum by another name. */
export function constantsOf(union: readonly SchemaNode[]): readonly JsonValue[] | undefined {
  const values: JsonValue[] = [];
  for (const branch of union) {
    if (typeof branch === 'boolean' || branch.const === undefined) return undefined;
    if (Object.keys(branch).some((keyword) => !ONLY_NAMES_A_VALUE.has(keyword))) return undefined;
    values.push(branch.const);
  }
  return values.length === 0 ? undefined : values;
}

const ONLY_NAMES_A_VALUE: ReadonlySet<string> = new Set(['const', 'title', 'description', 'deprecated', '$comment']);
