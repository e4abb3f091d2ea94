import type { Policy } from '../calling/index.ts';
import type { RetrievalBackend } from '../retrieval/index.ts';
import type { UpstreamStatus } from '../sources/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { ListedTool } from './listing.ts';
import type { GatewaySession } from './session-view.ts';

/** A session that people can be shown: its rights, what it searches, and what stands behind it. */
export interface ObservedSession extends GatewaySession {
  policy(): Policy;
  /** What searches of this moment ask. */
  backend(): RetrievalBackend;
  /** What a client would be listed at this moment; nobody is told that somebody looked. */
  listed(): readonly ListedTool[];
  /** Servers that the session may know of, with the tools that it may use. An index elsewhere has to count them. */
  statuses(): readonly UpstreamStatus[] | Promise<readonly UpstreamStatus[]>;
  /** Whose it is, where callers are told apart. */
  readonly caller?: string | undefined;
  /** Tools for people to leaf through, where the catalog holds less than they would: the first of a large index. */
  leafed?(): SizedCatalog | Promise<SizedCatalog>;
}

/** Where only the first tools are in `tools`, `size` says how many there are; `short`: of those that could be counted. */
export type SizedCatalog = Catalog & { readonly size?: number; readonly short?: boolean };

/**
 * The catalog of a session as it is now, which knows what these texts name.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`
 */
export async function catalogKnowing(session: GatewaySession, texts: readonly string[] = []): Promise<SizedCatalog> {
  return session.knowing === undefined ? session.catalog() : session.knowing(texts);
}

/** Can people be shown this session? */
export function isObserved(session: GatewaySession): session is ObservedSession {
  return ['policy', 'backend', 'listed', 'statuses'].every((name) => name in session);
}

/** How many tools there are. */
export function sizeOf(catalog: SizedCatalog): number {
  return catalog.size ?? catalog.tools.length;
}
