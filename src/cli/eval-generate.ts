import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { ToolscoutError } from '../errors.ts';
import { type LabelledRequest, writeSet, writeUnservedRequests } from '../evaluation/index.ts';
import { createLanguageModel, type LanguageModel, LLM_PROVIDERS } from '../llm/index.ts';
import { findNearDuplicates } from '../retrieval/index.ts';
import { contentHash } from '../shared/hash.ts';
import {
  appendDraft,
  type EnrichTask,
  type ExampleLine,
  estimateEnrichment,
  planEnrichment,
  readExampleFile,
  resolvePath,
  writeExamples,
} from '../sources/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import type { Tool } from '../tools/index.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import { type EnrichOptions, enrichConfig, readLanguages, readModelSettings } from './enrich-settings.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { count, plural, wrap } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openTools, reportUnavailable, withToolsOptions } from './open-tools.ts';
import { createWorkProgress } from './progress.ts';

interface GenerateOptions extends EnrichOptions {
  readonly out: string;
  readonly unserved?: string;
  readonly yes?: boolean;
}

const DEFAULT_LANGUAGES = 'en:1';
const DEFAULT_MAX_TOOLS = '200';
const DEFAULT_CONCURRENT = 4;
/** What the model has written so far, in the folder of the set: an interrupted run goes on from there. */
const DRAFTS = 'drafts.jsonl';

/** `toolscout eval generate`: a set for a catalogue that has none yet. */
export function registerGenerate(parent: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    parent.command('generate').description('have a language model write a set: requests for each tool of a catalogue'),
  )
    .requiredOption('--out <dir>', 'folder for the set')
    .option('--languages <list>', 'languages, each with a number of requests if wanted: en:2,ru:1', DEFAULT_LANGUAGES)
    .option('--server <name>', 'only tools of this server')
    .option('--max-tools <n>', 'the most tools to ask about; evenly taken where there are more', DEFAULT_MAX_TOOLS)
    .option('--unserved <n>', 'also so many requests that no tool serves, 1–100')
    .addOption(new Option('--provider <name>', 'whose interface the endpoint has').choices([...LLM_PROVIDERS]))
    .option('--base-url <url>', 'address of the endpoint, such as http://localhost:11434/v1')
    .option('--model <name>', 'model to ask (default: llm.model of the configuration)')
    .option('--api-key-env <name>', 'environment variable that holds the key')
    .option('--yes', 'ask the model without a question back')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nWhat a model writes is easier than what people write, and it has read the descriptions: such a set compares configurations and finds tools that are confused; how good the search is, recorded requests tell.',
    )
    .action(async (options: GenerateOptions) => finish(await runGenerate(options, io)));
}

