import { isObject, own } from '../../shared/json.ts';

/** A server that hands out cursors for ever is cut here; the largest real list has a few pages. */
const MAX_PAGES = 1000;

/** Every entry of a list, unread. */
export interface ListedEntries {
  readonly entries: readonly unknown[];
  /** Why the list may be incomplete. */
  readonly cut?: string;
}

/** Follows the cursors of `tools/list` to the end. `fetchPage` gives the raw result of one request. */
export async function listPages(fetchPage: (cursor: string | undefined) => Promise<unknown>): Promise<ListedEntries> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const page = await fetchPage(cursor);
    const tools = isObject(page) ? own(page, 'tools') : undefined;
    if (!Array.isArray(tools)) throw new Error('the answer holds no list of tools');
    for (const tool of tools) entries.push(tool);
    const next = isObject(page) ? own(page, 'nextCursor') : undefined;
    // Some servers end with an empty cursor instead of none.
    if (typeof next !== 'string' || next === '') return { entries };
    if (seen.has(next)) return { entries, cut: 'the server repeats a cursor: its list may be incomplete' };
    seen.add(next);
    if (seen.size >= MAX_PAGES)
      return { entries, cut: `the list has more than ${MAX_PAGES} pages; the rest is left out` };
    cursor = next;
  }
}
