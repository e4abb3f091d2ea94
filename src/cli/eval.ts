import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { errorMessage, ToolscoutError } from '../errors.ts';
import {
  compareRuns,
  comparisonMarkdown,
  DEFAULT_DEPTHS,
  type EvaluationReport,
  readThresholds,
  reportMarkdown,
  shortfalls,
  toRunLine,
} from '../evaluation/index.ts';
import { LLM_PROVIDERS } from '../llm/index.ts';
import { DEEP_TOOL_LIMIT } from '../retrieval/index.ts';
import { resolvePath } from '../sources/index.ts';
import {
  askedCalls,
  DEFAULT_OFFER,
  type EvalCallOptions,
  Interrupted,
  readOffer,
  recordedCalls,
} from './eval-calls.ts';
import { registerGenerate } from './eval-generate.ts';
import { registerRecord, registerReplay } from './eval-record.ts';
import { printComparison, printReport, printShortfalls } from './eval-report.ts';
import { type EvalRun, type EvalSetOptions, type OpenSet, openSet, replayRun, runSet } from './eval-run.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { count } from './layout.ts';
import { TIERS, type Tier } from './search-models.ts';
import { withClusterOptions } from './tool-index/cluster.ts';

interface EvalOptions extends EvalSetOptions, EvalCallOptions {
  readonly config?: string;
  readonly k?: string;
  readonly compare?: readonly string[];
  readonly failUnder?: string;
  readonly report?: string;
  readonly saveRun?: string;
  readonly json?: boolean;
}

/** `toolscout eval`: how good is the search on labelled requests, and what does a model make of what it finds? */
export function registerEval(program: Command, io: CliIo, finish: (code: number) => void): void {
  const command = program.command('eval');
  // Its own options stand before the name of a command below it; behind, they are that command's.
  command.enablePositionalOptions();
  for (const register of [registerGenerate, registerRecord, registerReplay]) register(command, io, finish);
  withClusterOptions(command, ['memory', 'local', 'opensearch'])
    .description('measure search on labelled requests: recall, rank, refusal, calls of a model, latency')
    .option('--set <dir>', 'folder with tools.jsonl(.gz), queries.jsonl and qrels.tsv')
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
    .option('--compare <sides...>', 'two searches: a tier, a toolscout.json or a saved run each')
    .option('--save-run <file>', 'keep the ranking of every request, for --compare')
    .option('--calls <file>', 'what a model called for each request, as JSONL; with --ask it is kept there')
    .option('--ask', 'have a language model choose tool and arguments for every request')
    .option('--offer <n>', 'with --ask: how many tools the model is offered, 1–50', DEFAULT_OFFER)
    .addOption(new Option('--provider <name>', 'whose interface the endpoint has').choices([...LLM_PROVIDERS]))
    .option('--base-url <url>', 'address of the endpoint, such as http://localhost:11434/v1')
    .option('--model <name>', 'model to ask (default: llm.model of the configuration)')
    .option('--api-key-env <name>', 'environment variable that holds the key')
    .option('--rate <n>', 'with --ask: the most requests begun in a minute')
    .option('--yes', 'ask the model without a question back')
    .option('--fail-under <list>', 'exit code 1 where a figure is lower, such as recall@5=.8,endToEnd=.7')
    .option('--report <file>', 'write the report, as Markdown (.md) or JSON (.json)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  toolscout eval --set ./my-set --k 1,5,10 --fail-under recall@5=.8',
        '  toolscout eval --set ./my-set --compare static deep',
        '  toolscout eval --set ./my-set --ask --model gpt-5-mini --calls calls.jsonl',
        '',
        'The ranking counts whatever the verdict; refusal is counted apart. See docs/evaluation.md.',
      ].join('\n'),
    )
    .action(async (options: EvalOptions) => finish(await runEval(options, io)));
}

async function runEval(options: EvalOptions, io: CliIo): Promise<number> {
  const depths = readDepths(options.k ?? DEFAULT_DEPTHS.join(','));
  const thresholds = options.failUnder === undefined ? [] : readThresholds(options.failUnder);
  const asks = options.ask === true;
  checkOptions(options);
  const set = await openSet({ ...options, set: options.set! }, io);
  if (options.compare !== undefined) return compareSides(set, options, depths, io);
  try {
    const run = await runSet(set, options, { depths, ...(asks ? { offer: readOffer(options) } : {}) }, io);
    if (options.saveRun !== undefined) await saveRun(options.saveRun, run, io);
    const calls = asks
      ? await askedCalls(set, run, options, io)
      : options.calls === undefined
        ? undefined
        : await recordedCalls(options.calls, set, options, io);
    const report: EvaluationReport = calls === undefined ? run.report : { ...run.report, calls };
    const missed = shortfalls(report, thresholds);
    if (options.report !== undefined) {
      await writeReport(options.report, report, () => reportMarkdown(report, `Search on ${options.set}`), io);
    }
    if (options.json === true) printJson(io, thresholds.length === 0 ? report : { ...report, failed: missed });
    else printReport(report, io);
    if (options.json !== true) printShortfalls(missed, io);
    return missed.length === 0 ? EXIT.done : EXIT.failed;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.stderr(options.calls === undefined ? 'Interrupted.\n' : 'Interrupted; replies that had come are kept.\n');
    return error.exitCode;
  }
}

