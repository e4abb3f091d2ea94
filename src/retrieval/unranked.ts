import type { Tool } from '../tools/index.ts';
import type { RetrievalBackend } from './backend.ts';
import { acceptsTool, type ToolFilter } from './filter.ts';
import type { ToolSearchResult } from './hit.ts';
import { MAX_LIMIT } from './limits.ts';
import { matchPattern } from './regex.ts';
import { answer, exactHit, listedHit, nothing } from './results.ts';

/** Tools that a pattern is tried on: beyond it, the bound on its work would mostly have been met anyway. */
const PATTERN_TOOLS = 50_000;

/**
 * `select:`: the named tools, all of them, in the order named, whatever the limit. A name without a tool is reported
 * and never replaced by a similar one; a name with several owners gives all of them and makes the answer ambiguous.
 */
export async function selectTools(
  backend: RetrievalBackend,
  names: readonly string[],
  filter: ToolFilter,
): Promise<ToolSearchResult> {
  const found = new Set<Tool>();
  const missing: string[] = [];
  let shared = false;
  for (const name of names) {
    const owners = (await backend.named(name)).filter((tool) => acceptsTool(tool, filter));
    if (owners.length === 0) missing.push(name);
    if (owners.length > 1) shared = true;
    for (const tool of owners) found.add(tool);
  }
  if (found.size === 0) return nothing('unknown-names', { missing });
  return answer(shared ? 'ambiguous' : 'exact', [...found].map(exactHit), {
    total: found.size,
    limit: MAX_LIMIT,
    tier: 'exact',
    missing,
  });
}

/**
 * `/pattern/`: the tools that match. One match is what was meant; of several, none is likelier than another.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for a pattern that cannot be used.
 */
export async function searchByPattern(
  backend: RetrievalBackend,
  pattern: string,
  filter: ToolFilter,
  limit: number,
): Promise<ToolSearchResult> {
  const listed = await backend.list(filter, PATTERN_TOOLS);
  const { tools, byName, ...matched } = await matchPattern(listed.tools, pattern);
  const partial = matched.partial || listed.tools.length < listed.total;
  const reason = partial ? 'pattern-cut' : undefined;
  if (tools.length === 0) return nothing(reason ?? 'no-pattern-match', { tier: 'pattern', degraded: partial });
  const single = tools.length === 1 && !partial;
  const hits = tools.slice(0, MAX_LIMIT).map((tool, rank) => ({
    tool,
    score: 0,
    confidence: single ? 1 : 0,
    sure: single || rank < byName ? ('strong' as const) : ('weak' as const),
  }));
  return answer(single ? 'confident' : 'ambiguous', hits, {
    total: tools.length,
    limit,
    tier: 'pattern',
    degraded: partial,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** `server:x` or `kind:x` without a word: everything there is, in order of id, none likelier than another. */
export async function listTools(
  backend: RetrievalBackend,
  filter: ToolFilter,
  limit: number,
): Promise<ToolSearchResult> {
  const { tools, total } = await backend.list(filter, MAX_LIMIT);
  if (total === 0) return nothing('no-match');
  return answer('ambiguous', tools.map(listedHit), { total, limit, tier: 'exact', reason: 'listed' });
}
