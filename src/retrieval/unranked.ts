import type { Tool } from '../tools/index.ts';
import type { RetrievalBackend } from './backend.ts';
import { acceptsTool, type ToolFilter } from './filter.ts';
import type { ToolSearchResult } from './hit.ts';
import { MAX_LIMIT } from './limits.ts';
import { matchPattern } from './regex.ts';
import { answer, exactHit, listedHit, nothing } from './results.ts';

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
  const { tools, byName, partial } = await matchPattern(await backend.list(filter), pattern);
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
  const tools = await backend.list(filter);
  if (tools.length === 0) return nothing('no-match');
  const hits = tools.slice(0, MAX_LIMIT).map(listedHit);
  return answer('ambiguous', hits, { total: tools.length, limit, tier: 'exact', reason: 'listed' });
}
