import type { OpenSearchHttp } from './connection.ts';
import { REFRESH_INTERVAL } from './index-body.ts';
import { member } from './members.ts';

/**
 * Lets an index that nobody searches yet be loaded without refreshes. Each would close a small segment with a graph of its
 * own, and all of them would have to be merged again. Nothing else changes: what is acknowledged is on disk, in as many
 * copies as the index has.
 */
export async function quicken(http: OpenSearchHttp, index: string): Promise<void> {
  await setRefreshInterval(http, index, '-1');
}

/** Back to what the templates of the cluster say, among which an operator's own may come first. */
export async function slow(http: OpenSearchHttp, index: string): Promise<void> {
  const like = await http.send({ method: 'POST', path: `/_index_template/_simulate_index/${index}` });
  const usual = member(like, 'template', 'settings', 'index', 'refresh_interval');
  await setRefreshInterval(http, index, typeof usual === 'string' ? usual : REFRESH_INTERVAL);
}

async function setRefreshInterval(http: OpenSearchHttp, index: string, interval: string): Promise<void> {
  await http.send({ method: 'PUT', path: `/${index}/_settings`, body: { index: { refresh_interval: interval } } });
}
