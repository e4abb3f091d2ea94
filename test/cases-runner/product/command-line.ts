import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject } from '../json.ts';
import { currentStep } from './recorder.ts';
import type { World } from './world.ts';

/** The product's command line, run from source: the runner needs a Node that strips types anyway. */
const CLI = resolve(import.meta.dirname, '../../../src/cli/main.ts');
const FAKE_SERVER = join(import.meta.dirname, 'fake-server.mjs');

/** How a command line ended. */
export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line of the product that is running. */
export interface RunningCli {
  readonly child: ChildProcess;
  /** What came so far. */
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<CliResult>;
}

/** Starts the product's command line in the folder of the cases, with the setup of the world as its configuration. */
export async function startCli(world: World, args: readonly string[]): Promise<RunningCli> {
  const config = await writeConfig(world);
  const { TOOLSCOUT_LOG: level = 'debug', ...environment } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: world.folder,
    env: { ...environment, TOOLSCOUT_CONFIG: config, TOOLSCOUT_LOG: level, NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.on('error', () => {});
  const step = currentStep();
  const ended = new Promise<CliResult>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      world.log.add(output.stderr);
      collectCalls(world, step);
      done({ code, signal, ...output });
    });
  });
  return { child, output, ended };
}

/** The configuration of the world as a file, with its fake tools behind real processes. */
async function writeConfig(world: World): Promise<string> {
  const { plan, tmp } = world;
  const path = join(tmp, plan.format === 'toml' ? 'toolscout.toml' : 'toolscout.json');
  const text = await world.configText();
  if (plan.entries.length === 0) {
    writeFileSync(path, text);
    return path;
  }
  const config: unknown = JSON.parse(text);
  if (!isObject(config)) throw new Error('fake tools cannot be added to a configuration that is no object');
  const servers = new Set(plan.entries.map((entry) => entry.source.name));
  const fakes = [...servers].map((name, index) => {
    const file = join(tmp, `tools-${index}.json`);
    const tools = plan.entries.filter((entry) => entry.source.name === name).map((entry) => entry.definition);
    writeFileSync(file, JSON.stringify(tools));
    const env = { TOOLS_FILE: file, CALLS_FILE: callsFile(world), SERVER_NAME: name };
    return [name, { command: process.execPath, args: [FAKE_SERVER], env }];
  });
  const own = isObject(config.mcpServers) ? config.mcpServers : {};
  writeFileSync(path, JSON.stringify({ ...config, mcpServers: { ...own, ...Object.fromEntries(fakes) } }));
  return path;
}

function callsFile(world: World): string {
  return join(world.tmp, 'calls.jsonl');
}

/** Brings the calls that reached the fake processes into the record. */
function collectCalls(world: World, step: string): void {
  const file = callsFile(world);
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line !== '') world.recorder.calls.push({ step, ...JSON.parse(line) });
  }
  writeFileSync(file, '');
}
