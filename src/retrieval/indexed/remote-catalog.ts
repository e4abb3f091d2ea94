import { contentHash } from '../../shared/hash.ts';
import { type Catalog, createReferences, type References, type Resolution, type Tool } from '../../tools/index.ts';
import type { RemoteRetrievalBackend } from '../backend.ts';

/** Tools that stand for all of an index where somebody wants to see some. */
const SAMPLE = 200;

/** An index elsewhere as a catalog: of the names that were asked for beforehand, since a catalog answers at once. */
export interface RemoteCatalog extends Catalog {
  readonly size: number;
}

/**
 * What is there now: `tools` holds the first by id, `size` says how many there are. It knows no name yet.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`
 */
export async function readRemoteCatalog(backend: RemoteRetrievalBackend): Promise<RemoteCatalog> {
  const begun = await backend.begin();
  const { tools } = await begun.list({}, SAMPLE);
  return remoteCatalog(tools, begun.size, begun.tagKeys, new Map());
}

/** What is known of an index before it was asked: nothing. */
export function unreadRemoteCatalog(): RemoteCatalog {
  return remoteCatalog([], 0, new Set(), new Map());
}

/**
 * The same catalog, which knows whatever these texts name.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`
 */
export async function withReferences(
  { tools, size, tagKeys }: RemoteCatalog,
  backend: RemoteRetrievalBackend,
  texts: readonly string[],
): Promise<RemoteCatalog> {
  const asked = [...new Set(texts.flatMap((text) => [text, text.trim()]))];
  const owners = await Promise.all(
    asked.map(async (text) => [text, createReferences(await backend.named(text))] as const),
  );
  return remoteCatalog(tools, size, tagKeys, new Map(owners));
}

function remoteCatalog(
  tools: readonly Tool[],
  size: number,
  tagKeys: ReadonlySet<string>,
  owners: ReadonlyMap<string, References>,
): RemoteCatalog {
  const named = (text: string): readonly Tool[] => owners.get(text)?.named(text) ?? [];
  const resolve = (reference: string): Resolution => {
    const text = reference.trim();
    return owners.get(text)?.resolve(text) ?? { kind: 'unknown', similar: [] };
  };
  return Object.freeze({
    epoch: contentHash(JSON.stringify([size, tools.map(({ hash }) => hash)])),
    tools,
    size,
    warnings: [],
    byId: (id: string) => named(id).find((tool) => tool.id === id),
    byName: (name: string) => named(name).find((tool) => tool.name === name),
    resolve,
    references: { resolve, named },
    tagKeys,
    narrow: () => {
      throw new RangeError('The catalog of an index is narrowed by its scope.');
    },
  });
}
