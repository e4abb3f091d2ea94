import { ToolscoutError } from '../../errors.ts';
import { deepFreeze } from '../../shared/freeze.ts';
import type { Tool } from '../../tools/index.ts';
import type { CallArguments } from '../types.ts';

/**
 * A frozen copy of our own: what policy, approver and hooks were shown is what runs, whatever the caller does to its
 * object meanwhile.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for what is no data, or nested too deep to be copied.
 */
export function freezeArguments(tool: Tool, args: CallArguments): CallArguments {
  const copy = copied(tool, args);
  // `1e400` is JSON and is read as Infinity; written again it would be null.
  if (holdsNoNumber(copy)) {
    throw new ToolscoutError('INVALID_ARGUMENTS', `Arguments of ${tool.name} hold a number that is out of range.`, {
      next: 'Send numbers between -1.8e308 and 1.8e308, or the digits as text where the tool takes text.',
      details: { tool: tool.name, path: '', expected: 'finite numbers' },
    });
  }
  return deepFreeze(copy);
}

function copied(tool: Tool, args: CallArguments): CallArguments {
  try {
    return structuredClone(args);
  } catch (cause) {
    throw new ToolscoutError('INVALID_ARGUMENTS', `Arguments of ${tool.name} are nested too deep, or are no data.`, {
      next: 'Send plain JSON, nested no deeper than it has to be.',
      details: { tool: tool.name, path: '', expected: 'object' },
      cause,
    });
  }
}

/** Without recursion, like freezing: cycles end because what was seen is not opened again. */
function holdsNoNumber(value: unknown): boolean {
  const open: unknown[] = [value];
  const seen = new Set<object>();
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'number' && !Number.isFinite(one)) return true;
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    for (const inner of Object.values(one)) open.push(inner);
  }
  return false;
}
