import { isObject, type JsonObject } from '../../shared/json.ts';
import { hasType, inPlaceParts, isSchemaNode, type SchemaNode, typesOf, viewObject } from '../../tools/index.ts';

/** A value that names the branch (`kind: "invoice"`) tells more than any number of fitting keys. */
const DISCRIMINATOR_POINTS = 100;

/** Index of the branch that the value was most likely meant for; undefined when two are equally likely or none is. */
export function bestBranch(union: readonly SchemaNode[], value: unknown, root: JsonObject): number | undefined {
  let best: number | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  let isTie = false;
  let count = 0;
  union.forEach((branch, index) => {
    const score = likelihood(branch, value, root);
    if (score === undefined) return;
    count++;
    if (score < bestScore) return;
    isTie = score === bestScore;
    if (isTie) return;
    best = index;
    bestScore = score;
  });
  // Of several forms none is meant whose name the value does not bear; the only one that is left is meant all the same.
  return isTie || (count > 1 && bestScore < -DISCRIMINATOR_POINTS / 2) ? undefined : best;
}

function likelihood(branch: SchemaNode, value: unknown, root: JsonObject): number | undefined {
  if (typeof branch === 'boolean') return undefined;
  const parts = inPlaceParts([branch], root);
  const types = parts.map(typesOf).filter((words) => words.length > 0);
  if (types.length > 0 && !types.some((words) => words.some((word) => hasType(value, word)))) return undefined;
  if (!isObject(value)) return 0;
  const { properties, required } = viewObject([branch], root);
  let score = 0;
  for (const [name, variants] of properties) {
    if (!Object.hasOwn(value, name)) continue;
    score += 1 + discriminates(variants, value[name]);
  }
  for (const name of required) if (!Object.hasOwn(value, name)) score -= 1;
  return score;
}

function discriminates(variants: readonly SchemaNode[], value: unknown): number {
  for (const variant of variants) {
    if (!isSchemaNode(variant) || typeof variant === 'boolean') continue;
    const { const: fixed, enum: values } = variant;
    if (fixed !== undefined) return fixed === value ? DISCRIMINATOR_POINTS : -DISCRIMINATOR_POINTS;
    if (Array.isArray(values)) return values.includes(value as string) ? 1 : -1;
  }
  return 0;
}