function checkOptions(options: EvalOptions): void {
  if (options.set === undefined) {
    throw new ToolscoutError('USAGE', 'No set is named.', {
      next: 'Give --set DIR, a folder with tools.jsonl, queries.jsonl and qrels.tsv; "toolscout eval generate" and "eval record" make one.',
    });
  }
  const alone = (['ask', 'calls', 'saveRun', 'failUnder'] as const).find((key) => options[key] !== undefined);
  if (options.compare === undefined) return;
  if (options.compare.length !== 2) {
    throw new ToolscoutError('USAGE', `--compare takes two searches, not ${options.compare.length}.`, {
      next: `Name two of: ${TIERS.join(', ')}, a toolscout.json, a run kept with --save-run.`,
    });
  }
  if (alone !== undefined) {
    throw new ToolscoutError('USAGE', `--compare and ${alone} exclude each other.`, { next: 'Run them one by one.' });
  }
}

async function compareSides(set: OpenSet, options: EvalOptions, depths: readonly number[], io: CliIo): Promise<number> {
  const [nameA, nameB] = options.compare as [string, string];
  const [a, b] = [await runSide(nameA, set, options, depths, io), await runSide(nameB, set, options, depths, io)];
  const both = set.queries.filter(({ id }) => a.answers.has(id) && b.answers.has(id));
  const comparison = compareRuns(both, a.answers, b.answers, depths);
  const sides = { a: { name: nameA, report: a.report }, b: { name: nameB, report: b.report } };
  const missing = set.queries.length - both.length;
  if (options.report !== undefined) {
    const markdown = () => comparisonMarkdown(comparison, [nameA, nameB]);
    await writeReport(options.report, { ...comparison, missing, ...sides }, markdown, io);
  }
  if (options.json === true) printJson(io, { ...comparison, missing, ...sides });
  else {
    if (missing > 0) io.stderr(`warning: ${missing} requests are in one of the runs only and not compared\n`);
    printComparison(comparison, [nameA, nameB], io);
  }
  return EXIT.done;
}

/** One side of a comparison: a tier, a configuration, or a run that was saved. */
function runSide(
  name: string,
  set: OpenSet,
  options: EvalOptions,
  depths: readonly number[],
  io: CliIo,
): Promise<EvalRun> {
  if (TIERS.includes(name as Tier)) return runSet(set, { ...options, tier: name as Tier }, { depths }, io);
  if (name.endsWith('.jsonl')) return replayRun(name, set, depths, io);
  return runSet(set, { ...options, config: name }, { depths }, io);
}

async function saveRun(path: string, { answers }: EvalRun, io: CliIo): Promise<void> {
  const lines = [...answers].map(([query, answer]) => `${JSON.stringify(toRunLine(query, answer))}\n`);
  await writeTo(path, lines.join(''), io);
}

async function writeReport(path: string, report: unknown, markdown: () => string, io: CliIo): Promise<void> {
  if (!/\.(?:md|json)$/i.test(path)) {
    throw new ToolscoutError('USAGE', `--report ${path} is neither .md nor .json.`, {
      next: 'Name a file of one of both.',
    });
  }
  await writeTo(path, path.endsWith('.json') ? `${JSON.stringify(report, undefined, 2)}\n` : markdown(), io);
}

async function writeTo(path: string, text: string, io: CliIo): Promise<void> {
  try {
    await writeFile(resolvePath(path, io.environment.cwd, io.environment), text);
  } catch (error) {
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${path} cannot be written: ${errorMessage(error)}`, {
      next: 'Check the folder and its rights.',
      cause: error,
    });
  }
}

function readDepths(text: string): number[] {
  const depths = text.split(',').map((part) => Number(part.trim()));
  if (depths.length > 0 && depths.every((depth) => Number.isInteger(depth) && depth >= 1 && depth <= 1000))
    return depths;
  throw new ToolscoutError('USAGE', `--k ${text} is no list of depths.`, {
    next: 'Write whole numbers from 1 to 1000, such as 1,5,10.',
  });
}
