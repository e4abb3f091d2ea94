import { type Command, Option } from 'commander';
import { buildOpenSearchIndex, buildToolIndex, ENCODINGS, type VectorEncoding } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { resolvePath } from '../../sources/index.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { plural } from '../layout.ts';
import { readNumber } from '../numbers.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, isInCluster, openCluster, withClusterOptions } from './cluster.ts';
import { type EmbedderOptions, openIndexModels, withEmbedderOption } from './index-models.ts';
import { openSources, type SourceOptions, withSourceOptions } from './index-sources.ts';
import { createIngestProgress } from './ingest-progress.ts';

interface BuildOptions extends SourceOptions, EmbedderOptions, ClusterOptions {
  readonly out: string;
  readonly shards?: string;
  readonly replicas?: string;
  readonly encoding?: VectorEncoding;
  readonly resume?: boolean;
  readonly json?: boolean;
}

/** `toolscout index build`: catalogue files into an index on disk. */
export function registerIndexBuild(index: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(withEmbedderOption(withSourceOptions(index.command('build [files...]'))))
    .description('make an index of catalogue files (JSONL, also .gz) and servers')
    .requiredOption('--out <dir>', 'folder of the index; one that is there is replaced when the new one is whole')
    .option('--shards <n>', 'with opensearch: into how many parts it is split (default: 1)')
    .option('--replicas <n>', 'with opensearch: copies beside the first; 0 loses tools with a node (default: 1)')
    .addOption(
      new Option('--encoding <how>', 'with opensearch: how vectors are kept (default: float)').choices(ENCODINGS),
    )
    .option('--resume', 'with opensearch: go on with a build that was broken off')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout index build --out ./tools.index catalog.jsonl.gz\n\nRows that cannot be read are named with their line and left out.\nExit code 1 when no tool at all was read.',
    )
    .action(async (files: string[], options: BuildOptions) => finish(await runIndexBuild(files, options, io)));
}

async function runIndexBuild(files: readonly string[], options: BuildOptions, io: CliIo): Promise<number> {
  if (files.length === 0 && options.servers !== true) {
    throw new ToolscoutError('USAGE', 'There is nothing to index.', {
      next: 'Name catalogue files, or add --servers.',
    });
  }
  const models = await openIndexModels(options, io);
  const sources = openSources(files, options, io);
  const progress = createIngestProgress(io, sources.read);
  let tools: number;
  try {
    tools = await build(sources.rows, options, io, {
      embedder: models.embedder,
      onTools: progress.tools,
      onProblem: progress.problem,
    });
  } finally {
    progress.end();
    models.close();
  }
  const { skipped, seconds } = progress.end();
  if (options.json === true)
    printJson(io, { out: placeOf(options, io), tools, skipped, seconds: Number(seconds.toFixed(3)) });
  else if (tools === 0) io.stdout(`no tool was read${skippedText(skipped)}; nothing was replaced\n`);
  else io.stdout(`${plural(tools, 'tool')} indexed in ${seconds.toFixed(1)} s${skippedText(skipped)}\n`);
  return tools === 0 ? EXIT.failed : EXIT.done;
}

async function build(
  rows: Parameters<typeof buildToolIndex>[1],
  options: BuildOptions,
  io: CliIo,
  write: Pick<NonNullable<Parameters<typeof buildToolIndex>[2]>, 'embedder' | 'onTools' | 'onProblem'>,
): Promise<number> {
  const { shards, replicas, encoding, resume } = options;
  if (!isInCluster(options)) {
    checkLocal(options);
    return buildToolIndex(placeOf(options, io), rows, { ...write, warn: (message) => printWarning(io, message) });
  }
  const shape = {
    ...(shards === undefined ? {} : { shards: readNumber(shards, { flag: '--shards', min: 1, max: 1_024 }) }),
    ...(replicas === undefined ? {} : { replicas: readNumber(replicas, { flag: '--replicas', min: 0, max: 10 }) }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(resume === undefined ? {} : { resume }),
  };
  const cluster = await openCluster(options, io);
  try {
    return await buildOpenSearchIndex(cluster, options.out, rows, { ...write, ...shape });
  } finally {
    await cluster.close();
  }
}

/** A folder with its whole path, or a name. */
function placeOf(options: BuildOptions, io: CliIo): string {
  return isInCluster(options) ? options.out : resolvePath(options.out, io.environment.cwd, io.environment);
}

function checkLocal(options: BuildOptions): void {
  for (const name of ['shards', 'replicas', 'encoding', 'resume'] as const) {
    if (options[name] === undefined) continue;
    throw new ToolscoutError('USAGE', `--${name} means nothing without --backend opensearch.`, {
      next: `Add --backend opensearch, or leave --${name} out.`,
    });
  }
}

/** For the end of a line. */
export function skippedText(skipped: number): string {
  return skipped === 0 ? '' : `; ${plural(skipped, 'row')} left out`;
}
