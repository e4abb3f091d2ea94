import { type Command, Option } from 'commander';
import { ToolscoutError } from '../errors.ts';
import { LLM_PROVIDERS } from '../llm/index.ts';
import { draftPath, planEnrichment, readExampleFile, shortPath } from '../sources/index.ts';
import type { Tool } from '../tools/index.ts';
import { EnrichRun } from './enrich-run.ts';
import { type EnrichOptions, enrichConfig, examplesPath, readLanguages } from './enrich-settings.ts';
import type { CliIo } from './io.ts';
import { readNumber } from './numbers.ts';
import { openTools, reportUnavailable, withToolsOptions } from './open-tools.ts';
import { printWarning } from './warnings.ts';

/** Enough for the tools of most people, and no surprise on a bill where a catalogue has a million. */
const DEFAULT_MAX_TOOLS = '500';

/** `toolscout enrich`: has a language model write example requests, which are indexed beside the tools' own words. */
export function registerEnrich(program: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    program
      .command('enrich')
      .description('have a language model write example requests for tools, as a diff to review'),
  )
    .option('--languages <list>', 'languages, each with a number if wanted: en:2,ru:1,zh:1 (default)')
    .option('--per-language <n>', 'how many requests in each language, 1–10')
    .option('--server <name>', 'only tools of this server')
    .option('--all', 'also tools that have examples from their server, the configuration or the pack')
    .option('--max-tools <n>', 'the most tools to ask about in this run', DEFAULT_MAX_TOOLS)
    .addOption(new Option('--provider <name>', 'whose interface the endpoint has').choices([...LLM_PROVIDERS]))
    .option('--base-url <url>', 'address of the endpoint, such as http://localhost:11434/v1')
    .option('--model <name>', 'model to ask (default: llm.model of the configuration)')
    .option('--api-key-env <name>', 'environment variable that holds the key')
    .option('--out <file>', 'examples file (default: toolscout.examples.jsonl beside the configuration)')
    .option('--estimate', 'only say what asking would cost')
    .option('--drafts-only', 'ask nobody: take what earlier runs or clients have drafted')
    .option('--dry-run', 'show what would be written (the default)')
    .option('--write', 'write it')
    .option('--replace-edited', 'write lines anew that were edited by hand')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      [
        '',
        'What the model writes is kept as drafts at once, so that a run that was',
        'interrupted goes on where it was, and --write after a look costs nothing more.',
        'Tools that have not changed are not asked about again. See docs/enrich.md.',
        '',
        'Exit codes: 0 done, 1 the model could not be asked (what was done is kept) or',
        'no reply could be used, 2 wrong usage, 130 interrupted.',
      ].join('\n'),
    )
    .action(async (options: EnrichOptions) => finish(await runEnrich(options, io)));
}

async function runEnrich(options: EnrichOptions, io: CliIo): Promise<number> {
  if (options.write === true && (options.dryRun === true || options.estimate === true)) {
    const other = options.dryRun === true ? '--dry-run' : '--estimate';
    throw new ToolscoutError('USAGE', `--write and ${other} exclude each other.`, { next: 'Give one of them.' });
  }
  const counts = readLanguages(options);
  const maxTools = readNumber(options.maxTools ?? DEFAULT_MAX_TOOLS, { flag: '--max-tools', min: 1, max: 1_000_000 });
  const config = await enrichConfig(options, io);
  const path = examplesPath(options, config, io);
  const file = readExampleFile(path);
  const shown = shortPath(path, io.environment.cwd, io.environment);
  for (const { line, message } of file.problems) printWarning(io, `${shown}:${line} ${message}; it is left as it is`);
  const there = await openedTools(options, io);
  const tools = ofServer(options.server, there);
  const drafts = readExampleFile(draftPath(path), { lastWins: true });
  const plan = planEnrichment({
    tools,
    there,
    counts,
    file,
    drafts,
    all: options.all === true,
    replaceEdited: options.replaceEdited === true,
  });
  const asks = options.draftsOnly !== true;
  const tasks = asks ? plan.tasks.slice(0, maxTools) : [];
  const run = new EnrichRun({ options, io, config, path, shown, file, plan, tasks, tools });
  return run.run();
}

/** The tools as they are without the file that is to be written; their servers are not needed any longer. */
async function openedTools(options: EnrichOptions, io: CliIo): Promise<readonly Tool[]> {
  const open = await openTools({ ...options, withoutExamplesFile: true }, io);
  try {
    reportUnavailable(open.statuses, io);
    return open.catalog.tools;
  } finally {
    await open.close();
  }
}

function ofServer(server: string | undefined, tools: readonly Tool[]): readonly Tool[] {
  if (server === undefined) return tools;
  const own = tools.filter(({ source }) => source.name === server);
  if (own.length > 0) return own;
  const names = [...new Set(tools.map(({ source }) => source.name))].join(', ');
  throw new ToolscoutError('USAGE', `There is no server ${JSON.stringify(server)} with tools.`, {
    next: `Servers with tools: ${names === '' ? 'none' : names}.`,
  });
}