async function runGenerate(options: GenerateOptions, io: CliIo): Promise<number> {
  const counts = readLanguages(options);
  const most = readNumber(options.maxTools ?? DEFAULT_MAX_TOOLS, { flag: '--max-tools', min: 1, max: 1_000_000 });
  const unserved =
    options.unserved === undefined ? 0 : readNumber(options.unserved, { flag: '--unserved', min: 1, max: 100 });
  const settings = readModelSettings(options, await enrichConfig(options, io));
  const model = createLanguageModel(settings, io.environment.env);
  const all = await openedTools(options, io);
  const tools = evenly(
    all.filter(({ source }) => options.server === undefined || source.name === options.server),
    most,
  );
  const dir = resolvePath(options.out, io.environment.cwd, io.environment);
  const drafts = readExampleFile(join(dir, DRAFTS), { lastWins: true });
  const plan = planEnrichment({ tools, counts, file: drafts, drafts, all: true, replaceEdited: true });
  await agree(model, plan.tasks, unserved, options.yes === true, io);
  const written: ExampleLine[] = [];
  const refused = await ask(model, plan.tasks, settings.maxConcurrent ?? DEFAULT_CONCURRENT, io, (line) => {
    appendDraft(join(dir, DRAFTS), line);
    written.push(line);
  });
  const lines = new Map(
    [...drafts.tools.map((tool) => drafts.line(tool)!), ...written].map((line) => [line.tool, line]),
  );
  const nothing = unserved === 0 ? [] : await writeUnservedRequests(model, all, unserved);
  const requests = [...(await labelled(tools, all, lines)), ...nothing.map(unservedRequest)];
  await writeSet(dir, all, requests);
  const told = { out: options.out, tools: all.length, requests: requests.length, unserved: nothing.length, refused };
  if (options.json === true) printJson(io, told);
  else {
    const text = `${plural(requests.length, 'request')} for ${plural(lines.size, 'tool')}, ${count(nothing.length)} that no tool serves${refused === 0 ? '' : `; replies for ${plural(refused, 'tool')} could not be used`}. Look through ${options.out}/queries.jsonl, then: toolscout eval --set ${options.out}`;
    for (const line of wrap(text, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
  }
  return requests.length === 0 ? EXIT.failed : EXIT.done;
}

async function openedTools(options: GenerateOptions, io: CliIo): Promise<readonly Tool[]> {
  const open = await openTools({ ...options, withoutExamplesFile: true }, io);
  try {
    reportUnavailable(open.statuses, io);
    return open.catalog.tools;
  } finally {
    await open.close();
  }
}

/** So many, from the first to the last: all servers have their share. */
function evenly(tools: readonly Tool[], most: number): readonly Tool[] {
  if (tools.length <= most) return tools;
  return Array.from({ length: most }, (_, i) => tools[Math.floor((i * tools.length) / most)]!);
}

async function agree(
  model: LanguageModel,
  tasks: readonly EnrichTask[],
  unserved: number,
  yes: boolean,
  io: CliIo,
): Promise<void> {
  if (tasks.length === 0 && unserved === 0) return;
  const { requests, inputTokens, outputTokens, exact } = estimateEnrichment(tasks, await loadTokenCounter());
  const total = requests + (unserved > 0 ? 1 : 0);
  io.stderr(
    `Asking ${model.id}: ${plural(total, 'request')}, ${exact ? '' : 'about '}${count(inputTokens)} tokens in, about ${count(outputTokens)} out.\n`,
  );
  if (yes || (io.isTty && (await askOnTerminal('Go on? [y/N] ')))) return;
  throw new ToolscoutError('USAGE', 'Nobody was asked.', { next: 'Give --yes to ask the model at this cost.' });
}

/** @returns for how many tools nothing could be kept. */
async function ask(
  model: LanguageModel,
  tasks: readonly EnrichTask[],
  concurrency: number,
  io: CliIo,
  keep: (line: ExampleLine) => void,
): Promise<number> {
  const progress = createWorkProgress(io, `Asking ${model.id}:`, tasks.length);
  let done = 0;
  let refused = 0;
  try {
    await writeExamples({
      model,
      tasks,
      concurrency,
      onOutcome: ({ line }) => {
        if (line === undefined) refused++;
        else keep(line);
        progress.update(++done);
      },
    });
  } finally {
    progress.clear();
  }
  return refused;
}

/** Tools that do the same as the one a request was written for are right, too. */
async function labelled(
  asked: readonly Tool[],
  all: readonly Tool[],
  lines: ReadonlyMap<string, ExampleLine>,
): Promise<readonly LabelledRequest[]> {
  const twins = new Map<string, readonly string[]>();
  for (const { suggestion, tools } of await findNearDuplicates(all)) {
    if (suggestion !== 'merge') continue;
    const ids = tools.map(({ tool }) => tool.id);
    for (const id of ids) twins.set(id, ids);
  }
  const wanted = new Set(asked.map(({ id }) => id));
  return [...lines.values()].flatMap(({ tool, examples }) =>
    !wanted.has(tool)
      ? []
      : Object.entries(examples).flatMap(([lang, texts]) =>
          texts.map(
            (text): LabelledRequest => ({
              id: `gen-${contentHash(`${tool}\n${text}`).slice(0, 10)}`,
              text,
              lang,
              split: 'generated',
              relevant: new Map([...(twins.get(tool) ?? []).map((id) => [id, 1] as const), [tool, 2]]),
            }),
          ),
        ),
  );
}

function unservedRequest(text: string): LabelledRequest {
  return { id: `none-${contentHash(text).slice(0, 10)}`, text, lang: 'en', split: 'generated', relevant: new Map() };
}
