import type { OpenSearchHttp } from './connection.ts';
import { list, member } from './members.ts';

/** A document that an index holds. */
export interface KnownDocument {
  readonly route: string;
  readonly hash: string;
}

/**
 * Which of these ids an index holds, and where: the same id may lie on two shards, where a change of its tenant was
 * interrupted. Sees what was there at the last refresh.
 * @throws ToolscoutError `INDEX_UNAVAILABLE` where not all shards answer: what is not seen would be put in twice
 */
export async function knownDocuments(
  http: OpenSearchHttp,
  index: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownDocument[]>> {
  const known = new Map<string, KnownDocument[]>();
  if (ids.length === 0) return known;
  const answer = await http.send({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    timeoutMs: 60_000,
    // Column by column: to read the sources would put their vectors together, too.
    body: {
      size: Math.min(10_000, 4 * ids.length),
      _source: false,
      docvalue_fields: ['id', 'hash'],
      query: { terms: { id: ids } },
    },
  });
  for (const hit of list(answer, 'hits', 'hits')) {
    const [id, hash] = ['id', 'hash'].map((field) => String(list(hit, 'fields', field)[0]));
    const found = { route: String(member(hit, '_routing')), hash: hash! };
    known.set(id!, [...(known.get(id!) ?? []), found]);
  }
  return known;
}
