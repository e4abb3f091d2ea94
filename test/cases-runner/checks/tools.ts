import { toSeenTool } from '../ops/answers.ts';
import type { Outcome, SeenTool } from '../outcome.ts';

/** Tools of the last listing below an output, or of the catalog as it is now. */
export async function toolsOf(unit: Outcome): Promise<readonly SeenTool[]> {
  const last = listingsOf(unit).at(-1)?.tools;
  if (last !== undefined) return last;
  const gateway = await unit.world.settledGateway();
  return gateway.catalog().tools.map(toSeenTool);
}

function listingsOf(unit: Outcome): readonly Outcome[] {
  const own = unit.tools === undefined ? [] : [unit];
  return [...(unit.children ?? []).flatMap(listingsOf), ...own];
}

/** The counters' own tool, which every test server lists beside those it is about. */
export const PROBE_TOOL = 'probe_state';
