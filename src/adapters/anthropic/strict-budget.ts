import { measureSchema } from '../../tools/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';

/**
 * What the provider takes strictly in one request, over all its tools: the table "Explicit limits" of
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs.
 */
const MOST = { tools: 20, optional: 24, unions: 16 } as const;

/** Tells which tools of a request may be strict: the first ones, as long as the provider's bounds for all hold. */
export function createStrictBudget(): (tool: DeclaredTool) => boolean {
  const used = { tools: 0, optional: 0, unions: 0 };
  return ({ strict, schema }) => {
    if (!strict) return false;
    const { optional, unions } = measureSchema(schema as never);
    const next = { tools: used.tools + 1, optional: used.optional + optional, unions: used.unions + unions };
    if (next.tools > MOST.tools || next.optional > MOST.optional || next.unions > MOST.unions) return false;
    Object.assign(used, next);
    return true;
  };
}
