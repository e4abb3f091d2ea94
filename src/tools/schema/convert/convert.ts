import type { JsonObject } from '../../../shared/json.ts';
import { toGeminiSchema } from './gemini.ts';
import { toProviderSchema } from './json-schema.ts';
import { toPlainRoot } from './plain-root.ts';
import { planRenaming, renameKeys, restoreKeys } from './rename-keys.ts';

/** Whose rules a declaration has to follow. */
export type SchemaTarget = 'anthropic' | 'openai' | 'gemini';

/** A schema in a provider's dialect and the way back. */
export interface ConvertedSchema {
  readonly schema: JsonObject;
  /** What the provider's form no longer says, in words. Validation keeps using the original. */
  readonly notes: readonly string[];
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
 * - `gemini`: no references (written out, recursion cut to a free-form object), `nullable` instead of null types, one
 *   type or a lone `anyOf` per node, enums of texts only, and only keywords that it knows; the rest goes into words.
 */
export function convertSchema(schema: JsonObject, target: SchemaTarget): ConvertedSchema {
  const plain = toPlainRoot(schema);
  const notes = new Set(plain.notes);
  const converted =
    target === 'gemini' ? toGeminiSchema(plain.schema, notes) : toProviderSchema(plain.schema, target, notes);
  const renaming = planRenaming(schema);
  if (renaming === undefined) return { schema: converted, notes: [...notes], restoreArguments: (args) => args };
  notes.add(`renamed ${renaming.toNew.size} argument name(s)`);
  return {
    schema: renameKeys(converted, renaming),
    notes: [...notes],
    restoreArguments: (args) => restoreKeys(args, schema, renaming),
  };
}
