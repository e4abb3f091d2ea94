import { type FilterExpression, filterKey } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import type { IndexPart } from '../../gateway/index.ts';
import {
  type RemoteRetrievalBackend,
  readRemoteCatalog,
  unreadRemoteCatalog,
  withReferences,
} from '../../retrieval/index.ts';

/** How often the list of some tools and their number is read anew, at most; searches see changes at once. */
const LOOK_EVERY_MS = 5_000;
/** Parts kept, those last used: callers with the same rights have one. */
const MAX_PARTS = 256;

/** A part of an index in a cluster, as it was when it was last looked at. */
interface ClusterPart {
  current(): IndexPart;
  /** @throws ToolscoutError `INDEX_UNAVAILABLE` */
  read(): Promise<void>;
}

/**
 * Parts of an index in a cluster, for callers with different rights. A part that nobody has read yet lists nothing until it
 * is; what is searched and named in it does not wait for that.
 * @param warn told where a part could not be read anew
 */
export function createClusterParts(
  whole: RemoteRetrievalBackend,
  warn: (message: string) => void,
): (scope: FilterExpression | undefined) => ClusterPart {
  const parts = new Map<string, ClusterPart>();
  return (scope) => {
    const key = scope === undefined ? '' : filterKey(scope);
    const part = parts.get(key) ?? openPart(scope === undefined ? whole : whole.partition(scope), warn);
    parts.delete(key);
    parts.set(key, part);
    if (parts.size > MAX_PARTS) parts.delete(parts.keys().next().value!);
    return part;
  };
}

function openPart(backend: RemoteRetrievalBackend, warn: (message: string) => void): ClusterPart {
  const serving = (catalog: Awaited<ReturnType<typeof readRemoteCatalog>>): IndexPart => ({
    backend,
    catalog,
    knowing: (texts) => withReferences(catalog, backend, texts),
  });
  let served = serving(unreadRemoteCatalog());
  let lookedAt = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<void> => {
    lookedAt = performance.now();
    const catalog = await readRemoteCatalog(backend);
    if (catalog.epoch !== served.catalog.epoch) served = serving(catalog);
  };
  return {
    read,
    current: () => {
      // This operation goes on with what is known; the next one sees what has come.
      if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
        read().catch((error) => warn(`the index is listed as it was: ${errorMessage(error)}`));
      }
      return served;
    },
  };
}
