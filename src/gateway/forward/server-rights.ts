import type { Policy } from '../../calling/index.ts';
import { stableStringify } from '../../shared/json.ts';
import { readPassingTool, type Tool, type ToolTags } from '../../tools/index.ts';

const standIns = new Map<string, Tool>();

/**
 * May the caller use what a server has beside its tools? Rules are written about tools; resources and prompts are under
 * those that hold for the whole server: a list of allowed tools opens none of them.
 * @param tags that all tools of the server carry.
 */
export function mayUseServer(policy: Policy, server: string, tags: ToolTags = {}): boolean {
  if (policy.open) return true;
  const key = stableStringify([server, { ...tags }]);
  let standIn = standIns.get(key);
  if (standIn === undefined) {
    const read = readPassingTool({ source: { kind: 'mcp', name: server }, definition: { name: 'resources/read' } })!;
    standIn = { ...read, tags };
    standIns.set(key, standIn);
  }
  return policy.allows(standIn);
}
