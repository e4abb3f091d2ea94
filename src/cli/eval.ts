import { type Command, Option } from 'commander';
import { ToolscoutError } from '../errors.ts';
import {
  DEFAULT_DEPTHS,
  type EvaluationReport,
  evaluate,
  filterSet,
  readNoToolQueries,
  readSet,
} from '../evaluation/index.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../gateway/index.ts';
import {
  CANDIDATE_LIMIT,
  createMemoryBackend,
  DEEP_TOOL_LIMIT,
  FIELDS,
  partitionOf,
  type RetrievalBackend,
  searchTools,
} from '../retrieval/index.ts';
import { ExamplePack, resolvePath, withPackExamples } from '../sources/index.ts';
import { createCatalog, type ToolEntry } from '../tools/index.ts';
import { deepEstimate } from './deep-estimate.ts';
import { deepThreads, openDeepTier } from './deep-tier.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { count, pad } from './layout.ts';
import { openConfig } from './open-tools.ts';
import { createProgressLine, type ProgressLine } from './progress.ts';
import { deepWish, openSearchModels, prepareSearch, rerankingOption, TIERS, type Tier } from './search-models.ts';
import { type ClusterOptions, isInCluster, withClusterOptions } from './tool-index/cluster.ts';
import { openIndexBackend } from './tool-index/open-index.ts';
import { openTemporaryIndex } from './tool-index/temporary-index.ts';

interface EvalOptions extends ClusterOptions {
  readonly set: string;
  /** Of `--no-tool`: the command line library takes the `no-` for itself and gives true where it is not used. */
  readonly tool?: string | true;
  readonly tools?: string;
  readonly index?: string;
  readonly k?: string;
  readonly filter?: string;
  readonly config?: string;
  readonly tier?: Tier;
  readonly pack?: boolean;
  readonly json?: boolean;
}

/** `toolscout eval`: retrieval and refusal figures over a set of labelled requests. */
export function registerEval(program: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(program.command('eval'), ['memory', 'local', 'opensearch'])
    .description('measure search on labelled requests: recall, rank, refusal, latency')
    .requiredOption('--set <dir>', 'folder with tools.jsonl(.gz), queries.jsonl and qrels.tsv')
    .option('--no-tool <file>', 'more requests that no tool serves, as JSONL')
    .option('--tools <file>', 'another catalogue than the set’s own')
    .option('--index <dir>', 'search this index, which must hold the set’s tools, instead of memory')
    .option('--config <file>', 'search as this toolscout.json says; its servers are not started')
    .option('--k <list>', 'depths of recall, for example 1,5,10', DEFAULT_DEPTHS.join(','))
    .option('--filter <expr>', 'only tools whose tags pass, such as "tenant=t1 AND NOT region=eu", or JSON')
    .addOption(
      new Option(
        '--tier <tier>',
        `what judges meaning; above ${count(DEEP_TOOL_LIMIT)} tools deep only reranks unless it is deep-all (default: as configured, else deep up to so many tools, else static)`,
      ).choices(TIERS),
    )
    .option('--pack', 'index the example requests for well-known servers, too (the gateway does)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout eval --set ./my-set --k 1,5,10\n\nThe ranking counts whatever the verdict; refusal is counted apart.',
    )
    .action(async (options: EvalOptions) => finish(await runEval(options, io)));
}

async function runEval(options: EvalOptions, io: CliIo): Promise<number> {
  const file = (path: string) => resolvePath(path, io.environment.cwd, io.environment);
  const depths = readDepths(options.k ?? DEFAULT_DEPTHS.join(','));
  const progress = createProgressLine(io);
  // Only what is named: figures must not depend on the folder that they are made in.
  const search = options.config === undefined ? DEFAULT_SEARCH : (await openConfig(options, io)).search;
  progress.update('Reading the set');
  const whole = await readSet(file(options.set), options.tools === undefined ? {} : { toolsFile: file(options.tools) });
  const set = options.filter === undefined ? { ...whole, skipped: 0 } : filterSet(whole, options.filter);
  const noTool = typeof options.tool === 'string' ? await readNoToolQueries(file(options.tool)) : [];
  const queries = [...set.queries, ...noTool];

  const started = performance.now();
  const target =
    options.index !== undefined
      ? await openIndex(options.index, options, io)
      : isInCluster(options)
        ? await openOwnCluster(set.tools, options, progress, io)
        : await openMemory(set.tools, { search, queries: queries.length, ...options }, progress, io);
  const { backend, tools } = target;
  await searchTools(backend, { query: 'warm up' });
  const buildMs = performance.now() - started;

  let asked = 0;
  let degraded = 0;
  const report = await evaluate(
    { tools: options.index === undefined ? tools : { length: backend.size }, queries },
    async ({ text, limit }) => {
      asked++;
      if (asked % 50 === 0) progress.update(`Asking ${count(asked)} of ${count(queries.length)}`);
      const result = await searchTools(backend, { query: text, limit });
      if (result.degraded) degraded++;
      return {
        verdict: result.verdict,
        ranked: result.ranked.map(({ tool, confidence }) => ({ id: tool.id, confidence })),
        callable: result.hits.length > 0,
      };
    },
    {
      depths,
      buildMs,
      config: {
        backend: isInCluster(options) ? 'opensearch' : options.index === undefined ? 'memory' : 'local',
        tier: target.tier,
        examples: tools.filter(({ examples = [] }) => examples.length > 0).length,
        candidates: CANDIDATE_LIMIT,
        ...(options.filter === undefined ? {} : { filter: options.filter, skipped: set.skipped }),
        fields: FIELDS.map(({ name, weight, lengthNormalisation }) => ({ name, weight, lengthNormalisation })),
      },
    },
  );
  await target.close();
  progress.clear();
  if (degraded > 0) io.stderr(`warning: ${degraded} of ${queries.length} answers lack a model that was asked for\n`);
  if (options.json === true) printJson(io, report);
  else printReport(report, io);
  return EXIT.done;
}

