import { type FilterExpression, filterKey } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { type IndexPart, type LiveIndex, shortIndexError } from '../../gateway/index.ts';
import {
  type RemoteCatalog,
  type RemoteRetrievalBackend,
  readRemoteCatalog,
  unreadRemoteCatalog,
  withReferences,
} from '../../retrieval/index.ts';
import { type Recent, RecentAnswers } from './recent-answers.ts';
import { LEAFED } from './serve-parts.ts';

/** How often the list of some tools and their number is read anew, at most; searches see changes at once. */
const LOOK_EVERY_MS = 5_000;
/** What is known of a part is good for so long to who searches it. */
const LATELY_MS = 60_000;
/** How long the tools that people leaf through are good: to fetch them takes a request for each thousand. */
const LEAFED_MS = 60_000;
/** Parts whose tools are kept for leafing through, some megabytes each. */
const MAX_LEAFED = 8;
/** Parts kept, those last used: callers with the same rights have one. */
const MAX_PARTS = 256;

/** A part of an index in a cluster. */
export type ClusterPart = Required<LiveIndex<IndexPart & { readonly catalog: RemoteCatalog }>>;

/**
 * Parts of an index in a cluster, for callers with different rights. What is searched and named in one is asked of the
 * cluster each time; how many tools it has, and the first of them, are kept for a moment.
 * @param warn told where a part could not be read anew
 */
export function createClusterParts(
  whole: RemoteRetrievalBackend,
  warn: (message: string) => void,
): (scope: FilterExpression | undefined) => ClusterPart {
  const parts = new Map<string, ClusterPart>();
  const leafed = new RecentAnswers<RemoteCatalog>(LEAFED_MS, MAX_LEAFED);
  return (scope) => {
    const key = scope === undefined ? '' : filterKey(scope);
    const open = () => openPart(scope === undefined ? whole : whole.partition(scope), leafed.of(key), warn);
    const part = parts.get(key) ?? open();
    parts.delete(key);
    parts.set(key, part);
    if (parts.size > MAX_PARTS) parts.delete(parts.keys().next().value!);
    return part;
  };
}

type Served = ReturnType<ClusterPart['current']>;

function openPart(
  backend: RemoteRetrievalBackend,
  leafed: Recent<RemoteCatalog>,
  warn: (message: string) => void,
): ClusterPart {
  const sizes = new RecentAnswers<ReadonlyMap<string, number>>(LOOK_EVERY_MS, 1);
  const serving = (catalog: RemoteCatalog): Served => ({
    backend,
    catalog,
    knowing: (texts) => withReferences(catalog, backend, texts),
    leafed: () => leafed((before) => readLeafed(backend, before)),
    sizesOf: (servers) => sizes.of(JSON.stringify(servers))(() => readSizes(backend, servers)),
  });
  let served: Served = { ...serving(unreadRemoteCatalog()), unread: true };
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Served> | undefined;
  /** What comes short is served as long as nothing better is known, and the next one asks again. */
  const take = (catalog: RemoteCatalog): Served => {
    if (catalog.short && served.unread !== true && !served.catalog.short) {
      warn('a part of the index did not answer: it is listed as it was');
      return serving(catalog);
    }
    if (!catalog.short) readAt = performance.now();
    const isSame = catalog.epoch === served.catalog.epoch && catalog.short === served.catalog.short;
    if (served.unread === true || !isSame) served = serving(catalog);
    return served;
  };
  const read = (): Promise<Served> => {
    triedAt = performance.now();
    reading ??= readRemoteCatalog(backend)
      .then(take)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const isWithin = (ms: number, since: number): boolean => performance.now() - since < ms;
  /** Undefined where what is known is to do: it is young enough, or could not be read a moment ago. */
  const readAnew = (): Promise<unknown> | undefined => {
    if (isWithin(LOOK_EVERY_MS, served.unread === true ? Number.NEGATIVE_INFINITY : triedAt)) return undefined;
    return read().catch((error: unknown) => {
      if (served.unread === true) throw error;
      warn(`the index is listed as it was: ${errorMessage(error)}`);
    });
  };
  return {
    current: () => {
      // This operation goes on with what is known; the next one sees what has come.
      readAnew()?.catch(() => {});
      return served;
    },
    lately: async () => {
      const coming = readAnew() ?? reading?.catch(() => {});
      if (!isWithin(LATELY_MS, readAt)) await coming;
      return served;
    },
    read: async () => (isWithin(LOOK_EVERY_MS, readAt) ? served : read()),
  };
}

async function readLeafed(backend: RemoteRetrievalBackend, before: RemoteCatalog | undefined): Promise<RemoteCatalog> {
  const now = await readRemoteCatalog(backend, LEAFED);
  if (now.short) throw shortIndexError();
  // One object for one content: what is worked out of it is not worked out again.
  return before?.epoch === now.epoch ? before : now;
}

async function readSizes(
  backend: RemoteRetrievalBackend,
  servers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const begun = await backend.begin();
  const sizes = await begun.sizesOf(servers);
  if (begun.short) throw shortIndexError();
  return sizes;
}
