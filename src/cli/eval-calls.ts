import { constants } from 'node:os';
import { ToolscoutError } from '../errors.ts';
import {
  appendCallLine,
  askCalls,
  type CallEstimate,
  type CallLine,
  type CallReport,
  callFigures,
  estimateCalls,
  judgeCall,
  planCalls,
  readCallLines,
} from '../evaluation/index.ts';
import { createLanguageModel, type LanguageModel } from '../llm/index.ts';
import { resolvePath } from '../sources/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import { readModelSettings } from './enrich-settings.ts';
import type { EvalRun, OpenSet } from './eval-run.ts';
import { closeOnInterrupt } from './interrupt.ts';
import type { CliIo } from './io.ts';
import { count, plural } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openConfig } from './open-tools.ts';
import { createWorkProgress } from './progress.ts';

/** Options of the second half. */
export interface EvalCallOptions {
  readonly calls?: string;
  readonly ask?: boolean;
  readonly offer?: string;
  readonly yes?: boolean;
  readonly rate?: string;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKeyEnv?: string;
  readonly config?: string;
}

const DEFAULT_CONCURRENT = 4;
export const DEFAULT_OFFER = '10';

/** How many tools a model is offered. */
export function readOffer({ offer }: EvalCallOptions): number {
  return readNumber(offer ?? DEFAULT_OFFER, { flag: '--offer', min: 1, max: 50 });
}

/** Judges a recorded run; nobody is asked. */
export async function recordedCalls(
  path: string,
  set: OpenSet,
  options: EvalCallOptions,
  io: CliIo,
): Promise<CallReport> {
  const lines = await readCallLines(resolvePath(path, io.environment.cwd, io.environment));
  if (lines.length === 0) {
    throw new ToolscoutError('FILE_UNREADABLE', `${path} holds no recorded calls.`, {
      next: 'Name a recorded run with --calls, or have a model asked with --ask.',
    });
  }
  return callReport(set, lines, Math.max(readOffer(options), ...lines.map(({ hits }) => hits.length)));
}

/**
 * Has a model decide on every request, after the cost was shown and agreed to; what the file holds already is not asked
 * again, and every reply is kept at once.
 */
export async function askedCalls(set: OpenSet, run: EvalRun, options: EvalCallOptions, io: CliIo): Promise<CallReport> {
  const config =
    options.config === undefined
      ? undefined
      : await openConfig({ config: options.config }, { ...io, stderr: () => {} });
  const settings = readModelSettings(options, config);
  const model = createLanguageModel(settings, io.environment.env);
  const path = options.calls === undefined ? undefined : resolvePath(options.calls, io.environment.cwd, io.environment);
  const plan = planCalls(model.id, run.offered, path === undefined ? [] : await readCallLines(path));
  const lines: CallLine[] = [...plan.known];
  if (plan.tasks.length > 0) {
    await agree(model, estimateCalls(plan.tasks, await loadTokenCounter()), plan.known.length, options, io);
    await askAll(model, plan.tasks, settings.maxConcurrent ?? DEFAULT_CONCURRENT, options, io, (line) => {
      lines.push(line);
      if (path !== undefined) appendCallLine(path, line);
    });
  }
  return callReport(set, lines, readOffer(options));
}

/** Shows what asking costs and waits for a yes. @throws ToolscoutError `USAGE` where none comes. */
async function agree(
  model: LanguageModel,
  { requests, inputTokens, outputTokens, exact }: CallEstimate,
  known: number,
  { yes, calls }: EvalCallOptions,
  io: CliIo,
): Promise<void> {
  const kept = known === 0 ? '' : `; ${count(known)} are known and not asked again`;
  const tokens = `${exact ? '' : 'about '}${count(inputTokens)} tokens in, about ${count(outputTokens)} out`;
  io.stderr(`Asking ${model.id}: ${plural(requests, 'request')}, ${tokens}${kept}.\n`);
  if (calls === undefined)
    io.stderr('Replies are not kept; --calls FILE keeps them, and goes on where a run was interrupted.\n');
  if (yes === true) return;
  if (io.isTty && (await askOnTerminal('Go on? [y/N] '))) return;
  throw new ToolscoutError('USAGE', 'Nobody was asked.', { next: 'Give --yes to ask the model at this cost.' });
}

async function askAll(
  model: LanguageModel,
  tasks: Parameters<typeof askCalls>[0]['tasks'],
  concurrency: number,
  { rate }: EvalCallOptions,
  io: CliIo,
  keep: (line: CallLine) => void,
): Promise<void> {
  const stop = new AbortController();
  const progress = createWorkProgress(io, `Asking ${model.id}:`, tasks.length);
  let done = 0;
  const asking = askCalls({
    model,
    tasks,
    concurrency,
    ...(rate === undefined ? {} : { perMinute: readNumber(rate, { flag: '--rate', min: 1, max: 100_000 }) }),
    signal: stop.signal,
    onLine: (line) => {
      keep(line);
      progress.update(++done);
    },
  });
  const over = asking.then(
    () => {},
    () => {},
  );
  const stopListening = closeOnInterrupt(() => {
    stop.abort(new Interrupted());
    return over;
  });
  try {
    await asking;
  } finally {
    progress.clear();
    stopListening();
  }
}

/** A run that a signal ended; replies that had come are kept. */
export class Interrupted extends Error {
  readonly exitCode: number = 128 + constants.signals.SIGINT;
}

function callReport(set: OpenSet, lines: readonly CallLine[], offered: number): CallReport {
  const byQuery = new Map(lines.map((line) => [line.query, line]));
  const judged = set.queries.flatMap((query) => {
    const line = byQuery.get(query.id);
    return line === undefined ? [] : [judgeCall(query, line, (id) => set.catalog.byId(id))];
  });
  const tokens = (key: 'inputTokens' | 'outputTokens') => judged.reduce((sum, { line }) => sum + (line[key] ?? 0), 0);
  return {
    ...callFigures(judged),
    offered,
    models: [...new Set(judged.flatMap(({ line }) => line.model ?? []))],
    missing: set.queries.length - judged.length,
    tokens: { input: tokens('inputTokens'), output: tokens('outputTokens') },
  };
}
