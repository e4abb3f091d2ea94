import type { ChangeCounts, Embedder, SegmentDocument } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import type { CatalogRow } from '../../sources/index.ts';
import { averageLengthsOf } from '../local/tool-index/average-lengths.ts';
import { readDocuments } from '../local/tool-index/read-documents.ts';
import { aliased, buildingAlias, checkIndexName, newIndexName, searchedIndex, switchAlias } from './aliases.ts';
import type { OpenSearchHttp } from './connection.ts';
import { indexBody, type VectorEncoding } from './index-body.ts';
import { checkIndexEmbedder, newSettings, readSettings } from './index-settings.ts';
import { quicken, slow } from './load-pace.ts';
import { number } from './members.ts';
import { type LoadTarget, putDocuments, removeDocuments } from './write-documents.ts';

export interface WriteOpenSearchOptions {
  /** Embeds the tools; without one the index finds by words only. */
  readonly embedder?: Embedder | undefined;
  /** Told after each batch how many tools the cluster has acknowledged. */
  readonly onTools?: (tools: number) => void;
  /** Told of each row or tool that is left out, and why. */
  readonly onProblem?: (message: string) => void;
}

export interface BuildOpenSearchOptions extends WriteOpenSearchOptions {
  /** Default 1: a search of one tenant asks one shard anyway, and 10 to 30 GB fit into each. */
  readonly shards?: number;
  /** Copies beside the first. Default 1; 0 where a lost node may take tools with it. */
  readonly replicas?: number;
  /** Default `float`. */
  readonly encoding?: VectorEncoding;
  /** The tag whose tools lie together. Default `tenant`. */
  readonly routeBy?: string;
  /** Goes on with a build that was broken off, and leaves out what is there already. */
  readonly resume?: boolean;
}

/** Documents whose lengths are looked at before an index is begun; they are in memory until then. */
const LENGTH_SAMPLE = 4_096;
/** Batches on their way to the cluster while the next is read and embedded. */
const BATCHES = 2;

/**
 * Makes an index of tools in a cluster. Searches see the one that was there before until the new one is whole.
 * @returns how many tools it holds
 * @throws ToolscoutError `INDEX_UNAVAILABLE`, `INDEX_FOREIGN`, `CONFIG_INVALID`; what the source or the embedder throws. What
 * was loaded by then stays for {@link BuildOpenSearchOptions.resume}.
 */
export async function buildOpenSearchIndex(
  http: OpenSearchHttp,
  name: string,
  rows: AsyncIterable<CatalogRow>,
  options: BuildOpenSearchOptions = {},
): Promise<number> {
  checkIndexName(name);
  const left = await aliased(http, buildingAlias(name));
  let target = options.resume === true ? resumed(left, name, options) : undefined;
  const first: SegmentDocument[] = [];
  const load = createLoad(http, options);
  const begin = async (): Promise<LoadTarget> => {
    if (target === undefined) {
      if (left !== undefined) await http.send({ method: 'DELETE', path: `/${left.index}` });
      target = await createIndex(http, name, averageLengthsOf(first), options);
    } else {
      // What is there is asked of searches.
      await refresh(http, target.index);
    }
    await quicken(http, target.index);
    return target;
  };
  if (target !== undefined) await begin();
  const loadFirst = async (): Promise<void> => {
    const to = await begin();
    while (first.length > 0) await load.put(to, first.splice(0, 500));
  };
  try {
    for await (const documents of readDocuments(rows, reading(options))) {
      if (target !== undefined) await load.put(target, documents);
      else if (first.push(...documents) >= LENGTH_SAMPLE) await loadFirst();
    }
    if (target === undefined) await loadFirst();
  } catch (error) {
    // Nothing is on its way any more when this rejects, so that it can be begun again at once.
    await load.settle().catch(() => {});
    throw error;
  }
  const { index } = target!;
  await load.settle();
  await slow(http, index);
  await refresh(http, index);
  const tools = await countDocuments(http, index);
  // An empty index in the place of a full one is hardly what was wanted.
  if (tools === 0 && (await aliased(http, name)) !== undefined) {
    await http.send({ method: 'DELETE', path: `/${index}` });
    return 0;
  }
  await switchAlias(http, name, index);
  return tools;
}

export interface UpdateOpenSearchOptions extends WriteOpenSearchOptions {
  /** Ids of tools to take out, before anything is put in. */
  readonly remove?: readonly string[];
  /** Told of each id to take out that no tool has. */
  readonly onAbsent?: (id: string) => void;
}

/**
 * Puts tools into an index, in place of those with the same ids; equal ones cost a look. When this resolves, every search
 * that begins sees all of it.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`, `INDEX_FOREIGN`, `INDEX_VERSION`; `CONFIG_INVALID` for another embedder than
 * that of the index. What was acknowledged by then stays.
 */
