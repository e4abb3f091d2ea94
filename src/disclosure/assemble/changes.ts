import type { Catalog, ToolEntry } from '../../tools/index.ts';
import type { AssemblyChanges, ChangeCause } from './types.ts';

/** The parts of an assembly that are compared. */
export interface Compared {
  readonly authorized: Catalog;
  readonly bridged: boolean;
  /** The entries of the request; equal ones are mostly one object. */
  readonly carried: readonly ToolEntry[];
  readonly prompt: string;
  readonly hydrated: readonly string[];
}

const FIRST: AssemblyChanges = Object.freeze({
  compared: false,
  added: [],
  removed: [],
  altered: [],
  invalidatesPromptCache: false,
  causes: [],
});

/** What changed since the assembly before, and whether it costs the prompt cache (SPEC A5). */
export function changesSince(previous: Compared | undefined, now: Compared): AssemblyChanges {
  if (previous === undefined) return FIRST;
  const toolset = compareToolsets(previous.authorized, now.authorized);
  const sameToolset = toolset.added.length + toolset.removed.length + toolset.altered.length === 0;
  const invalidatesPromptCache = previous.prompt !== now.prompt || !isSameBytes(previous.carried, now.carried);
  const causes: ChangeCause[] = [];
  if (invalidatesPromptCache) {
    if (!sameToolset) causes.push('toolset');
    if (previous.bridged !== now.bridged) causes.push('activation');
    else if (sameToolset && !now.bridged) causes.push('order');
    if (previous.hydrated.join('\n') !== now.hydrated.join('\n')) causes.push('hydration');
    if (causes.length === 0) causes.push('exposure');
  }
  return { compared: true, ...toolset, invalidatesPromptCache, causes };
}

function compareToolsets(before: Catalog, now: Catalog): Pick<AssemblyChanges, 'added' | 'removed' | 'altered'> {
  if (before.epoch === now.epoch) return { added: [], removed: [], altered: [] };
  const added: string[] = [];
  const altered: string[] = [];
  for (const { id, hash } of now.tools) {
    const old = before.byId(id);
    if (old === undefined) added.push(id);
    else if (old.hash !== hash) altered.push(id);
  }
  const removed = before.tools.flatMap(({ id }) => (now.byId(id) === undefined ? [id] : []));
  return { added, removed, altered };
}

function isSameBytes(before: readonly ToolEntry[], now: readonly ToolEntry[]): boolean {
  if (before.length !== now.length) return false;
  return now.every((entry, index) => entry === before[index] || bytesOf(entry) === bytesOf(before[index]!));
}

function bytesOf({ definition }: ToolEntry): string {
  return JSON.stringify(definition);
}
