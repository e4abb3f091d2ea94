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
  try {
    return deepFreeze(structuredClone(args));
  } catch (cause) {
    throw new ToolscoutError('INVALID_ARGUMENTS', `Arguments of ${tool.name} are nested too deep, or are no data.`, {
      next: 'Send plain JSON, nested no deeper than it has to be.',
      details: { tool: tool.name, path: '', expected: 'object' },
      cause,
    });
  }
}
