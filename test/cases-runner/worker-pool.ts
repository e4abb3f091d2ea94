import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Case } from './case-file.ts';
import { timeLimit } from './checks/output.ts';
import { isObject, listOf } from './json.ts';
import { descendantsOf, killNow } from './product/processes.ts';
import type { CaseVerdict } from './run-case.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
/** What a case may take beyond the times it speaks of itself. */
const BASE_LIMIT_MS = 60_000;

/** Runs cases in processes of their own, at most so many at a time; calls `onDone` as each ends. */
export async function runInWorkers(
  cases: readonly Case[],
  concurrency: number,
  onDone: (one: Case, verdict: CaseVerdict) => void,
): Promise<void> {
  const waiting = [...cases];
  const lane = async (): Promise<void> => {
    const worker = new Worker();
    try {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) onDone(one, await worker.run(one));
    } finally {
      worker.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, cases.length) }, lane));
}

/** A process for one case after another; replaced when a case does not come to an end. */
class Worker {
  #child: ChildProcess | undefined;
  #home: string | undefined;
  #folder: string | undefined;

  async run(one: Case): Promise<CaseVerdict> {
    const folder = dirname(resolve(one.file));
    if (this.#folder !== folder) this.end();
    this.#child ??= this.#start(folder);
    const child = this.#child;
    const limit = hangLimit(one);
    const verdict = await new Promise<CaseVerdict>((done) => {
      const finish = (result: CaseVerdict): void => {
        clearTimeout(timer);
        child.removeListener('message', onMessage);
        child.removeListener('exit', onExit);
        done(result);
      };
      const onMessage = (message: unknown): void => {
        if (isObject(message) && isObject(message.verdict)) finish(message.verdict as unknown as CaseVerdict);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        this.#child = undefined;
        finish({ kind: 'failed', why: `the process ended with ${String(code ?? signal)}` });
      };
      const timer = setTimeout(() => {
        this.end();
        finish({ kind: 'failed', why: `it did not come to an end within ${Math.round(limit / 1000)} s` });
      }, limit);
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send({ file: resolve(one.file) });
    });
    // Nothing of one case may reach into the next.
    if (this.#child?.pid !== undefined) killNow(descendantsOf(this.#child.pid));
    return verdict;
  }

  /** Ends the process and everything that it started. */
  end(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid !== undefined) {
      const below = descendantsOf(child.pid);
      child.kill('SIGKILL');
      killNow(below);
    }
    if (this.#home !== undefined) rmSync(this.#home, { recursive: true, force: true });
    this.#home = undefined;
  }

  #start(folder: string): ChildProcess {
    this.#folder = folder;
    this.#home = mkdtempSync(join(tmpdir(), 'toolscout-home-'));
    // Servers are launched from the folder of the cases, and nothing of the user's own settings takes part.
    return fork(WORKER, [], {
      cwd: folder,
      env: workerEnvironment(this.#home),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}

/** What any program needs to run; with a home folder of its own. */
function workerEnvironment(home: string): NodeJS.ProcessEnv {
  const names = ['PATH', 'Path', 'PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'TERM', 'USER'];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, NODE_NO_WARNINGS: '1' };
}

/** When a case counts as hanging: all the times that it names, and a minute. */
export function hangLimit({ action, checks, setup }: Case): number {
  const bounds = checks.map(({ value, check }) =>
    check === 'max_ms' && typeof value === 'number' ? timeLimit(value) : 0,
  );
  const timeouts = isObject(setup.config) ? Object.entries(setup.config) : [];
  const waits = timeouts.map(([key, value]) => (/TimeoutMs$/.test(key) && typeof value === 'number' ? value : 0));
  return BASE_LIMIT_MS + Math.max(0, ...bounds) + sum(waits) + waited(action);
}

function waited(action: unknown): number {
  if (!isObject(action)) return 0;
  const own = action.op === 'wait_ms' ? Number(action.value ?? action.ms ?? 0) : 0;
  return own + sum([...listOf(action.steps), ...listOf(action.action)].map(waited));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
