import { ToolscoutError } from '../../errors.ts';
import { contentHash } from '../../shared/hash.ts';
import { type Catalog, createReferences, type References, type Resolution, type Tool } from '../../tools/index.ts';
import type { RemoteRetrievalBackend } from '../backend.ts';

/** Tools that stand for all of an index where somebody wants to see some. */
const SAMPLE = 200;
/** Names looked up beside each other: a request may hold hundreds. */
const NAMES_AT_ONCE = 16;

/** An index elsewhere as a catalog: of the names that were asked for beforehand, since a catalog answers at once. */
export interface RemoteCatalog extends Catalog {
  readonly size: number;
  /** Some part of the index did not answer: there may be more. */
  readonly short: boolean;
}

/**
 * What is there now: `tools` holds the first by id, `size` says how many there are. It knows no name yet, and no id but
 * theirs.
 * @param first how many tools `tools` holds at most
 * @throws ToolscoutError `INDEX_UNAVAILABLE`
 */
export async function readRemoteCatalog(
  backend: RemoteRetrievalBackend,
  first: number = SAMPLE,
): Promise<RemoteCatalog> {
  const begun = await backend.begin();
  // Counted with the list: what the backend knows of its size is that of the search before.
  const { tools, total } = await begun.list({}, first);
  return remoteCatalog({ tools, size: total, tagKeys: begun.tagKeys, short: begun.short }, new Map());
}

/** What is known of an index before it was asked: nothing. */
export function unreadRemoteCatalog(): RemoteCatalog {
  return remoteCatalog({ tools: [], size: 0, tagKeys: new Set(), short: true }, new Map());
}

/**
 * The same catalog, which knows whatever these texts name.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`, also where only a part of the index answered: a name that is not found there
 * may be one of the rest, and one that is found may have other owners
 */
export async function withReferences(
  catalog: RemoteCatalog,
  backend: RemoteRetrievalBackend,
  texts: readonly string[],
): Promise<RemoteCatalog> {
  const asked = [...new Set(texts.flatMap((text) => [text, text.trim()]))];
  const begun = await backend.begin();
  const owners: (readonly [string, readonly Tool[]])[] = [];
  for (let i = 0; i < asked.length; i += NAMES_AT_ONCE) {
    const some = asked.slice(i, i + NAMES_AT_ONCE);
    owners.push(...(await Promise.all(some.map(async (text) => [text, await begun.named(text)] as const))));
  }
  const unsure = owners.find(([text, tools]) => begun.short && !tools.some(({ id }) => id === text));
  if (unsure !== undefined) {
    throw new ToolscoutError('INDEX_UNAVAILABLE', 'A part of the index did not answer, so that a name is not known.', {
      next: 'Try again in a moment.',
      details: { name: unsure[0] },
    });
  }
  return remoteCatalog(catalog, new Map(owners.map(([text, tools]) => [text, createReferences(tools)])));
}

function remoteCatalog(
  { tools, size, tagKeys, short }: Pick<RemoteCatalog, 'tools' | 'size' | 'tagKeys' | 'short'>,
  owners: ReadonlyMap<string, References>,
): RemoteCatalog {
  let ids: ReadonlyMap<string, Tool> | undefined;
  const listed = (id: string): Tool | undefined => {
    ids ??= new Map(tools.map((tool) => [tool.id, tool]));
    return ids.get(id);
  };
  const named = (text: string): readonly Tool[] => owners.get(text)?.named(text) ?? [];
  const resolve = (reference: string): Resolution => {
    const text = reference.trim();
    return owners.get(text)?.resolve(text) ?? { kind: 'unknown', similar: [] };
  };
  return Object.freeze({
    epoch: contentHash(JSON.stringify([size, tools.map(({ hash }) => hash)])),
    tools,
    size,
    short,
    warnings: [],
    // What was asked for is known better than by a list of before.
    byId: (id: string) => (owners.has(id) ? named(id).find((tool) => tool.id === id) : listed(id)),
    byName: (name: string) => named(name).find((tool) => tool.name === name),
    resolve,
    references: { resolve, named },
    tagKeys,
    narrow: () => {
      throw new RangeError('The catalog of an index is narrowed by its scope.');
    },
  });
}
