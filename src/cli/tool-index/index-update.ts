import type { Command } from 'commander';
import { updateOpenSearchIndex, updateToolIndex } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { resolvePath } from '../../sources/index.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { count, plural } from '../layout.ts';
import { printWarning } from '../warnings.ts';
import { type ClusterOptions, isInCluster, openCluster, withClusterOptions } from './cluster.ts';
import { skippedText } from './index-build.ts';
import { type EmbedderOptions, openIndexModels, withEmbedderOption } from './index-models.ts';
import { openSources, type SourceOptions, withSourceOptions } from './index-sources.ts';
import { createIngestProgress } from './ingest-progress.ts';

interface UpdateOptions extends SourceOptions, EmbedderOptions, ClusterOptions {
  readonly remove?: readonly string[];
  readonly json?: boolean;
}

/** `toolscout index update`: new, changed and removed tools, without building anew. */
export function registerIndexUpdate(index: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(withEmbedderOption(withSourceOptions(index.command('update <dir> [files...]'))))
    .description('put tools into an index, in place of those with the same ids, or take some out')
    .option('--remove <ids...>', 'ids of tools to take out first')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExamples:\n  toolscout index update ./tools.index changed.jsonl\n  toolscout index update ./tools.index --remove mcp:crm:get_deal\n\nEqual tools cost nothing. Every batch that was reported is on the disk;\nsearches see it at once.',
    )
    .action(async (dir: string, files: string[], options: UpdateOptions) =>
      finish(await runIndexUpdate(dir, files, options, io)),
    );
}

async function runIndexUpdate(
  dir: string,
  files: readonly string[],
  options: UpdateOptions,
  io: CliIo,
): Promise<number> {
  const { remove = [] } = options;
  if (files.length + remove.length === 0 && options.servers !== true) {
    throw new ToolscoutError('USAGE', 'There is nothing to change.', {
      next: 'Name catalogue files, or --remove IDS.',
    });
  }
  const models = await openIndexModels(options, io);
  const sources = openSources(files, options, io);
  const progress = createIngestProgress(io, sources.read);
  try {
    const changes = await update(dir, sources.rows, options, io, {
      embedder: models.embedder,
      remove,
      onAbsent: (id) => printWarning(io, `no tool has the id "${id}" that --remove names`),
      onTools: progress.tools,
      onProblem: progress.problem,
    });
    const { skipped, seconds } = progress.end();
    const { added, replaced, removed, unchanged, tools } = changes;
    if (options.json === true) printJson(io, { ...changes, skipped, seconds: Number(seconds.toFixed(3)) });
    else {
      io.stdout(
        `${count(added)} added, ${count(replaced)} replaced, ${count(removed)} removed, ${count(unchanged)} unchanged${skippedText(skipped)}\n${plural(tools, 'tool')} in the index\n`,
      );
    }
    return EXIT.done;
  } finally {
    progress.end();
    models.close();
  }
}

async function update(
  dir: string,
  rows: Parameters<typeof updateToolIndex>[1],
  options: UpdateOptions,
  io: CliIo,
  write: NonNullable<Parameters<typeof updateToolIndex>[2]>,
): ReturnType<typeof updateToolIndex> {
  if (!isInCluster(options)) {
    const folder = resolvePath(dir, io.environment.cwd, io.environment);
    return updateToolIndex(folder, rows, { ...write, warn: (message) => printWarning(io, message) });
  }
  const cluster = await openCluster(options, io);
  try {
    return await updateOpenSearchIndex(cluster, dir, rows, write);
  } finally {
    await cluster.close();
  }
}
