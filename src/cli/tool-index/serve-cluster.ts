import { openOpenSearchIndex } from '../../backends/index.ts';
import { checkFilterTags, type Embedder, readFilter } from '../../engine/index.ts';
import { DEFAULT_SEARCH, type LoadedConfig } from '../../gateway/index.ts';
import type { RemoteRetrievalBackend } from '../../retrieval/index.ts';
import type { CliIo } from '../io.ts';
import { openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, openCluster } from './cluster.ts';
import { createClusterParts } from './cluster-parts.ts';
import { bothOf, type ServedToolIndex, type ServeIndexOptions, serveInParts } from './serve-parts.ts';

/**
 * Opens an index in a cluster for serving. Any number of gateways may serve the same one.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_UNAVAILABLE`, `FILTER_INVALID`; `CONFIG_INVALID` for
 * another embedder than that of the index
 */
export async function openServedCluster(
  options: ServeIndexOptions & ClusterOptions,
  io: CliIo,
): Promise<ServedToolIndex> {
  const config = options.config === undefined ? undefined : await openConfig({ config: options.config }, io);
  const models = openSearchModels(config?.search ?? DEFAULT_SEARCH, io);
  const cluster = await openCluster(options, io);
  const close = async (): Promise<void> => {
    models.close();
    await cluster.close();
  };
  try {
    const open = await openOpenSearchIndex(cluster, options.index);
    const { embedder } = models;
    const whole = open.backend(open.embedder === undefined || embedder === undefined ? {} : { embedder });
    const served = await serveRemoteIndex({ whole, embedder, filter: options.filter }, config, io);
    return {
      ...served,
      close: async () => {
        await served.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface RemoteIndexToServe {
  readonly whole: RemoteRetrievalBackend;
  readonly embedder: Embedder | undefined;
  readonly filter: string | undefined;
}

/**
 * Serves what a filter leaves of an index elsewhere.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`, `FILTER_INVALID`
 */
export async function serveRemoteIndex(
  { whole, embedder, filter: written }: RemoteIndexToServe,
  config: LoadedConfig | undefined,
  io: CliIo,
): Promise<ServedToolIndex> {
  const parts = createClusterParts(whole, (message) => printWarning(io, message));
  const filter = written === undefined ? undefined : readFilter(written);
  const all = parts(undefined);
  const { catalog } = await all.read();
  if (filter !== undefined) checkFilterTags(filter, catalog.tagKeys);
  await parts(filter).read();
  const tagKeys = (): ReadonlySet<string> => all.current().catalog.tagKeys;
  return serveInParts({ part: (rights) => parts(bothOf(filter, rights)), tagKeys, embedder }, config, io);
}
