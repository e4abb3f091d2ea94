import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dataRoot } from '../../data-root.ts';
import { BINARY, type ServerEntry } from '../gateway-process.ts';

const REPLAY = resolve(import.meta.dirname, 'replay-server.mjs');
const MODULES = resolve(import.meta.dirname, '../../../node_modules');
/** Each is a process; these are enough for tools that are confused with each other. */
const MAX_RECORDED = 24;

export interface LiveGateway {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly folder: string;
  stop(): Promise<void>;
}

const node = (...args: string[]): ServerEntry => ({ command: process.execPath, args });

/** The demo's servers that need no key and no browser of their own. */
export function demoServers(folder: string): Record<string, ServerEntry> {
  const official = (name: string, ...args: string[]): ServerEntry =>
    node(join(MODULES, '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js'), ...args);
  return {
    everything: official('everything', 'stdio'),
    filesystem: official('filesystem', folder),
    memory: official('memory'),
    'sequential-thinking': official('sequential-thinking'),
    github: official('github'),
  };
}

/** Recorded answers of real servers, where this machine has them. */
export function recordedServers(): Record<string, ServerEntry> {
  if (dataRoot === undefined) return {};
  const folder = join(dataRoot, 'real-servers');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'index.json');
  return Object.fromEntries(
    files
      .sort()
      .slice(0, MAX_RECORDED)
      .map((name) => [name.replace('.json', ''), node(REPLAY, join(folder, name))]),
  );
}

/** A server that lists so many tools. */
export function generatedServer(count: number): ServerEntry {
  return node(REPLAY, '--generate', String(count));
}

/** Starts the built binary over these servers and waits until it is ready. */
export async function startGateway(
  servers: (folder: string) => Readonly<Record<string, ServerEntry>>,
  more: Record<string, unknown> = {},
): Promise<LiveGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-browser-'));
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'notes.txt'), 'Buy milk.\n');
  const config = join(folder, 'toolscout.json');
  writeFileSync(config, JSON.stringify({ mcpServers: servers(files), ...more }));
  const child = spawn(process.execPath, [BINARY, 'serve', '--config', config, '--http', '0'], {
    env: { ...process.env, TOOLSCOUT_LOG: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      await new Promise<void>((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
        child.kill('SIGTERM');
      });
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const page = await new Promise<string>((done, fail) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = /Dashboard: (http:\S+)\/dashboard/.exec(text);
      if (match !== null) done(match[1]!);
    });
    child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
  for (;;) {
    // A gateway that reads a large list answers late, and may close a connection that was kept for the next question.
    const isReady = await fetch(`${page}/readyz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { origin: page, folder, stop };
    await new Promise((done) => setTimeout(done, 100));
  }
}
