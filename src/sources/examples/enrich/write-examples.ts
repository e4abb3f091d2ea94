import { ToolscoutError } from '../../../errors.ts';
import type { LanguageModel } from '../../../llm/index.ts';
import { definitionHash, type ExampleLine, flatExamples, sealedLine } from './example-line.ts';
import { isNothing, type LanguageCounts, missingCounts } from './languages.ts';
import { type EnrichTask, joinLines, openCounts } from './plan.ts';
import { enrichPrompt } from './prompt.ts';
import { readReply } from './read-reply.ts';

/** What came of one tool. `refused` says what was not kept; with no line nothing was. */
export interface EnrichOutcome {
  readonly tool: string;
  readonly line: ExampleLine | undefined;
  readonly refused: readonly string[];
}

/** Tokens that endpoints counted; requests whose endpoint does not count are not in it. */
export interface EnrichUsage {
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

export interface WriteExamplesOptions {
  readonly model: LanguageModel;
  readonly tasks: readonly EnrichTask[];
  /** Requests at one time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
  /** Called with each tool as it is done, so that what was paid for is kept whatever comes. */
  readonly onOutcome: (outcome: EnrichOutcome) => void;
}

/** Room for a model that thinks before it writes; nothing is charged for what is not used. */
const MAX_REPLY_TOKENS = 4_000;
/** A reply with something missing is asked for once more, with what was wrong about it. */
const ATTEMPTS = 2;
/** So many tools in a row that an endpoint refuses are no matter of the tools. */
const MAX_REFUSALS_IN_A_ROW = 3;
/** Refusals that may be about one prompt: its content or its length. */
const ABOUT_ONE_PROMPT: readonly unknown[] = [400, 413, 422];

/**
 * Has a model write what tasks ask for. Rejects with the first error that is not about one tool alone, or with the
 * signal's reason; everything that was done by then has been handed out.
 */
export async function writeExamples(options: WriteExamplesOptions): Promise<EnrichUsage> {
  const { tasks, concurrency, onOutcome } = options;
  const usage: EnrichUsage = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  let next = 0;
  let refusals = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      signal.throwIfAborted();
      const task = tasks[next++]!;
      try {
        onOutcome(await writeOne(task, options.model, signal, usage));
        refusals = 0;
      } catch (error) {
        if (!isAboutOnePrompt(error) || ++refusals >= MAX_REFUSALS_IN_A_ROW) throw error;
        onOutcome({ tool: task.tool.id, line: undefined, refused: [error.message] });
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, tasks.length) }, async () => {
    try {
      await work();
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  });
  const results = await Promise.allSettled(workers);
  options.signal?.throwIfAborted();
  // All others end with the reason of the first one.
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return usage;
}

async function writeOne(
  task: EnrichTask,
  model: LanguageModel,
  signal: AbortSignal,
  usage: EnrichUsage,
): Promise<EnrichOutcome> {
  const { tool, counts, known } = task;
  const examples: Record<string, readonly string[]> = {};
  let refused: readonly string[] = [];
  let missing: LanguageCounts = counts;
  for (let attempt = 0; attempt < ATTEMPTS && !isNothing(missing); attempt++) {
    const { system, user, schema, boundary } = enrichPrompt(tool, missing, refused);
    const messages = [{ role: 'user', content: user }] as const;
    const reply = await model.complete({ system, messages, schema, maxTokens: MAX_REPLY_TOKENS, signal });
    usage.requests++;
    usage.inputTokens += reply.usage?.inputTokens ?? 0;
    usage.outputTokens += reply.usage?.outputTokens ?? 0;
    const taken = [
      ...tool.examples,
      ...(known === undefined ? [] : flatExamples(known)),
      ...Object.values(examples).flat(),
    ];
    const read = readReply(reply.text, { tool, counts: missing, boundary, taken });
    for (const [code, list] of Object.entries(read.examples)) examples[code] = [...(examples[code] ?? []), ...list];
    refused = reply.stop === 'refusal' ? ['the model declines'] : read.refused;
    missing = missingCounts(counts, countsOf(examples));
  }
  const distinct = isNothing(missing) ? [] : [...new Set(refused)];
  if (Object.keys(examples).length === 0) return { tool: tool.id, line: undefined, refused: distinct };
  const written = sealedLine({
    tool: tool.id,
    examples,
    by: model.id,
    asked: openCounts(examples, { asked: totals(counts, known), examples }),
    hash: definitionHash(tool),
  });
  return { tool: tool.id, line: joinLines(known, written), refused: distinct };
}

function countsOf(examples: Readonly<Record<string, readonly string[]>>): LanguageCounts {
  return Object.fromEntries(Object.entries(examples).map(([code, list]) => [code, list.length]));
}

/** What a tool is to have in all: what was asked for on top of what it has. */
function totals(counts: LanguageCounts, known: ExampleLine | undefined): LanguageCounts {
  return Object.fromEntries(
    Object.entries(counts).map(([code, count]) => [code, count + (known?.examples[code]?.length ?? 0)]),
  );
}

function isAboutOnePrompt(error: unknown): error is ToolscoutError {
  return (
    error instanceof ToolscoutError && error.code === 'LLM_REJECTED' && ABOUT_ONE_PROMPT.includes(error.details.status)
  );
}
