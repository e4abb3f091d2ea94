import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROOF_STEPS, type ProofStep } from './steps.ts';

/**
 * `npm run proof`: everything that CI samples, whole. Runs the steps one after the other, keeps their output in files, and
 * prints one line each; `--only NAME,…` picks some, `--json FILE` writes what came of them, with date and machine.
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
  readonly log: string;
}

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
  const outcome = await run(step);
  outcomes.push(outcome);
  process.stdout.write(
    `${outcome.code === 0 ? 'ok' : `FAILED (${outcome.code})`} in ${outcome.seconds} s  ${outcome.log}\n`,
  );
}
const failed = outcomes.filter(({ code }) => code !== 0);
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ date: new Date().toISOString(), machine: machine(), steps: outcomes.map(withoutLog) }, null, 2)}\n`,
  );
}
process.stdout.write(`${outcomes.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run({ name, shows, command, env = {} }: ProofStep): Promise<Outcome> {
  const log = join(logs, `${name}.log`);
  const output = createWriteStream(log);
  const begin = performance.now();
  const child = spawn(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  return new Promise((done) => {
    const end = (code: number): void => {
      output.end();
      const seconds = Math.round((performance.now() - begin) / 100) / 10;
      done({
        name,
        shows,
        command: [...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...command].join(' '),
        code,
        seconds,
        log,
      });
    };
    child.once('error', (error) => {
      output.write(`${error.message}\n`);
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

function withoutLog({ log: _, ...rest }: Outcome): Omit<Outcome, 'log'> {
  return rest;
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
