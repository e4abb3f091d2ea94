import { ToolscoutError } from '../../errors.ts';
import { isCallersTag } from '../../retrieval/index.ts';
import { searchedIndex } from './aliases.ts';
import type { OpenSearchHttp } from './connection.ts';
import { list, member, number } from './members.ts';
import { routeOf } from './routing.ts';
import { OpenSearchIndex } from './search-index.ts';
import { fromStored, SOURCE_FIELDS, toHex, toStored } from './stored-document.ts';

/** What an index in a cluster holds, and what it takes. */
export interface OpenSearchIndexStats {
  readonly tools: number;
  /** Id of the embedder that the vectors are of; null without vectors. */
  readonly embedder: string | null;
  /** Tags that a filter may name. */
  readonly tags: readonly string[];
  /** The index behind the name. */
  readonly index: string;
  readonly shards: number;
  /** Copies of each shard beside the first, as configured. */
  readonly replicas: number;
  /** `green`: all copies are there; `yellow`: some of them; `red`: tools are missing. */
  readonly health: string;
  readonly segments: number;
  /** Tools that were replaced or taken out since and still take room. */
  readonly removed: number;
  /** Of all copies together. */
  readonly diskBytes: number;
  readonly encoding: string;
}

/** @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_UNAVAILABLE` */
export async function openSearchIndexStats(http: OpenSearchHttp, name: string): Promise<OpenSearchIndexStats> {
  const { index, settings } = await searchedIndex(http, name);
  const [stats, health, { count, tagKeys }] = await Promise.all([
    http.send({ method: 'GET', path: `/${index}/_stats/docs,store,segments` }),
    http.send({ method: 'GET', path: `/_cluster/health/${index}`, query: { timeout: '1s' } }),
    new OpenSearchIndex(http, name, settings).summary(undefined),
  ]);
  const shards = number(health, 'active_primary_shards');
  return {
    tools: count,
    embedder: settings.embedder ?? null,
    tags: [...tagKeys].filter(isCallersTag).sort(),
    index,
    shards,
    replicas: shards === 0 ? 0 : (number(health, 'active_shards') + number(health, 'unassigned_shards')) / shards - 1,
    health: String(member(health, 'status')),
    segments: number(stats, '_all', 'primaries', 'segments', 'count'),
    removed: number(stats, '_all', 'primaries', 'docs', 'deleted'),
    diskBytes: number(stats, '_all', 'total', 'store', 'size_in_bytes'),
    encoding: settings.encoding,
  };
}

/** What a look at every tool of an index has found. */
export interface OpenSearchIndexReport {
  readonly ok: boolean;
  readonly documents: number;
  readonly shards: number;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

const PAGE = 500;
const MAX_PROBLEMS = 1_000;

/**
 * Reads every tool of an index: is it whole, does it lie where it is looked for, once, and is what ranks it what its texts
 * give? Changes nothing.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_UNAVAILABLE`
 */
export async function verifyOpenSearchIndex(http: OpenSearchHttp, name: string): Promise<OpenSearchIndexReport> {
  const { index, settings } = await searchedIndex(http, name);
  await http.send({ method: 'POST', path: `/${index}/_refresh`, timeoutMs: 60_000 });
  const problems: { where: string; message: string }[] = [];
  const report = (where: string, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ where, message });
  };
  const health = await http.send({ method: 'GET', path: `/_cluster/health/${index}`, query: { timeout: '1s' } });
  const status = String(member(health, 'status'));
  if (status !== 'green')
    report(index, `the health is ${status}: ${number(health, 'unassigned_shards')} copies are nowhere`);
  let documents = 0;
  let before: string | undefined;
  for (let after: readonly unknown[] | undefined, first = true; first || after !== undefined; first = false) {
    const answer = await http.send({
      method: 'POST',
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      timeoutMs: 60_000,
      body: {
        size: PAGE,
        _source: [...SOURCE_FIELDS, 'impacts'],
        sort: [{ id: 'asc' }, { _id: 'asc' }],
        ...(after === undefined ? {} : { search_after: after }),
      },
    });
    const hits = list(answer, 'hits', 'hits');
    for (const hit of hits) {
      documents++;
      const id = String(member(hit, '_source', 'id'));
      if (id === before) report(id, 'is there twice: put it in again with "toolscout index update"');
      before = id;
      for (const message of faultsOf(hit, settings)) report(id, message);
    }
    after = hits.length < PAGE ? undefined : list(hits.at(-1), 'sort');
  }
  return { ok: problems.length === 0, documents, shards: number(health, 'active_primary_shards'), problems };
}

function faultsOf(hit: unknown, settings: Awaited<ReturnType<typeof searchedIndex>>['settings']): string[] {
  const source = member(hit, '_source');
  try {
    const document = fromStored(source);
    const wanted = toStored(document, settings.averageLengths, settings.encoding);
    const faults: string[] = [];
    if (member(hit, '_routing') !== routeOf(document.tags, settings.routeBy))
      faults.push('lies where it is not looked for');
    if (toHex(document.hash) !== member(source, 'hash')) faults.push('has a hash that is none');
    if (!sameNumbers(member(source, 'impacts'), wanted.impacts)) faults.push('ranks by other terms than it has');
    if (settings.dimensions !== undefined && document.vector?.values.length !== settings.dimensions) {
      faults.push(`has a vector of ${document.vector?.values.length ?? 0} dimensions, not ${settings.dimensions}`);
    }
    return faults;
  } catch (error) {
    if (error instanceof ToolscoutError) return ['cannot be read'];
    return ['holds something that is no JSON'];
  }
}

/** Up to what a number loses on its way through JSON and back. */
function sameNumbers(held: unknown, wanted: unknown): boolean {
  const [one, other] = [held, wanted].map((value) => Object.entries((value ?? {}) as Record<string, number>));
  if (one!.length !== other!.length) return false;
  const numbers = new Map(other);
  return one!.every(([key, value]) => Math.abs((numbers.get(key) ?? Number.NaN) - value) < 1e-6);
}
