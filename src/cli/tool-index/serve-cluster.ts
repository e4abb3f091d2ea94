import { openOpenSearchIndex } from '../../backends/index.ts';
import { checkFilterTags, readFilter } from '../../engine/index.ts';
import {
  AuditLog,
  createIndexCallers,
  DEFAULT_SEARCH,
  type Gateway,
  type SessionOptions,
} from '../../gateway/index.ts';
import type { CliIo } from '../io.ts';
import { createGateway, openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, openCluster } from './cluster.ts';
import { createClusterParts } from './cluster-parts.ts';
import { executeBy, ofCaller, type ServedToolIndex, type ServeIndexOptions } from './serve-index.ts';

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
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    await gateway?.close();
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
    await all.read();
    if (filter !== undefined) checkFilterTags(filter, all.current().catalog.tagKeys);
    await parts(filter).read();
    if (config !== undefined) {
      gateway = createGateway(
        config,
        io,
        'error',
        config.audit === undefined ? {} : { audit: new AuditLog(config.audit) },
      );
      gateway.start();
    }
    const own = gateway;
    const callers = createIndexCallers({
      part: (rights) => {
        const both = [filter, rights].filter((one) => one !== undefined);
        const part = parts(both.length < 2 ? both[0] : { op: 'and', parts: both });
        return () => part.current();
      },
      tagKeys: () => all.current().catalog.tagKeys,
      book: config?.policy.book ?? {},
      ...(own === undefined ? {} : { executeFor: (scope: SessionOptions) => executeBy(ofCaller(own, scope)) }),
    });
    return { session: callers.own(), callers, close };
  } catch (error) {
    await close();
    throw error;
  }
}
