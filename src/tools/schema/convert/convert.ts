import type { JsonObject } from '../../../shared/json.ts';
import { toGeminiSchema } from './gemini.ts';
import { toProviderSchema } from './json-schema.ts';
import { toPlainRoot } from './plain-root.ts';
import { planRenaming, renameKeys, restoreKeys } from './rename-keys.ts';
import { toStrictSchema } from './strict/convert-strict.ts';
import type { StrictTarget } from './strict/rules.ts';

/** Whose rules a declaration has to follow where the provider only shows it to the model. */
export type PlainTarget = 'anthropic' | 'openai' | 'gemini';

/** Whose rules a declaration has to follow. `…-strict`: the provider holds the model to it. */
export type SchemaTarget = PlainTarget | StrictTarget;

/** A schema in a provider's dialect and the way back. */
export interface ConvertedSchema {
  readonly schema: JsonObject;
  /** What the provider's form no longer says, in words. Validation keeps using the original. */
  readonly notes: readonly string[];
  /** The provider may be asked to hold the model to it (`strict: true`). */
  readonly strict: boolean;
  /** Arguments as the model gave them → arguments as the server knows them. Never changes its input. */
  restoreArguments(args: unknown): unknown;
}

/**
 * Converts a schema that was read into the form that a provider takes for a tool declaration. It never asks for more
 * than the original does, with one exception: an argument that only some branches of a root union describe is declared
 * as they describe it. The original still decides when the tool is called.
 *
 * For all targets: the root is a plain object, its unions merged and put into words; argument names match
 * `^[a-zA-Z0-9_.-]{1,64}$` at every depth; boolean subschemas become empty ones or disappear; extra keys stay allowed
 * unless the schema forbids them.
 * - `anthropic`: JSON Schema 2020-12, local references kept.
 * - `openai`: the same, and `items` on every array; patterns only where a Python reader understands them.
 * - `gemini`: no references (written out, recursion cut to values without form), `nullable` instead of null types, one
 *   type or a lone `anyOf` per node, enums of texts only, and only keywords that it knows; the rest goes into words.
 * - `openai-strict`: closed objects, every member required, what may be left out nullable (`null` leaves it out).
 * - `anthropic-strict`: closed objects, no recursion, no bounds.
 *   In both, what the dialect has no form for is a JSON text, further keys that the schema speaks of are a JSON text under
 *   a name of their own, and a schema beyond the provider's limits comes in the plain dialect with `strict: false`.
 */
export function convertSchema(schema: JsonObject, target: SchemaTarget): ConvertedSchema {
  const plain = toPlainRoot(schema);
  const notes = new Set(plain.notes);
  const part = isStrict(target) ? toStrictSchema(plain.schema, target, notes) : undefined;
  const converted = part?.schema ?? toPlain(plain.schema, target, notes);
  const restore = (args: unknown): unknown => (part === undefined ? args : part.restore(args));
  const strict = part !== undefined;
  const renaming = planRenaming(schema);
  if (renaming === undefined) return { schema: converted, notes: [...notes], strict, restoreArguments: restore };
  notes.add(`renamed ${renaming.toNew.size} argument name(s)`);
  return {
    schema: renameKeys(converted, renaming, strict),
    notes: [...notes],
    strict,
    restoreArguments: (args) => restore(restoreKeys(args, schema, renaming)),
  };
}

function isStrict(target: SchemaTarget): target is StrictTarget {
  return target === 'openai-strict' || target === 'anthropic-strict';
}

function toPlain(root: JsonObject, target: SchemaTarget, notes: Set<string>): JsonObject {
  if (target === 'gemini') return toGeminiSchema(root, notes);
  return toProviderSchema(root, target === 'openai' || target === 'openai-strict' ? 'openai' : 'anthropic', notes);
}
