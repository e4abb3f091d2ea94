import { openOpenSearchIndex } from '../../backends/index.ts';
import { checkFilterTags, readFilter } from '../../engine/index.ts';
import { DEFAULT_SEARCH } from '../../gateway/index.ts';
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
    const parts = createClusterParts(whole, (message) => printWarning(io, message));
    const filter = options.filter === undefined ? undefined : readFilter(options.filter);
    const all = parts(undefined);
    const { tagKeys } = (await all.read()).catalog;
    if (filter !== undefined) checkFilterTags(filter, tagKeys);
    await parts(filter).read();
    const served = await serveInParts(
      {
        part: (rights) => parts(bothOf(filter, rights)),
        tagKeys: () => all.current().catalog.tagKeys,
        embedder,
      },
      config,
      io,
    );
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
