import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROOF_STEPS, type ProofStep } from './steps.ts';

/**
 * `npm run proof`: everything that CI samples, whole. Runs the steps one after the other, keeps their output in files, and
 * prints one line each, with the last line of the output while a step takes long; `--only NAME,…` picks some. What came of
 * each step stands with its date and machine in `results.json` beside this file, or in `--json FILE`: a step that is run
 * again takes the place of its last run, the others stay.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' }, list: { type: 'boolean' } },
});

interface Outcome {
  readonly name: string;
  readonly shows: string;
  readonly command: string;
  readonly code: number;
  readonly seconds: number;
  /** When it ended. */
  readonly date: string;
  readonly commit: string;
  /** How many processes wanted a core in the last minutes: seconds on a busy machine say nothing. */
  readonly load: number;
  readonly machine: Readonly<Record<string, unknown>>;
}

/** How often a step that takes long says how far it is. */
const PROGRESS_MS = 60_000;

const ROOT = resolve(import.meta.dirname, '../..');
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !PROOF_STEPS.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(
    `There is no step ${unknown.join(', ')}. Steps: ${PROOF_STEPS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
const steps = PROOF_STEPS.filter(({ name }) => wanted === undefined || wanted.includes(name));
if (values.list === true) {
  for (const { name, shows } of steps) process.stdout.write(`${name.padEnd(12)} ${shows}\n`);
  process.exit(0);
}

const logs = mkdtempSync(join(tmpdir(), 'toolscout-proof-'));
const outcomes: Outcome[] = [];
for (const [i, step] of steps.entries()) {
  process.stdout.write(`[${i + 1}/${steps.length}] ${step.name.padEnd(12)} `);
  const log = join(logs, `${step.name}.log`);
  const outcome = await run(step, log);
  outcomes.push(outcome);
  process.stdout.write(`${outcome.code === 0 ? 'ok' : `FAILED (${outcome.code})`} in ${outcome.seconds} s  ${log}\n`);
  // After each step: what is long done must not be lost by one that is interrupted.
  keep(outcome, values.json ?? join(import.meta.dirname, 'results.json'));
}
const failed = outcomes.filter(({ code }) => code !== 0);
process.stdout.write(`${outcomes.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run({ name, shows, command, env = {} }: ProofStep, log: string): Promise<Outcome> {
  const output = createWriteStream(log);
  const begin = performance.now();
  const child = spawn(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(output, { end: false });
    stream.on('data', (chunk: Buffer) => {
      said = chunk.toString().trimEnd().split('\n').at(-1) ?? said;
    });
  }
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - begin) / 1_000);
    process.stdout.write(`\n  ${seconds} s: ${said.slice(0, 120)} `);
  }, PROGRESS_MS);
  return new Promise((done) => {
    const end = (code: number): void => {
      clearInterval(progress);
      output.end();
      const seconds = Math.round((performance.now() - begin) / 100) / 10;
      done({
        name,
        shows,
        command: [...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...command].join(' '),
        code,
        seconds,
        date: new Date().toISOString(),
        commit: commit(),
        load: Math.round(loadavg()[1]! * 10) / 10,
        machine: machine(),
      });
    };
    child.once('error', (error) => {
      output.write(`${error.message}\n`);
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Puts an outcome into the file, in the order of the steps. */
function keep(outcome: Outcome, file: string): void {
  const kept: readonly Outcome[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).steps : [];
  const steps = PROOF_STEPS.flatMap(({ name }) =>
    name === outcome.name ? [outcome] : kept.filter((one) => one.name === name),
  );
  writeFileSync(file, `${JSON.stringify({ steps }, null, 2)}\n`);
}

function commit(): string {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
}

function machine(): Readonly<Record<string, unknown>> {
  const [first] = cpus();
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}
