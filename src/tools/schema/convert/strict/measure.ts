import { isObject, type JsonObject } from '../../../../shared/json.ts';
import { listAt, mapSubschemas, objectAt, requiredOf, typesOf } from '../../objects.ts';
import type { StrictRules } from './rules.ts';

/** How much of a strict mode's limits one schema takes. */
export interface SchemaSizes {
  readonly properties: number;
  /** Members that may be left out. */
  readonly optional: number;
  /** Places with several types. */
  readonly unions: number;
  readonly enumValues: number;
  /** Of names and fixed values together. */
  readonly characters: number;
}

/** Counts what providers bound, over one schema or for a budget over several. */
export function measureSchema(schema: JsonObject): SchemaSizes {
  const sizes = { properties: 0, optional: 0, unions: 0, enumValues: 0, characters: 0 };
  const visit = (node: JsonObject): void => {
    const members = Object.keys(objectAt(node, 'properties') ?? {});
    const required = new Set(requiredOf(node));
    sizes.properties += members.length;
    sizes.optional += members.filter((name) => !required.has(name)).length;
    if (Array.isArray(node.anyOf) || typesOf(node).length > 1) sizes.unions++;
    const values = listAt(node, 'enum');
    sizes.enumValues += values.length;
    const names = [...members, ...Object.keys(objectAt(node, '$defs') ?? {}), ...values.map(String)];
    sizes.characters += names.reduce((sum, name) => sum + name.length, 0);
    mapSubschemas(node, (child) => {
      if (isObject(child)) visit(child as JsonObject);
      return child;
    });
  };
  visit(schema);
  return sizes;
}

/** Which of a dialect's limits a schema passes, in words; undefined when none. */
export function excessOf(schema: JsonObject, rules: StrictRules): string | undefined {
  const sizes = measureSchema(schema);
  const passed = (Object.keys(WORDS) as (keyof SchemaSizes)[]).find((size) => sizes[size] > rules[size]);
  return passed === undefined ? undefined : `${sizes[passed]} ${WORDS[passed]}, ${rules[passed]} are taken`;
}

const WORDS = {
  properties: 'properties',
  optional: 'optional arguments',
  unions: 'places with several types',
  enumValues: 'fixed values',
  characters: 'characters in names and fixed values',
} as const;
