import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { getFn, setFn, startTests, type Task, type Test, type VitestRunner } from '@vitest/runner';
import { type CpuGuard, cpuMs, guardCpu } from './cpu-guard.ts';
import { ModuleGraph } from './module-graph.ts';
import { isDrawn } from './sample.ts';

/** What the changed code and Stryker tell each other. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

interface Round {
  /** Files of tests; ids of tests, where not all of these files are wanted. */
  readonly files: readonly string[];
  readonly wanted?: ReadonlySet<string>;
  readonly stopAtFirst: boolean;
  readonly collected?: () => void;
}

const FOLDER = process.env.MUTATED ?? 'src';
const TESTS = process.env.MUTATION_TESTS ?? FOLDER;
const SAMPLE = { share: Number(process.env.MUTATION_SHARE ?? 1), seed: Number(process.env.MUTATION_SEED ?? 1) };
/** No test waits as long for a timer; see `endingWhenIdle`. */
const MOST_IDLE_MS = 5_000;
const STEP_MS = 200;
/** Stryker lets code that is changed run a hundred times as often as before; loops of whole calls take minutes for that. */
const MIN_HITS = 1_000;
/**
 * How much of a processor loading may take, and a test: so many times what it took before, and something for a process
 * that has just begun. A loop without end costs as much as a hundred other changes, so it should not be long.
 */
const MOST_LOADING_MS = 5_000;
const MOST_TIMES = 5;
const MOST_MORE_MS = 2_000;
/** Where the first run leaves what each test took, for the processes that follow. */
const COSTS = 'test-costs.json';
/** How run.ts knows what was left out. */
export const NOT_DRAWN = 'not drawn';

/**
 * Runs the tests beside a folder within one process, by Vitest's own runner: starting Vitest for every change takes ten
 * times as long as the tests that reach it.
 */
