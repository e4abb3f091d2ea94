import type { Policy } from '../../calling/index.ts';
import { readPassingTool, type Tool } from '../../tools/index.ts';

const standIns = new Map<string, Tool>();

/**
 * May the caller use what a server has beside its tools? Rules are written about tools; resources and prompts are under
 * those that hold for the whole server: a list of allowed tools opens none of them.
 */
export function mayUseServer(policy: Policy, server: string): boolean {
  if (policy.open) return true;
  let standIn = standIns.get(server);
  if (standIn === undefined) {
    standIn = readPassingTool({ source: { kind: 'mcp', name: server }, definition: { name: 'resources/read' } })!;
    standIns.set(server, standIn);
  }
  return policy.allows(standIn);
}
