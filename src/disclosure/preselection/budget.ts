import type { TokenCounter } from '../../tokens/index.ts';
import type { Tool } from '../../tools/index.ts';
import { definitionTokens } from '../activation/count.ts';
import { MAX_NAMED } from './constants.ts';
import type { LeftOut, PreselectedTool, PreselectSource } from './types.ts';

export interface Picked {
  readonly tool: Tool;
  readonly source: Extract<PreselectSource, 'exact' | 'local' | 'model'>;
}

export interface Budget {
  readonly maxCount: number;
  readonly maxTokens: number;
  readonly counter: TokenCounter;
}

/**
 * What of the picked tools fits. Only what was chosen for the user is bounded; what the user named comes beside the
 * budget. A tool that is too large leaves its place to the next.
 */
export function withinBudget(
  picked: readonly Picked[],
  { maxCount, maxTokens, counter }: Budget,
): { readonly added: readonly PreselectedTool[]; readonly leftOut: readonly LeftOut[] } {
  const added: PreselectedTool[] = [];
  const leftOut: LeftOut[] = [];
  let named = 0;
  let count = 0;
  let used = 0;
  for (const { tool, source } of picked) {
    const tokens = definitionTokens(tool.raw, counter);
    const entry: PreselectedTool = { tool, source, tokens, added: true };
    if (source === 'exact' && named < MAX_NAMED) {
      named++;
      added.push(entry);
    } else if (count >= maxCount) leftOut.push({ tool, why: 'count' });
    else if (used + tokens > maxTokens) leftOut.push({ tool, why: 'tokens' });
    else {
      count++;
      used += tokens;
      added.push(entry);
    }
  }
  return { added, leftOut };
}