class TestsInProcess implements TestRunner {
  readonly #root = process.cwd();
  readonly #switch: Switch = {};
  readonly #escaped: unknown[] = [];
  #graph: ModuleGraph | undefined;
  #files: readonly string[] = [];
  #guard: CpuGuard | undefined;
  /** What each test took of a processor, in milliseconds, before anything was changed. */
  #costs = new Map<string, number>();

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    process.env.TOOLSCOUT_CACHE = 'off';
    Object.assign(globalThis, { __stryker__: this.#switch, __vitest_worker__: { config: {}, current: undefined } });
    process.on('unhandledRejection', (reason) => this.#escaped.push(reason));
    process.on('uncaughtException', (error) => this.#escaped.push(error));
    this.#guard = guardCpu();
    const folder = join(this.#root, FOLDER);
    const isMutated = (file: string): boolean => file.startsWith(folder);
    this.#graph = new ModuleGraph(this.#root, isMutated, resolve(import.meta.dirname, 'fewer-runs.ts'));
    const files = globSync(`${TESTS}/**/*.test.ts`, { cwd: this.#root, exclude: ['**/real-servers.test.ts'] });
    // Properties last: most changes are noticed before.
    const isSlow = (file: string): boolean => readFileSync(file, 'utf8').includes("'fast-check'");
    const sorted = files.sort().map((file) => join(this.#root, file));
    this.#files = [...sorted.filter((file) => !isSlow(file)), ...sorted.filter(isSlow)];
  }

  async dryRun(): Promise<DryRunResult> {
    const result = await this.#run({ files: this.#files, stopAtFirst: false });
    const mutantCoverage = this.#switch.mutantCoverage;
    writeFileSync(join(this.#root, COSTS), JSON.stringify([...this.#costs]));
    return result.status === DryRunStatus.Complete && mutantCoverage !== undefined
      ? { ...result, mutantCoverage }
      : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, mutantActivation, sandboxFileName } = options;
    const hitLimit = options.hitLimit && Math.max(MIN_HITS, options.hitLimit / 5);
    const fileName = relative(this.#root, sandboxFileName).replaceAll('\\', '/');
    if (!isDrawn({ ...activeMutant, fileName }, SAMPLE)) {
      return { status: MutantRunStatus.Error, errorMessage: NOT_DRAWN };
    }
    // Stryker tries again what ended the process; once was enough.
    const endlessNote = join(this.#root, `endless-${activeMutant.id}`);
    if (existsSync(endlessNote)) return toMutantRunResult({ status: DryRunStatus.Timeout, reason: 'takes too long' });
    writeFileSync(endlessNote, '');
    const wanted = testFilter && new Set(testFilter);
    this.#guard?.begin(MOST_LOADING_MS);
    const activate = (): void => {
      Object.assign(this.#switch, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    };
    this.#switch.activeMutant = undefined;
    if (mutantActivation === 'static') activate();
    const result = await this.#run({
      files: this.#files.filter((file) => this.#reaches(file, sandboxFileName, wanted)),
      ...(wanted && { wanted }),
      stopAtFirst: true,
      ...(mutantActivation === 'runtime' && { collected: activate }),
    });
    this.#guard?.end();
    rmSync(endlessNote);
    const { hitCount = 0 } = this.#switch;
    this.#switch.activeMutant = undefined;
    const endless = hitLimit !== undefined && hitCount > hitLimit;
    return toMutantRunResult(endless ? { status: DryRunStatus.Timeout, reason: 'runs without end' } : result);
  }

  #mostCpuMs(test: string): number {
    if (this.#costs.size === 0) {
      this.#costs = new Map(JSON.parse(readFileSync(join(this.#root, COSTS), 'utf8')) as [string, number][]);
    }
    return MOST_MORE_MS + MOST_TIMES * (this.#costs.get(test) ?? 0);
  }

  /** A change that acts while modules are loaded concerns every test that imports it. */
  #reaches(file: string, mutated: string, wanted: ReadonlySet<string> | undefined): boolean {
    if (wanted === undefined) {
      const importers = this.#graph?.importersOf(mutated);
      return importers === undefined || importers.size === 1 || importers.has(file);
    }
    return [...wanted].some((id) => id.startsWith(`${relative(this.#root, file)}#`));
  }

  async #run({ files, wanted, stopAtFirst, collected }: Round): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    let failed = false;
    this.#graph?.renew();
    this.#escaped.length = 0;
    const isFirst = !stopAtFirst;
    let begun = 0;
    const runner: VitestRunner = {
      config: settings(this.#root),
      importFile: (file) => import(pathToFileURL(plain(file)).href),
      onCollected: () => collected?.(),
      onBeforeRunTask: (test) => {
        const id = this.#idOf(test);
        if ((stopAtFirst && failed) || (wanted && !wanted.has(id))) test.mode = 'skip';
        else {
          this.#switch.currentTestId = id;
          begun = cpuMs();
          if (!isFirst) this.#guard?.begin(this.#mostCpuMs(id));
          setFn(test, endingWhenIdle(getFn(test)));
        }
      },
      onAfterRunTask: (test) => {
        this.#switch.currentTestId = undefined;
        const result = this.#resultOf(test);
        if (result === undefined) return;
        if (isFirst) this.#costs.set(result.id, cpuMs() - begun);
        else this.#guard?.begin(MOST_LOADING_MS);
        tests.push(result);
        if (result.status === TestStatus.Failed) failed = true;
      },
    };
    const ran = await startTests(
      files.map((file) => this.#graph?.named(file) ?? file),
      runner,
    );
    const outside = [...ran.flatMap(({ result }) => result?.errors ?? []), ...this.#escaped];
    if (!failed && outside.length > 0) {
      const message = outside.map((error) => (error instanceof Error ? error.stack : JSON.stringify(error))).join('\n');
      return { status: DryRunStatus.Error, errorMessage: `outside of a test: ${message}` };
    }
    return { status: DryRunStatus.Complete, tests };
  }

  #idOf(test: Test): string {
    const names: string[] = [];
    for (let task: Task | undefined = test; task !== undefined && task !== test.file; task = task.suite) {
      names.unshift(task.name);
    }
    return `${relative(this.#root, plain(test.file.filepath))}#${names.join(' ')}`;
  }

  #resultOf(test: Test): TestResult | undefined {
    const { state, duration = 0, errors } = test.result ?? {};
    if (state !== 'pass' && state !== 'fail') return undefined;
    const id = this.#idOf(test);
    const { line, column } = test.location ?? {};
    const about = {
      id,
      name: id.slice(id.indexOf('#') + 1),
      fileName: plain(test.file.filepath),
      timeSpentMs: duration,
      ...(line !== undefined && column !== undefined && { startPosition: { line: line - 1, column } }),
    };
    if (state === 'pass') return { ...about, status: TestStatus.Success };
    return { ...about, status: TestStatus.Failed, failureMessage: errors?.[0]?.message ?? 'failed' };
  }
}

/**
 * A test that waits for what never comes ends once there was nothing to do for a while. Not by the clock: on a machine
 * with more to do than cores, that would end sound tests. A step counts for its length at most, because a process that
 * was halted meanwhile finds itself idle all the time.
 */
function endingWhenIdle(run: () => unknown): () => Promise<void> {
  return async () => {
    let watch: NodeJS.Timeout | undefined;
    const idle = new Promise<never>((_resolve, reject) => {
      let before = performance.eventLoopUtilization().idle;
      let total = 0;
      watch = setInterval(() => {
        const now = performance.eventLoopUtilization().idle;
        total += Math.min(now - before, STEP_MS);
        before = now;
        if (total > MOST_IDLE_MS) reject(new Error('waits without end'));
      }, STEP_MS);
    });
    await Promise.race([run(), idle]).finally(() => clearInterval(watch));
  };
}

/** Vitest finds where a test stands by the name under which its file was imported, round and all. */
function plain(file: string): string {
  return file.replace(/\?.*$/, '');
}

function settings(root: string): VitestRunner['config'] {
  return {
    root,
    setupFiles: [],
    name: undefined,
    passWithNoTests: true,
    testNamePattern: undefined,
    allowOnly: false,
    sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
    chaiConfig: undefined,
    maxConcurrency: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    retry: 0,
    includeTaskLocation: true,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  };
}

interface Plugin {
  readonly kind: 'TestRunner';
  readonly name: string;
  readonly factory: () => TestsInProcess;
}

/** By this name Stryker finds it. */
export const strykerPlugins: readonly Plugin[] = [
  { kind: 'TestRunner', name: 'in-process', factory: () => new TestsInProcess() },
];
