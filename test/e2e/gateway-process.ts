import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The binary as users run it: built, and on the Node that runs the tests. */
export const BINARY: string = resolve(import.meta.dirname, '../../dist/cli.mjs');
export const CASE_SERVERS: string = resolve(import.meta.dirname, '../cases/servers');

export type Era = 'legacy' | 'modern';

/** How a client asks for an era: a plain 2025 handshake, or the 2026 revision and nothing else. */
export const negotiation = (era: Era): ClientOptions =>
  era === 'legacy' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } };

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A misbehaving server from the cases. */
export const caseServer = (file: string, env: Record<string, string> = {}): ServerEntry => ({
  command: process.execPath,
  args: [join(CASE_SERVERS, file)],
  env,
});

/** Writes a configuration into a fresh folder. */
export function writeConfig(
  mcpServers: Readonly<Record<string, ServerEntry>>,
  more: Record<string, unknown> = {},
): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-e2e-'));
  const path = join(folder, 'toolscout.json');
  writeFileSync(path, JSON.stringify({ mcpServers, ...more }));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts `toolscout serve` under an SDK client over stdio. */
export async function connectStdio(config: string, era: Era): Promise<{ client: Client; pid: number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'serve', '--config', config],
    env: { ...process.env, TOOLSCOUT_LOG: 'silent' } as Record<string, string>,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'e2e', version: '1.0.0' }, negotiation(era));
  await client.connect(transport);
  return { client, pid: transport.pid! };
}

/** Starts `toolscout serve --http 0`, with further arguments, and waits until it says where it listens. */
export async function startHttp(
  config: string,
  more: readonly string[] = [],
): Promise<{ url: string; child: ChildProcess; stop: () => Promise<number | null> }> {
  const child = spawn(process.execPath, [BINARY, 'serve', '--config', config, '--http', '0', ...more], {
    env: { ...process.env, TOOLSCOUT_LOG: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((done, fail) => {
    let text = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = /http:\/\/\S+\/mcp/.exec(text);
      if (match !== null) done(match[0]);
    });
    child.once('exit', (code) => fail(new Error(`gateway exited with ${code}: ${text}`)));
  });
  const stop = () =>
    new Promise<number | null>((done) => {
      child.removeAllListeners('exit');
      child.once('exit', (code) => done(code));
      child.kill('SIGTERM');
    });
  return { url, child, stop };
}

/** A client of a gateway of its own over either transport; `close` ends both. */
export async function connectGateway(
  config: string,
  transport: 'stdio' | 'http',
  era: Era,
): Promise<{ client: Client; close: () => Promise<void> }> {
  if (transport === 'stdio') {
    const { client } = await connectStdio(config, era);
    return { client, close: () => client.close() };
  }
  const http = await startHttp(config);
  const client = await connectHttp(http.url, era);
  const close = async (): Promise<void> => {
    await client.close();
    await http.stop();
  };
  return { client, close };
}

export async function connectHttp(url: string, era: Era): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, negotiation(era));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Live processes whose command line holds the text, by looking through /proc. Linux only; elsewhere empty. */
export function processesWith(text: string): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const alive = !/^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'));
        return alive && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text) ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Calls a tool and returns the structured answer, or the parsed text where there is none. */
export async function ask(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args });
  return (result.structuredContent ?? { content: result.content, isError: result.isError }) as Record<string, unknown>;
}
