import { constants } from 'node:os';
import type { LoadedConfig } from '../gateway/index.ts';
import { createLanguageModel, type LanguageModel } from '../llm/index.ts';
import {
  appendDraft,
  draftPath,
  dropDrafts,
  type EnrichOutcome,
  type EnrichPlan,
  type EnrichTask,
  type EnrichUsage,
  type ExampleFile,
  type ExampleLine,
  estimateEnrichment,
  writeExampleFile,
  writeExamples,
} from '../sources/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import type { Tool } from '../tools/index.ts';
import { examplesDiff, printPlan, printRefused } from './enrich-report.ts';
import { type EnrichOptions, readModelSettings } from './enrich-settings.ts';
import { closeOnInterrupt } from './interrupt.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { plural } from './layout.ts';
import { createProgressLine } from './progress.ts';

const DEFAULT_CONCURRENT = 4;
/** Where no progress line can be drawn, so many tools are one ordinary line. */
const TOOLS_PER_LINE = 25;

/** What one run works on. */
export interface EnrichWork {
  readonly options: EnrichOptions;
  readonly io: CliIo;
  readonly config: LoadedConfig | undefined;
  readonly path: string;
  /** The path as messages show it. */
  readonly shown: string;
  readonly file: ExampleFile;
  readonly plan: EnrichPlan;
  /** Those of the plan that this run asks about. */
  readonly tasks: readonly EnrichTask[];
  readonly tools: readonly Tool[];
}

/** One run, from the estimate to the file. */
export class EnrichRun {
  readonly #work: EnrichWork;
  readonly #outcomes: EnrichOutcome[] = [];
  #usage: EnrichUsage | undefined;
  #modelId: string | undefined;

  constructor(work: EnrichWork) {
    this.#work = work;
  }

  async run(): Promise<number> {
    const { options, io, plan, tasks, config } = this.#work;
    const estimate = estimateEnrichment(tasks, await loadTokenCounter());
    if (options.estimate !== true && tasks.length > 0) {
      // Before anything is said about cost: without a model there is none.
      const settings = readModelSettings(options, config);
      const model = createLanguageModel(settings, io.environment.env);
      this.#modelId = model.id;
      printPlan(plan, this.#left(), estimate, io);
      const code = await this.#ask(model, settings.maxConcurrent ?? DEFAULT_CONCURRENT);
      if (code !== undefined) return code;
    } else {
      printPlan(plan, this.#left(), estimate, io);
    }
    const lines = options.estimate === true ? [] : this.#lines();
    const after = this.#work.file.withLines(lines);
    const diff = examplesDiff(this.#work.file.withLines([]), after);
    const written = options.write === true && lines.length > 0;
    if (written) this.#write(after, lines);
    if (options.json === true) printJson(io, this.#json(estimate, lines, diff, written));
    else this.#report(lines, diff, written);
    return tasks.length > 0 && options.estimate !== true && this.#outcomes.every(({ line }) => line === undefined)
      ? EXIT.failed
      : EXIT.done;
  }

  /** Has the model asked about all tasks; a code ends the command. */
  async #ask(model: LanguageModel, concurrency: number): Promise<number | undefined> {
    const { io, tasks, path } = this.#work;
    const progress = createProgressLine(io);
    const stop = new AbortController();
    const show = (): void => {
      const done = this.#outcomes.length;
      progress.update(`Asking ${model.id}: ${done}/${tasks.length}`);
      if (!io.isTty && done > 0 && done % TOOLS_PER_LINE === 0) io.stderr(`${done} of ${tasks.length} tools done\n`);
    };
    show();
    const asking = writeExamples({
      model,
      tasks,
      concurrency,
      signal: stop.signal,
      onOutcome: (outcome) => {
        if (outcome.line !== undefined) appendDraft(draftPath(path), outcome.line);
        this.#outcomes.push(outcome);
        show();
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
      this.#usage = await asking;
      return undefined;
    } catch (error) {
      progress.clear();
      printRefused(this.#outcomes, io);
      this.#sayKept();
      if (error instanceof Interrupted) return 128 + constants.signals.SIGINT;
      throw error;
    } finally {
      progress.clear();
      stopListening();
    }
  }

  /** Everything that the file is to have: drafts that were complete, and what was written now. */
  #lines(): ExampleLine[] {
    const fresh = this.#outcomes.flatMap(({ line }) => line ?? []);
    return [...this.#work.plan.drafted, ...fresh, ...this.#partialDrafts()];
  }

  /** With `--drafts-only`, drafts that are not complete are better than nothing. */
  #partialDrafts(): ExampleLine[] {
    const { options, plan } = this.#work;
    return options.draftsOnly === true
      ? plan.tasks.flatMap(({ known, drafted }) => (drafted ? (known ?? []) : []))
      : [];
  }

  #write(text: string, lines: readonly ExampleLine[]): void {
    const { path } = this.#work;
    writeExampleFile(path, text);
    dropDrafts(draftPath(path), new Set(lines.map(({ tool }) => tool)));
  }

  #left(): number {
    const { options, plan, tasks } = this.#work;
    return options.draftsOnly === true ? 0 : plan.tasks.length - tasks.length;
  }

  #sayKept(): void {
    const { io, tasks } = this.#work;
    const kept = this.#outcomes.filter(({ line }) => line !== undefined).length;
    io.stderr(`${kept} of ${plural(tasks.length, 'tool')} done and kept as drafts; run it again to go on.\n`);
  }

  #report(lines: readonly ExampleLine[], diff: readonly string[], written: boolean): void {
    const { io, shown, options } = this.#work;
    printRefused(this.#outcomes, io);
    if (options.estimate === true) return;
    if (lines.length === 0) {
      io.stdout(`${shown}: nothing to write\n`);
      return;
    }
    io.stdout(`--- ${shown}\n+++ ${shown}\n${diff.map((line) => `${line}\n`).join('')}`);
    if (this.#usage !== undefined && this.#usage.inputTokens > 0) {
      const { inputTokens, outputTokens, requests } = this.#usage;
      io.stderr(`${plural(requests, 'request')}: ${inputTokens} tokens in, ${outputTokens} out\n`);
    }
    io.stderr(
      written
        ? `Wrote ${plural(lines.length, 'line')} to ${shown}.\n`
        : `Nothing is written yet. Run it again with --write to take this over; nothing is asked twice.\n`,
    );
  }

  #json(
    estimate: object,
    lines: readonly ExampleLine[],
    diff: readonly string[],
    written: boolean,
  ): Record<string, unknown> {
    const { path, plan, tools, tasks } = this.#work;
    const poor = this.#outcomes.filter(({ refused }) => refused.length > 0);
    return {
      ok: true,
      file: path,
      written,
      tools: tools.length,
      ...(this.#modelId === undefined ? {} : { model: this.#modelId }),
      estimate,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      asked: this.#outcomes.length,
      toAsk: tasks.map(({ tool, why, counts }) => ({ tool: tool.id, why, counts })),
      left: this.#left(),
      lines,
      refused: poor.map(({ tool, line, refused }) => ({ tool, kept: line !== undefined, refused })),
      unchanged: plan.unchanged,
      served: plan.served,
      byHand: plan.byHand,
      absent: plan.absent,
      diff,
    };
  }
}

/** Why the requests of a run are given up when a signal comes. */
class Interrupted extends Error {}
