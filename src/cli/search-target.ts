import { ToolscoutError } from '../errors.ts';
import { DEFAULT_SEARCH, type ServerStatus } from '../gateway/index.ts';
import { createMemoryBackend, filterCatalog, partitionOf, type RetrievalBackend } from '../retrieval/index.ts';
import { type Catalog, createCatalog } from '../tools/index.ts';
import { type DeepTier, openDeepTier } from './deep-tier.ts';
import type { CliIo } from './io.ts';
import { openTools, type ToolsOptions } from './open-tools.ts';
import { createProgressLine } from './progress.ts';
import { deepWish, openSearchModels, prepareSearch, rerankingOption, type Tier } from './search-models.ts';
import { type ClusterOptions, isInCluster } from './tool-index/cluster.ts';
import { openIndexBackend } from './tool-index/open-index.ts';

/** Options that say what is searched. */
export interface SearchTargetOptions extends ToolsOptions, ClusterOptions {
  readonly index?: string;
  readonly filter?: string;
  readonly tier?: Tier;
}

/** Opens an index, or the tools of servers or of a catalogue, with the models that search them. */
export async function openSearchTarget(options: SearchTargetOptions, io: CliIo): Promise<SearchTarget> {
  if (options.index !== undefined) return openIndexTarget(options, io);
  if (isInCluster(options)) {
    throw new ToolscoutError('USAGE', '--backend opensearch does not say which index.', { next: 'Add --index NAME.' });
  }
  return openCatalogTarget(options, io);
}

/** What is searched, whatever holds it. */
export interface SearchTarget {
  /** Within the filter, if there is one. */
  readonly backend: RetrievalBackend;
  /** All there is. */
  readonly whole: RetrievalBackend;
  /** Whose servers advice may name. */
  readonly catalog: Catalog;
  /** The same search over other tools; an index has none. */
  readonly over?: (catalog: Catalog) => Promise<RetrievalBackend>;
  readonly statuses: readonly ServerStatus[];
  close(): Promise<void>;
}

async function openCatalogTarget(options: SearchTargetOptions, io: CliIo): Promise<SearchTarget> {
  const open = await openTools(options, io);
  const models = openSearchModels(open.config?.search ?? DEFAULT_SEARCH, io, options.tier);
  let deep: DeepTier | undefined;
  const close = async (): Promise<void> => {
    models.close();
    await deep?.close();
    await open.close();
  };
  try {
    const catalog = options.filter === undefined ? open.catalog : filterCatalog(open.catalog, options.filter);
    const progress = createProgressLine(io);
    deep = await openDeepTier(catalog, deepWish(models.deep, options.tier, 'if-cached'), progress, io);
    const { embedder } = models;
    const backendOver = (tools: Catalog): RetrievalBackend =>
      createMemoryBackend(tools, {
        ...(embedder === undefined ? {} : { embedder }),
        ...(deep === undefined ? {} : { deep: deep.embedding }),
        ...rerankingOption(models, io),
        ...(models.slow ? { onEmbedded: (done, total) => progress.update(`Reading tools ${done}/${total}`) } : {}),
      });
    const backend = backendOver(catalog);
    await prepareSearch(backend, models, io);
    progress.clear();
    return {
      backend,
      // Made when it is asked for: mostly nobody does.
      get whole() {
        return catalog === open.catalog ? backend : backendOver(open.catalog);
      },
      catalog,
      over: async (tools) => {
        if (deep !== undefined) await deep.embedding.embed(tools.tools);
        return backendOver(tools);
      },
      statuses: open.statuses,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openIndexTarget(options: SearchTargetOptions, io: CliIo): Promise<SearchTarget> {
  if (options.tools !== undefined) {
    throw new ToolscoutError('USAGE', '--index and --tools exclude each other.', { next: 'Give one of them.' });
  }
  const open = await openIndexBackend(options.index!, options, io);
  try {
    const backend = options.filter === undefined ? open.backend : partitionOf(open.backend, options.filter);
    return { backend, whole: open.backend, catalog: createCatalog([]), statuses: [], close: open.close };
  } catch (error) {
    await open.close();
    throw error;
  }
}