/** What is asked, and the tools that it holds. */
interface EvalTarget {
  readonly backend: RetrievalBackend;
  readonly tools: readonly ToolEntry[];
  readonly tier: string;
  close(): Promise<void>;
}

async function openMemory(
  entries: readonly ToolEntry[],
  options: Pick<EvalOptions, 'pack' | 'tier'> & { readonly search: SearchSettings; readonly queries: number },
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
    tier: [embedder?.id ?? 'lexical', deep?.tier, reranking?.reranker.id].filter((id) => id !== undefined).join('+'),
    close: async () => {
      models.close();
      await deep?.close();
    },
  };
}

async function openIndex(dir: string, options: EvalOptions, io: CliIo): Promise<EvalTarget> {
  if (options.pack === true) {
    throw new ToolscoutError('USAGE', '--pack cannot add examples to an index that is there.', {
      next: 'Leave --pack or --index out.',
    });
  }
  const open = await openIndexBackend(dir, options, io);
  const backend = options.filter === undefined ? open.backend : partitionOf(open.backend, options.filter);
  return { backend, tools: [], tier: open.tier, close: open.close };
}

/** The set in an index of its own, for as long as it is asked. */
async function openOwnCluster(
  entries: readonly ToolEntry[],
  options: EvalOptions,
  progress: ProgressLine,
  io: CliIo,
): Promise<EvalTarget> {
  const tools = options.pack === true ? withPackExamples(entries, openPack(io)) : entries;
  const told = (done: number) => progress.update(`Indexing ${count(done)} of ${count(tools.length)} tools`);
  const open = await openTemporaryIndex(tools, options, told, io);
  const backend = options.filter === undefined ? open.backend : partitionOf(open.backend, options.filter);
  return { backend, tools, tier: open.tier, close: open.close };
}

function openPack(io: CliIo): ExamplePack {
  return new ExamplePack({ onError: (error) => io.stderr(`warning: ${error.message}\n`) });
}

function readDepths(text: string): number[] {
  const depths = text.split(',').map((part) => Number(part.trim()));
  if (depths.length > 0 && depths.every((depth) => Number.isInteger(depth) && depth >= 1 && depth <= 1000))
    return depths;
  throw new ToolscoutError('USAGE', `--k ${text} is no list of depths.`, {
    next: 'Write whole numbers from 1 to 1000, such as 1,5,10.',
  });
}

function printReport(report: EvaluationReport, io: CliIo): void {
  const depths = Object.keys(report.recall);
  const row = (label: string, cells: readonly string[]) =>
    io.stdout(`${pad(label, 16)}${cells.map((cell) => cell.padStart(9)).join('')}\n`);
  io.stdout(`${count(report.tools)} tools, ${count(report.queries)} requests`);
  const skipped = Number(report.config.skipped ?? 0);
  io.stdout(skipped === 0 ? '\n\n' : `; ${count(skipped)} left out, their tools do not pass the filter\n\n`);
  row('', ['n', ...depths.map((depth) => `R@${depth}`), 'MRR', 'nDCG@10']);
  const figures = (label: string, one: Pick<EvaluationReport, 'queries' | 'recall' | 'mrr' | 'ndcg'>) =>
    row(label, [
      count(one.queries),
      ...depths.map((depth) => share(one.recall[depth])),
      share(one.mrr),
      share(one.ndcg['10']),
    ]);
  figures('all', report);
  for (const [lang, one] of Object.entries(report.byLang)) figures(lang, one);
  const { noTool, answerable } = report.refusal;
  io.stdout('\n');
  if (noTool.total > 0) io.stdout(`refused       ${noTool.refused} of ${noTool.total} requests that no tool serves\n`);
  io.stdout(`lost          ${answerable.lost} of ${answerable.total} answerable requests\n`);
  printCalibration(report.calibration, io);
  io.stdout(
    `latency       p50 ${report.latencyMs.p50 ?? '–'} ms, p95 ${report.latencyMs.p95 ?? '–'} ms; index built in ${Math.round(report.buildMs)} ms\n`,
  );
}

/** A reliability diagram: each bar as long as the share that is right, `|` where the confidence says it should end. */
function printCalibration(calibration: EvaluationReport['calibration'], io: CliIo): void {
  if (calibration === null) return;
  io.stdout(`calibration   error ${share(calibration.error)} over ${count(calibration.judged)} first hits\n`);
  const width = 40;
  for (const { from, to, count: held, confidence, right } of calibration.bins) {
    if (right === null || confidence === null) continue;
    const bar = [...'#'.repeat(Math.round(width * right)).padEnd(width + 1)];
    bar[Math.round(width * confidence)] = '|';
    const label = `${from.toFixed(1)}–${to.toFixed(1)}`;
    io.stdout(`  ${label} ${count(held).padStart(6)}  ${bar.join('')} ${share(right)}\n`);
  }
}

function share(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}
