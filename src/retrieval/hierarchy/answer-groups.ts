import type { RetrievalBackend } from '../backend.ts';
import type { SearchReason, ToolHit, ToolSearchResult } from '../hit.ts';
import { readBrowseRequest } from './browse-request.ts';
import { browseGroups, scatteredGroups } from './groups.ts';

/** Reasons under which the ranking still says where to look. */
const RANKED: ReadonlySet<SearchReason | undefined> = new Set([
  undefined,
  'no-match',
  'no-action',
  'no-product',
  'words-only',
  'deprecated',
]);

/**
 * The same answer with the groups that a reader can go on with, where it has some: the request asks what there is, or no
 * tool stands out and the likeliest are of many sources. Hits and verdict stay as they are.
 * @param search answers a text alone, for what a request to browse asks about
 */
export async function withGroups(
  { namespaces }: RetrievalBackend,
  query: string,
  result: ToolSearchResult,
  search: (topic: string) => Promise<ToolSearchResult>,
): Promise<ToolSearchResult> {
  if (namespaces === undefined || result.verdict === 'exact') return result;
  const browse = readBrowseRequest(query);
  const isOpenEnded = result.verdict !== 'confident' && RANKED.has(result.reason);
  if (browse === undefined && !isOpenEnded) return result;
  const groups =
    browse === undefined
      ? await scatteredGroups(namespaces, result.ranked)
      : await browseGroups(namespaces, await rankingOf(browse.topic, search));
  return groups.length === 0 ? result : { ...result, groups };
}

/** What fits the topic; undefined where nothing does, so that all there is can be shown instead. */
async function rankingOf(
  topic: string,
  search: (topic: string) => Promise<ToolSearchResult>,
): Promise<readonly ToolHit[] | undefined> {
  if (topic === '') return undefined;
  const { verdict, ranked } = await search(topic);
  return verdict === 'none' ? undefined : ranked;
}
