import { ToolscoutError } from '../errors.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../gateway/index.ts';
import { createMemoryBackend, DEEP_TOOL_LIMIT, partitionOf, type RetrievalBackend } from '../retrieval/index.ts';
import { ExamplePack, withPackExamples } from '../sources/index.ts';
import { createCatalog, type ToolEntry } from '../tools/index.ts';
import { deepEstimate } from './deep-estimate.ts';
import { deepThreads, openDeepTier } from './deep-tier.ts';
import type { CliIo } from './io.ts';
import { count } from './layout.ts';
import { openConfig } from './open-tools.ts';
import type { ProgressLine } from './progress.ts';
import { deepWish, openSearchModels, prepareSearch, rerankingOption, type Tier } from './search-models.ts';
import { type ClusterOptions, isInCluster } from './tool-index/cluster.ts';
import { openIndexBackend } from './tool-index/open-index.ts';
import { openTemporaryIndex } from './tool-index/temporary-index.ts';

/** Options that say what a set is asked of. */
export interface EvalTargetOptions extends ClusterOptions {
  readonly index?: string;
  readonly filter?: string;
  readonly config?: string;
  readonly tier?: Tier;
  readonly pack?: boolean;
}

/** Opens what is measured: an index, or the tools of the set in memory or in a cluster. */
export async function openEvalTarget(
  entries: readonly ToolEntry[],
  queries: number,
  options: EvalTargetOptions,
  progress: ProgressLine,
  io: CliIo,
): Promise<EvalTarget> {
  // Only what is named: figures must not depend on the folder that they are made in.
  const search = options.config === undefined ? DEFAULT_SEARCH : (await openConfig(options, io)).search;
  if (options.index !== undefined) return openIndex(options.index, options, io);
  if (isInCluster(options)) return openOwnCluster(entries, options, progress, io);
  return openMemory(entries, { search, queries, ...options }, progress, io);
}

/** What is asked, and the tools that it holds. */
export interface EvalTarget {
  readonly backend: RetrievalBackend;
  readonly tools: readonly ToolEntry[];
  /** Tools that are searched. */
  readonly size: number;
  readonly tier: string;
  close(): Promise<void>;
}

async function openMemory(
  entries: readonly ToolEntry[],
  options: Pick<EvalTargetOptions, 'pack' | 'tier'> & { readonly search: SearchSettings; readonly queries: number },
  progress: ProgressLine,
  io: CliIo,
): Promise<EvalTarget> {
  const tools = options.pack === true ? withPackExamples(entries, openPack(io)) : entries;
  progress.update(`Indexing ${count(tools.length)} tools`);
  const models = openSearchModels(options.search, io, options.tier);
  const { embedder, reranking } = models;
  const catalog = createCatalog(tools);
  const large = tools.length > DEEP_TOOL_LIMIT;
  if (large && models.deep === 'auto') {
    progress.clear();
    io.stderr(deepEstimate(tools.length, options.queries, deepThreads()));
  }
  const wish = deepWish(models.deep, options.tier, large ? 'never' : 'always');
  const deep = await openDeepTier(catalog, wish, progress, io);
  const backend = createMemoryBackend(catalog, {
    ...(embedder === undefined ? {} : { embedder }),
    ...(deep === undefined ? {} : { deep: deep.embedding }),
    ...rerankingOption(models, io),
    ...(models.slow
      ? { onEmbedded: (done, total) => progress.update(`Reading tools ${count(done)}/${count(total)}`) }
      : {}),
  });
  await prepareSearch(backend, models, io);
  return {
    backend,
    tools,
    size: tools.length,
    tier: [embedder?.id ?? 'lexical', deep?.tier, reranking?.reranker.id].filter((id) => id !== undefined).join('+'),
    close: async () => {
      models.close();
      await deep?.close();
    },
  };
}

async function openIndex(dir: string, options: EvalTargetOptions, io: CliIo): Promise<EvalTarget> {
  if (options.pack === true) {
    throw new ToolscoutError('USAGE', '--pack cannot add examples to an index that is there.', {
      next: 'Leave --pack or --index out.',
    });
  }
  const open = await openIndexBackend(dir, options, io);
  const backend = options.filter === undefined ? open.backend : partitionOf(open.backend, options.filter);
  return { backend, tools: [], size: backend.size, tier: open.tier, close: open.close };
}

/** The set in an index of its own, for as long as it is asked. */
async function openOwnCluster(
  entries: readonly ToolEntry[],
  options: EvalTargetOptions,
  progress: ProgressLine,
  io: CliIo,
): Promise<EvalTarget> {
  const tools = options.pack === true ? withPackExamples(entries, openPack(io)) : entries;
  const told = (done: number) => progress.update(`Indexing ${count(done)} of ${count(tools.length)} tools`);
  const open = await openTemporaryIndex(tools, options, told, io);
  const backend = options.filter === undefined ? open.backend : partitionOf(open.backend, options.filter);
  return { backend, tools, size: tools.length, tier: open.tier, close: open.close };
}

function openPack(io: CliIo): ExamplePack {
  return new ExamplePack({ onError: (error) => io.stderr(`warning: ${error.message}\n`) });
}
