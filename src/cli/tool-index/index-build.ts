import type { Command } from 'commander';
import { buildToolIndex } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { resolvePath } from '../../sources/index.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { plural } from '../layout.ts';
import { printWarning } from '../warnings.ts';
import { type EmbedderOptions, openIndexModels, withEmbedderOption } from './index-models.ts';
import { openSources, type SourceOptions, withSourceOptions } from './index-sources.ts';
import { createIngestProgress } from './ingest-progress.ts';

interface BuildOptions extends SourceOptions, EmbedderOptions {
  readonly out: string;
  readonly json?: boolean;
}

/** `toolscout index build`: catalogue files into an index on disk. */
export function registerIndexBuild(index: Command, io: CliIo, finish: (code: number) => void): void {
  withEmbedderOption(withSourceOptions(index.command('build [files...]')))
    .description('make an index of catalogue files (JSONL, also .gz) and servers')
    .requiredOption('--out <dir>', 'folder of the index; one that is there is replaced when the new one is whole')
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
  const folder = resolvePath(options.out, io.environment.cwd, io.environment);
  const models = await openIndexModels(options, io);
  const sources = openSources(files, options, io);
  const progress = createIngestProgress(io, sources.read);
  let tools: number;
  try {
    tools = await buildToolIndex(folder, sources.rows, {
      embedder: models.embedder,
      onTools: progress.tools,
      onProblem: progress.problem,
      warn: (message) => printWarning(io, message),
    });
  } finally {
    progress.end();
    models.close();
  }
  const { skipped, seconds } = progress.end();
  if (options.json === true) printJson(io, { out: folder, tools, skipped, seconds: Number(seconds.toFixed(3)) });
  else if (tools === 0) io.stdout(`no tool was read${skippedText(skipped)}; an index that was there is as it was\n`);
  else io.stdout(`${plural(tools, 'tool')} indexed in ${seconds.toFixed(1)} s${skippedText(skipped)}\n`);
  return tools === 0 ? EXIT.failed : EXIT.done;
}

/** For the end of a line. */
export function skippedText(skipped: number): string {
  return skipped === 0 ? '' : `; ${plural(skipped, 'row')} left out`;
}
