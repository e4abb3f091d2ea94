import { errorMessage } from '../../errors.ts';
import { deepFreeze } from '../../shared/freeze.ts';
import { isDeeperThan, isObject, own } from '../../shared/json.ts';
import { MAX_DEFINITION_DEPTH, type ToolDefinition } from '../../tools/index.ts';

/** A fault in a server's list. One bad entry never costs another. */
export interface UpstreamWarning {
  readonly code: 'TOOL_MALFORMED' | 'LIST_CUT';
  readonly message: string;
}

/** What a server listed, read and frozen. */
export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  readonly warnings: readonly UpstreamWarning[];
}

export const EMPTY_LIST: ToolList = deepFreeze({ tools: [], warnings: [] });

/**
 * Reads what `tools/list` returned. Only entries without a name are dropped; everything else is kept as it came. A
 * definition equal to one of `previous` is the same object again, and an equal list is `previous` itself, so that
 * nothing downstream is rebuilt for a notice without a change.
 */
export function readToolList(entries: readonly unknown[], previous: ToolList, cut?: string): ToolList {
  const known = new Map(previous.tools.map((tool) => [JSON.stringify(tool), tool]));
  const tools: ToolDefinition[] = [];
  const warnings: UpstreamWarning[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      if (isDeeperThan(entry, MAX_DEFINITION_DEPTH))
        throw new RangeError(`nests more than ${MAX_DEFINITION_DEPTH} levels deep`);
      if (isNamed(entry)) tools.push(known.get(JSON.stringify(entry)) ?? deepFreeze(entry));
      else warnings.push({ code: 'TOOL_MALFORMED', message: `entry ${index} of the tool list is ${describe(entry)}` });
    } catch (error) {
      // Nested so deeply that it cannot be walked.
      warnings.push({ code: 'TOOL_MALFORMED', message: `entry ${index} of the tool list: ${errorMessage(error)}` });
    }
  }
  if (cut !== undefined) warnings.push({ code: 'LIST_CUT', message: cut });
  const list: ToolList = { tools: Object.freeze(tools), warnings: deepFreeze(warnings) };
  return isSame(list, previous) ? previous : Object.freeze(list);
}

function isSame(list: ToolList, previous: ToolList): boolean {
  return (
    list.tools.length === previous.tools.length &&
    list.tools.every((tool, index) => tool === previous.tools[index]) &&
    JSON.stringify(list.warnings) === JSON.stringify(previous.warnings)
  );
}

function isNamed(entry: unknown): entry is ToolDefinition {
  return isObject(entry) && typeof own(entry, 'name') === 'string';
}

function describe(entry: unknown): string {
  if (isObject(entry)) return Object.hasOwn(entry, 'name') ? 'without a text as its name' : 'without a name';
  if (entry === null) return 'null instead of an object';
  return `a ${Array.isArray(entry) ? 'list' : typeof entry} instead of an object`;
}
