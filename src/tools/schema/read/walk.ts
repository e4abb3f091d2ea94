import type { JsonObject } from '../../../shared/json.ts';
import type { SchemaNode } from '../objects.ts';
import type { Repairs } from './repairs.ts';

/** A `$ref` as it was met: where it stands and the document that its pointer counts from. */
export interface ReferenceUse {
  readonly node: JsonObject;
  readonly reference: string;
  /** Nearest enclosing schema with an `$id` of its own, or undefined for the whole document. */
  readonly base: JsonObject | undefined;
}

/** One walk over a raw schema. */
export interface Walk {
  readonly repairs: Repairs;
  /** Where the walk stands in the result. */
  readonly path: string[];
  readonly references: ReferenceUse[];
  /** Raw schema object → its place in the result. Only kept when references have to follow what moves. */
  readonly locations?: Map<object, readonly string[]>;
  /** New text of a reference; a boolean stands in for a boolean target; undefined when there is no target. */
  readonly rewrite?: (use: ReferenceUse) => string | boolean | undefined;
  base: JsonObject | undefined;
  /** Schemas met so far that say `required: true` of themselves, so that only their parents look for them. */
  requiredProperties: number;
  /** Reads one schema; here so that the parts of the reader need not know each other. */
  readonly read: (raw: unknown, walk: Walk, depth: number) => SchemaNode;
}

/** Reads a subschema of a node at `depth`, at its place in the result. */
export function child(raw: unknown, walk: Walk, depth: number, keyword: string, key?: string): SchemaNode {
  walk.path.push(keyword);
  if (key !== undefined) walk.path.push(key);
  const result = walk.read(raw, walk, depth + 1);
  walk.path.length -= key === undefined ? 1 : 2;
  return result;
}
