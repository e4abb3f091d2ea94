import { ToolscoutError } from '../../errors.ts';
import { type LanguageModel, readJsonReply } from '../../llm/index.ts';
import { isObject, own } from '../../shared/json.ts';
import type { TokenCounter } from '../../tokens/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { CallLine } from './call-line.ts';
import { type CallPrompt, callPrompt } from './call-prompt.ts';

/** One request with what the search offers for it. */
export interface OfferedCall {
  readonly query: string;
  readonly text: string;
  readonly tools: readonly Tool[];
}

/** A request that a model is still to be asked. */
export interface CallTask extends OfferedCall {
  readonly prompt: CallPrompt;
}

/** What is there already, and what is to be asked. */
export interface CallPlan {
  readonly known: readonly CallLine[];
  readonly tasks: readonly CallTask[];
}

/** What asking will cost, before anything is asked. */
export interface CallEstimate {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Was a real tokenizer at work? It need not be the model's own. */
  readonly exact: boolean;
}

/** A name and some arguments. */
const TOKENS_PER_REPLY = 80;
/** Room for a model that thinks before it writes; nothing is charged for what is not used. */
const MAX_REPLY_TOKENS = 4_000;
/** Refusals that may be about one prompt: its content or its length. */
const ABOUT_ONE_PROMPT: readonly unknown[] = [400, 413, 422];
/** So many in a row are no matter of the prompts. */
const MAX_REFUSALS_IN_A_ROW = 3;

/** Takes what `lines` answer already, by content. Where nothing is offered nobody is asked: nothing can be called. */
export function planCalls(modelId: string, offered: readonly OfferedCall[], lines: readonly CallLine[]): CallPlan {
  const byKey = new Map(lines.flatMap((line) => (line.key === undefined ? [] : [[line.key, line] as const])));
  const known: CallLine[] = [];
  const tasks: CallTask[] = [];
  for (const one of offered) {
    const hits = one.tools.map(({ id }) => id);
    const prompt = callPrompt(modelId, one.text, one.tools);
    const line = byKey.get(prompt.key);
    if (one.tools.length === 0) known.push({ query: one.query, hits, called: null });
    else if (line !== undefined) known.push({ ...line, query: one.query, hits });
    else tasks.push({ ...one, prompt });
  }
  return { known, tasks };
}

export function estimateCalls(tasks: readonly CallTask[], counter: TokenCounter): CallEstimate {
  const inputTokens = tasks.reduce((sum, { prompt: { system, user, schema } }) => {
    return sum + counter.countTokens(`${system}\n${user}\n${JSON.stringify(schema)}`).tokens;
  }, 0);
  return {
    requests: tasks.length,
    inputTokens,
    outputTokens: TOKENS_PER_REPLY * tasks.length,
    exact: counter.exact,
  };
}

export interface AskCallsOptions {
  readonly model: LanguageModel;
  readonly tasks: readonly CallTask[];
  /** Requests at one time. */
  readonly concurrency: number;
  /** Requests begun in a minute; absent: as fast as they come. */
  readonly perMinute?: number;
  readonly signal?: AbortSignal;
  /** Told each line as it is there. */
  readonly onLine: (line: CallLine) => void;
  /** Waits; tests hold the clock. */
  readonly wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Has the model decide on each task. Rejects with the first error that is not about one prompt alone, or with the
 * signal's reason; every line that was there by then has been handed out.
 */
export async function askCalls(options: AskCallsOptions): Promise<void> {
  const { tasks, concurrency, model, onLine } = options;
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const turn = createPace(options, signal);
  let next = 0;
  let refusals = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      signal.throwIfAborted();
      const task = tasks[next++]!;
      await turn();
      try {
        onLine(await askOne(task, model, signal));
        refusals = 0;
      } catch (error) {
        if (!isAboutOnePrompt(error) || ++refusals >= MAX_REFUSALS_IN_A_ROW) throw error;
        onLine({ ...lineOf(task, model), called: null, problem: error.message });
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
}

/** Lets one request begin after the other, as far apart as the rate wants. */
function createPace(
  { perMinute, wait = sleep, now = Date.now }: AskCallsOptions,
  signal: AbortSignal,
): () => Promise<void> {
  if (perMinute === undefined) return async () => {};
  const gapMs = 60_000 / perMinute;
  let free = 0;
  return async () => {
    const at = Math.max(now(), free);
    free = at + gapMs;
    const delayMs = at - now();
    if (delayMs > 0) await wait(delayMs, signal);
  };
}

async function askOne(task: CallTask, model: LanguageModel, signal: AbortSignal): Promise<CallLine> {
  const { system, user, schema } = task.prompt;
  const reply = await model.complete({
    system,
    messages: [{ role: 'user', content: user }],
    schema,
    maxTokens: MAX_REPLY_TOKENS,
    temperature: 0,
    signal,
  });
  const usage =
    reply.usage === undefined ? {} : { inputTokens: reply.usage.inputTokens, outputTokens: reply.usage.outputTokens };
  return { ...lineOf(task, model), ...readReply(task, reply.text), ...usage };
}

function lineOf({ query, tools, prompt }: CallTask, model: LanguageModel): Omit<CallLine, 'called'> {
  return { query, key: prompt.key, model: model.id, hits: tools.map(({ id }) => id) };
}

/** A model that declines in words has called nothing; one that names what it was not offered has named that. */
function readReply(task: CallTask, text: string): Pick<CallLine, 'called' | 'arguments' | 'problem'> {
  const reply = readJsonReply(text);
  if (!isObject(reply)) return { called: null, problem: 'the reply holds no JSON object' };
  const name = own(reply, 'tool');
  const args = own(reply, 'arguments');
  if (name === null || name === undefined || name === '') return { called: null };
  if (typeof name !== 'string') return { called: null, problem: 'the name of the tool is no text' };
  const tool = task.tools.find((one) => one.name === name || one.originalName === name || one.id === name);
  return { called: tool?.id ?? name, ...(isObject(args) ? { arguments: args } : {}) };
}

function isAboutOnePrompt(error: unknown): error is ToolscoutError {
  return (
    error instanceof ToolscoutError && error.code === 'LLM_REJECTED' && ABOUT_ONE_PROMPT.includes(error.details.status)
  );
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
