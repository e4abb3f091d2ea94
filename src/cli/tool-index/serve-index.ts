import { openToolIndex } from '../../backends/index.ts';
import { checkFilterTags, type FilterExpression } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { DEFAULT_SEARCH, type IndexPart } from '../../gateway/index.ts';
import { createIndexCatalog, type RetrievalBackend, serverCondition } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import type { CliIo } from '../io.ts';
import { openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { readFilterOption } from './index-tools.ts';
import { bothOf, LEAFED, type ServedToolIndex, type ServeIndexOptions, serveInParts } from './serve-parts.ts';

/** How often the files of the index are looked at for changes, at most. */
const LOOK_EVERY_MS = 1_000;

/**
 * Opens an index for serving: changes to it are taken in while it is served.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`, `FILTER_INVALID`; `CONFIG_INVALID` for another
 * embedder than that of the index
 */
export async function openServedIndex(options: ServeIndexOptions, io: CliIo): Promise<ServedToolIndex> {
  const config = options.config === undefined ? undefined : await openConfig({ config: options.config }, io);
  const open = openToolIndex(resolvePath(options.index, io.environment.cwd, io.environment));
  const models = openSearchModels(config?.search ?? DEFAULT_SEARCH, io);
  const close = (): void => {
    models.close();
    open.close();
  };
  try {
    const filter = readFilterOption(options.filter, io);
    const { embedder } = models;
    const readWhole = () => open.backend(open.embedder === undefined || embedder === undefined ? {} : { embedder });
    let whole = readWhole();
    if (filter !== undefined) checkFilterTags(filter, whole.tagKeys);
    let lookedAt = Date.now();
    const look = (): void => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = Date.now();
      try {
        if (open.refresh()) whole = readWhole();
      } catch (error) {
        printWarning(io, `the index is served as it was: ${errorMessage(error)}`);
      }
    };
    /** What passes both filters, made anew when the index has changed. */
    const part = (rights: FilterExpression | undefined): { current(): IndexPart } => {
      const scope = bothOf(filter, rights);
      const read = (from: RetrievalBackend) => {
        let leafed: ReturnType<typeof createIndexCatalog> | undefined;
        return {
          from,
          backend: scope === undefined ? from : from.partition(scope),
          catalog: createIndexCatalog(open.index, scope),
          leafed: () => {
            leafed ??= createIndexCatalog(open.index, scope, LEAFED);
            return leafed;
          },
          sizesOf: (servers: readonly string[]) =>
            new Map(servers.map((server) => [server, open.index.view(bothOf(scope, serverCondition(server))).count])),
        };
      };
      let served = read(whole);
      return {
        current: () => {
          look();
          if (served.from !== whole) served = read(whole);
          return served;
        },
      };
    };
    const served = await serveInParts({ part, tagKeys: () => whole.tagKeys, embedder }, config, io);
    return {
      ...served,
      close: async () => {
        await served.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
