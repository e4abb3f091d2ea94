import { openToolIndex } from '../../backends/index.ts';
import type { ToolExecutor } from '../../calling/index.ts';
import { errorMessage } from '../../errors.ts';
import { createIndexSession, DEFAULT_SEARCH, type Gateway, type GatewaySession } from '../../gateway/index.ts';
import { createIndexCatalog, partitionOf } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import { toolId } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { createGateway, openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { readFilterOption } from './index-tools.ts';

export interface ServeIndexOptions {
  readonly index: string;
  readonly filter?: string;
  /** Its servers run the calls of tools that came from them. */
  readonly config?: string;
}

/** An index as it is served. */
export interface ServedToolIndex {
  readonly session: GatewaySession;
  close(): Promise<void>;
}

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
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    await gateway?.close();
    models.close();
    open.close();
  };
  try {
    const scope = readFilterOption(options.filter, io);
    const read = () => {
      const { embedder } = models;
      const whole = open.backend(open.embedder === undefined || embedder === undefined ? {} : { embedder });
      return {
        backend: options.filter === undefined ? whole : partitionOf(whole, options.filter),
        catalog: createIndexCatalog(open.index, scope),
      };
    };
    let served = read();
    let lookedAt = Date.now();
    const current = () => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return served;
      lookedAt = Date.now();
      try {
        if (open.refresh()) served = read();
      } catch (error) {
        printWarning(io, `the index is served as it was: ${errorMessage(error)}`);
      }
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

/** By the id that the tool has at the gateway, whatever id its catalogue gave it. Unknown servers are its errors. */
export function executeBy(gateway: Gateway): ToolExecutor {
  return ({ source, originalName }, args, context) =>
    gateway.call({ name: toolId(source, originalName), arguments: args }, context);
}
