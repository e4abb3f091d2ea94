import { openOpenSearchIndex } from '../../backends/index.ts';
import { checkFilterTags, readFilter } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { createIndexSession, DEFAULT_SEARCH, type Gateway } from '../../gateway/index.ts';
import { type RemoteRetrievalBackend, readRemoteCatalog, withReferences } from '../../retrieval/index.ts';
import type { CliIo } from '../io.ts';
import { createGateway, openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, openCluster } from './cluster.ts';
import { executeBy, type ServedToolIndex, type ServeIndexOptions } from './serve-index.ts';

/** How often the list of some tools and their number is read anew, at most; searches see changes at once. */
const LOOK_EVERY_MS = 5_000;

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
    const backend = await scoped(whole, options.filter);
    const read = async () => {
      const catalog = await readRemoteCatalog(backend);
      return { backend, catalog, knowing: (texts: readonly string[]) => withReferences(catalog, backend, texts) };
    };
    let served = await read();
    let lookedAt = Date.now();
    const current = () => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return served;
      lookedAt = Date.now();
      // This operation goes on with what is known; the next one sees what has come.
      read().then(
        (next) => {
          if (next.catalog.epoch !== served.catalog.epoch) served = next;
        },
        (error) => printWarning(io, `the index is listed as it was: ${errorMessage(error)}`),
      );
      return served;
    };
    if (config !== undefined) {
      gateway = createGateway(config, io, 'error');
      gateway.start();
    }
    const execute = gateway === undefined ? undefined : executeBy(gateway);
    return { session: createIndexSession({ current, ...(execute === undefined ? {} : { execute }) }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function scoped(whole: RemoteRetrievalBackend, filter: string | undefined): Promise<RemoteRetrievalBackend> {
  if (filter === undefined) return whole;
  const expression = readFilter(filter);
  checkFilterTags(expression, (await whole.begin()).tagKeys);
  return whole.partition(expression);
}
