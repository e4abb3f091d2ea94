import type { JsonObject } from '../../../../shared/json.ts';
import { excessOf } from './measure.ts';
import type { StrictPart } from './part.ts';
import { STRICT_RULES, type StrictTarget } from './rules.ts';
import { type StrictLimits, StrictWriter } from './writer.ts';

/** Tried in this order until the provider's limits are kept and written-out references have not made it too large. */
const ATTEMPTS: readonly StrictLimits[] = [10, 6, 4, 3, 2, 1].map((depth) => ({ depth, nodes: 400 }));

/**
 * A schema as a provider's strict mode takes it; undefined where its limits cannot be kept, with the reason among the
 * notes. The root is plain already.
 */
export function toStrictSchema(root: JsonObject, target: StrictTarget, notes: Set<string>): StrictPart | undefined {
  const rules = STRICT_RULES[target];
  const loops = new Map<JsonObject, boolean>();
  let excess = '';
  for (const limits of ATTEMPTS) {
    const found = new Set<string>();
    const writer = new StrictWriter(
      root,
      rules,
      { ...limits, depth: Math.min(limits.depth, rules.depth) },
      found,
      loops,
    );
    const part = writer.root();
    if (writer.cut && limits !== ATTEMPTS.at(-1)) continue;
    const passed = excessOf(part.schema, rules);
    if (passed === undefined) {
      for (const note of found) notes.add(note);
      return part;
    }
    excess = passed;
  }
  notes.add(`cannot be held to strictly: ${excess}`);
  return undefined;
}