export async function updateOpenSearchIndex(
  http: OpenSearchHttp,
  name: string,
  rows: AsyncIterable<CatalogRow>,
  options: UpdateOpenSearchOptions = {},
): Promise<ChangeCounts & { readonly tools: number }> {
  const target = { ...(await searchedIndex(http, name)), isNew: false };
  checkIndexEmbedder(target.settings, options.embedder, name);
  // What is there is asked of searches, which see what has been refreshed.
  await refresh(http, target.index);
  const load = createLoad(http, options);
  const { remove = [], onAbsent = () => {}, onProblem = () => {} } = options;
  let removed = 0;
  for (let start = 0; start < remove.length; start += 500) {
    const some = remove.slice(start, start + 500);
    const were = await removeDocuments(http, target.index, some, { onRejected: rejected(onProblem) });
    removed += were.size;
    for (const id of some) if (!were.has(id)) onAbsent(id);
  }
  if (removed > 0) await refresh(http, target.index);
  for await (const documents of readDocuments(rows, reading(options))) await load.put(target, documents);
  const counts = await load.settle();
  await refresh(http, target.index);
  return {
    ...counts,
    removed,
    unchanged: counts.unchanged + remove.length - removed,
    tools: await countDocuments(http, target.index),
  };
}

/** A load of batches, a few at a time. */
interface Load {
  /** Takes a batch in; waits while enough are on their way. @throws what one before has failed with */
  put(target: LoadTarget, documents: readonly SegmentDocument[]): Promise<void>;
  /** Resolves when all are acknowledged. */
  settle(): Promise<ChangeCounts>;
}

function createLoad(http: OpenSearchHttp, { onTools = () => {}, onProblem = () => {} }: WriteOpenSearchOptions): Load {
  const counts = { added: 0, replaced: 0, removed: 0, unchanged: 0 };
  const running = new Set<Promise<void>>();
  let failure: unknown;
  let tools = 0;
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  return {
    put: async (target, documents) => {
      while (running.size >= BATCHES) await Promise.race(running);
      check();
      const batch: Promise<void> = putDocuments(http, target, documents, { onRejected: rejected(onProblem) })
        .then((some) => {
          for (const key of Object.keys(counts) as (keyof ChangeCounts)[]) counts[key] += some[key];
          tools += documents.length;
          onTools(tools);
        })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(batch));
      running.add(batch);
    },
    settle: async () => {
      await Promise.all(running);
      check();
      return counts;
    },
  };
}

/** What a broken-off build has left, where it was begun as this one would be. */
function resumed(
  left: Awaited<ReturnType<typeof aliased>>,
  name: string,
  { embedder }: BuildOpenSearchOptions,
): LoadTarget | undefined {
  if (left === undefined) return undefined;
  const settings = readSettings(left.meta, buildingAlias(name));
  checkIndexEmbedder(settings, embedder, buildingAlias(name));
  return { index: left.index, settings, isNew: false };
}

async function createIndex(
  http: OpenSearchHttp,
  name: string,
  averageLengths: readonly number[],
  options: BuildOpenSearchOptions,
): Promise<LoadTarget> {
  const { embedder, shards = 1, replicas = 1, encoding = 'float', routeBy = 'tenant' } = options;
  const settings = newSettings(embedder, averageLengths, { encoding, routeBy });
  const template = indexBody({
    shards,
    replicas,
    encoding,
    dimensions: settings.dimensions,
    meta: { toolscout: settings },
  });
  // The template is what an operator finds, and may put its own with a higher priority beside.
  await http.send({
    method: 'PUT',
    path: `/_index_template/${name}`,
    body: { index_patterns: [`${name}-*`], priority: 200, template },
  });
  const index = newIndexName(name, new Date());
  await http.send({
    method: 'PUT',
    path: `/${index}`,
    body: { aliases: { [buildingAlias(name)]: {} } },
    doneWhen: 'resource_already_exists_exception',
  });
  return { index, settings, isNew: true };
}

/** Makes everything that was acknowledged visible to searches. */
async function refresh(http: OpenSearchHttp, index: string): Promise<void> {
  await http.send({ method: 'POST', path: `/${index}/_refresh`, timeoutMs: 300_000 });
}

async function countDocuments(http: OpenSearchHttp, index: string): Promise<number> {
  return number(await http.send({ method: 'GET', path: `/${index}/_count` }), 'count');
}

function reading({ embedder, onProblem = () => {} }: WriteOpenSearchOptions): Parameters<typeof readDocuments>[1] {
  return { embedder, onProblem };
}

function rejected(onProblem: (message: string) => void): (id: string, reason: string) => void {
  return (id, reason) => onProblem(`${id} was refused by the cluster: ${reason}`);
}

/** Deletes everything that there is under a name: the index, one that is being made, and the template. */
export async function deleteOpenSearchIndex(http: OpenSearchHttp, name: string): Promise<void> {
  checkIndexName(name);
  for (const alias of [name, buildingAlias(name)]) {
    const found = await aliased(http, alias);
    if (found !== undefined) await http.send({ method: 'DELETE', path: `/${found.index}` });
  }
  await http.send({ method: 'DELETE', path: `/_index_template/${name}` }).catch((error: unknown) => {
    if (!(error instanceof ToolscoutError && error.code === 'INDEX_FOREIGN')) throw error;
  });
}
