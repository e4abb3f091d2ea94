import { randomUUID } from 'node:crypto';
import { errorMessage, ToolscoutError } from '../errors.ts';
import { type Child, startChild } from './child-process.ts';
import { readChildProgram } from './child-program.ts';
import { resolveLimits } from './limits.ts';
import { permissionFlag } from './permission-mode.ts';
import { SnippetRun } from './snippet-run.ts';
import type { CodeRequest, CodeResult, Sandbox, SandboxAvailability, SandboxOptions } from './types.ts';

const MAX_RUNS = 4;
const IDLE_MS = 600_000;
/** While a snippet runs, the next process is started only after this: starting costs what the snippet may need. */
const START_AHEAD_MS = 100;
/** A start that failed is not tried again before this. */
const RETRY_MS = 30_000;

/** Makes a sandbox. No process is started before it is asked for one. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new ProcessSandbox(options);
}

/** One process a run, never used twice; one more is kept ready. */
class ProcessSandbox implements Sandbox {
  readonly #options: SandboxOptions;
  readonly #runs = new Set<SnippetRun>();
  /** Every process that is not gone. */
  readonly #children = new Set<Child>();
  readonly #queue: (() => void)[] = [];
  /** The process that is kept ready, or about to be. */
  #spare: Promise<Child> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #failure: { readonly reason: string; readonly at: number } | undefined;
  #active = 0;
  #closed = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  async available(): Promise<SandboxAvailability> {
    if (this.#failure !== undefined && performance.now() - this.#failure.at < RETRY_MS) {
      return { ok: false, reason: this.#failure.reason };
    }
    try {
      await this.#prepare();
      return { ok: true };
    } catch (error) {
      return { ok: false, reason: errorMessage(error) };
    }
  }

  async run(request: CodeRequest): Promise<CodeResult> {
    await this.#enter();
    let ahead: NodeJS.Timeout | undefined;
    let used: Child | undefined;
    try {
      const askedAt = performance.now();
      const child = await this.#take();
      used = child;
      const run = new SnippetRun({
        child,
        request,
        runId: request.runId ?? randomUUID(),
        limits: resolveLimits(this.#options.limits, request.limits),
        waitedForChildMs: performance.now() - askedAt,
      });
      this.#runs.add(run);
      ahead = setTimeout(() => this.#prepareQuietly(), START_AHEAD_MS);
      const result = await run.result;
      this.#runs.delete(run);
      return result;
    } finally {
      clearTimeout(ahead);
      // The place is that of a process, and that may live a moment longer than its run.
      void (used?.gone ?? Promise.resolve()).then(() => {
        this.#leave();
        this.#prepareQuietly();
      });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const run of this.#runs) run.cancel();
    for (const child of this.#children) child.kill();
    for (const wake of this.#queue.splice(0)) wake();
    await this.#spare?.catch(() => {});
    await Promise.all([...this.#runs].map((run) => run.result));
    for (const child of this.#children) child.kill();
    await Promise.all([...this.#children].map((child) => child.gone));
  }

  /** Waits for one of the places. */
  async #enter(): Promise<void> {
    if (this.#active >= (this.#options.maxRuns ?? MAX_RUNS)) {
      // Whoever leaves hands the place on without freeing it.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#active++;
    this.#assertOpen();
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#active--;
    else next();
  }

  #assertOpen(): void {
    if (this.#closed) throw unavailable('it was closed');
  }

  /** The process that is ready, or a fresh one. */
  async #take(): Promise<Child> {
    for (;;) {
      const spare = this.#prepare();
      this.#spare = undefined;
      clearTimeout(this.#idle);
      const child = await spare;
      this.#assertOpen();
      // It may have been killed from outside while it waited.
      if (child.ended === undefined) return child;
    }
  }

  #prepareQuietly(): void {
    if (!this.#closed) this.#prepare().catch(() => {});
  }

  #prepare(): Promise<Child> {
    if (this.#spare !== undefined) return this.#spare;
    const started = this.#start();
    this.#spare = started;
    started.then(
      (child) => this.#letGoWhenIdle(started, child),
      (error) => {
        this.#failure = { reason: errorMessage(error), at: performance.now() };
        if (this.#spare === started) this.#spare = undefined;
      },
    );
    return started;
  }

  #letGoWhenIdle(started: Promise<Child>, child: Child): void {
    this.#failure = undefined;
    const forget = (): void => {
      if (this.#spare === started) this.#spare = undefined;
    };
    void child.gone.then(forget);
    if (this.#spare !== started) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      forget();
      child.kill();
    }, this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }

  async #start(): Promise<Child> {
    this.#assertOpen();
    const nodePath = this.#options.nodePath ?? process.execPath;
    try {
      const flag = await permissionFlag(nodePath);
      if (flag === undefined) throw new Error(`${nodePath} has no permission mode; Node 20.19 or newer has one`);
      const child = await startChild({
        nodePath,
        permissionFlag: flag,
        program: await readChildProgram(),
        innerWall: this.#options.innerWall ?? 'quickjs',
        temporaryFolder: this.#options.temporaryFolder,
      });
      this.#children.add(child);
      void child.gone.then(() => this.#children.delete(child));
      if (this.#closed) child.kill();
      return child;
    } catch (error) {
      throw unavailable(errorMessage(error), error);
    }
  }
}

function unavailable(reason: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('SANDBOX_UNAVAILABLE', `No process for a snippet: ${reason}`, {
    next: 'Use the mode `tools`, which needs no process.',
    cause,
  });
}
