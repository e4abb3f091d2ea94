import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { type ServerSpec, Upstream, type UpstreamLogEntry, UpstreamPool } from '../../src/sources/index.ts';

const CASES = new URL('../cases/servers/', import.meta.url);
const FIXTURES = new URL('./fixtures/', import.meta.url);

export interface SpecOptions extends Omit<ServerSpec, 'name' | 'transport'> {
  readonly env?: Readonly<Record<string, string>>;
  /** After the script's own name on the command line. */
  readonly args?: readonly string[];
}

/** A misbehaving server of `test/cases/servers`, or a fixture of this folder, as a local upstream. */
export function nodeServer(
  name: string,
  file: string,
  { env = {}, args = [], ...limits }: SpecOptions = {},
): ServerSpec {
  return { name, transport: { kind: 'stdio', command: process.execPath, args: [file, ...args], env }, ...limits };
}

export function caseFile(name: string): string {
  return fileURLToPath(new URL(`${name}.mjs`, CASES));
}

export function fixtureFile(name: string): string {
  return fileURLToPath(new URL(`${name}.mjs`, FIXTURES));
}

export const CASE_FOLDER: string = fileURLToPath(CASES);

const open: { close(): Promise<void> }[] = [];

/** Everything opened through this module is closed after each test, so that a failed test leaves no process behind. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
}

export function openUpstream(spec: ServerSpec, log: (entry: UpstreamLogEntry) => void = () => {}): Upstream {
  const upstream = new Upstream(spec, { clientInfo: { name: 'toolscout-test', version: '0' }, log });
  open.push(upstream);
  return upstream;
}

export function openPool(
  specs: readonly ServerSpec[],
  log: (entry: UpstreamLogEntry) => void = () => {},
): UpstreamPool {
  const pool = new UpstreamPool(specs, { clientInfo: { name: 'toolscout-test', version: '0' }, log });
  open.push(pool);
  return pool;
}

/** A ready upstream over one of the misbehaving servers. */
export async function startCase(name: string, options: SpecOptions = {}): Promise<Upstream> {
  const upstream = openUpstream(nodeServer(name, caseFile(name), options));
  await upstream.start();
  return upstream;
}

/** Resolves at the first change after which the condition holds; the test's own time-out is the limit. */
export function until(source: { onChange(listener: () => void): () => void }, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (condition()) return resolve();
    const stop = source.onChange(() => {
      if (!condition()) return;
      stop();
      resolve();
    });
  });
}

export function textOf(result: Readonly<Record<string, unknown>>): string {
  return (result.content as { text: string }[])[0]?.text ?? '';
}

/** The counters that each misbehaving server keeps. */
export async function probe(upstream: Upstream): Promise<ProbeState> {
  return JSON.parse(textOf(await upstream.callTool('probe_state', {}))) as ProbeState;
}

export interface ProbeState {
  readonly pid: number;
  readonly initialize: number;
  readonly list: number;
  readonly calls: number;
  readonly cancelled: readonly unknown[];
  readonly progressTokens: number;
}

/** A word on the command line by which all processes of a test can be found again. */
export function processMark(): string {
  return `--mark=${randomUUID()}`;
}

/** Process ids whose command line holds the text. Zombies count as gone: nobody can be reached under them. */
export function processesWith(text: string): number[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && !match[2]?.startsWith('Z') && match[3]?.includes(text))
    .map((match) => Number(match?.[1]));
}

/** Names of the tools without the counters' own. */
export function toolNames(upstream: Upstream): string[] {
  return upstream
    .tools()
    .map((tool) => tool.name)
    .filter((name) => name !== 'probe_state');
}
