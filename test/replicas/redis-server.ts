import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCertificate } from '../certificate.ts';

/** The binary of a Redis or Valkey server, where `run.sh` has found one; tests that need it are skipped without it. */
export const REDIS_SERVER: string | undefined = process.env.TOOLSCOUT_REDIS_SERVER;

export interface TestRedis {
  readonly url: string;
  /** Ends it as a machine that loses power does. */
  kill(): Promise<void>;
  /** Starts it again at the same address, with nothing in it. */
  restart(): Promise<void>;
  /** It takes requests and answers none. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** A server of its own on a free port, in a folder of its own, writing nothing to disk. */
export async function startRedis(
  options: { readonly password?: string; readonly certificate?: TestCertificate } = {},
): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-redis-'));
  const port = await freePort();
  const { password, certificate } = options;
  const settings = [
    ...(certificate === undefined ? ['--port', String(port)] : overTls(port, certificate)),
    ...(password === undefined ? [] : ['--requirepass', password]),
  ];
  let child = await launch(folder, settings);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `${certificate === undefined ? 'redis' : 'rediss'}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      child = await launch(folder, settings);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @throws by ending, where the server was built without TLS */
function overTls(port: number, { certFile, keyFile }: TestCertificate): readonly string[] {
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
  return ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...files];
}

async function launch(folder: string, own: readonly string[]): Promise<ChildProcess> {
  const settings = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const child = spawn(REDIS_SERVER!, [...settings, ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('eady to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    child.once('error', reject);
  });
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
