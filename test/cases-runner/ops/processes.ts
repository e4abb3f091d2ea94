import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { serveGatewayHttp } from '../../../src/gateway/index.ts';
import { isObject, listOf, own, textsOf } from '../json.ts';
import type { OpResult } from '../outcome.ts';
import { type RunningCli, startCli } from '../product/command-line.ts';
import { killNow } from '../product/processes.ts';
import type { OpContext, OpGroup } from './op.ts';

/** How long answers on the raw stream are waited for, and how long an end is. */
const ANSWER_MS = 20_000;
const END_MS = 10_000;

/** The product as processes of its own: its command line, its stdio, its HTTP. */
export const PROCESS_OPS: OpGroup = {
  gateway_raw: { fields: ['messages'], run: ({ messages }, context) => sendRaw(listOf(messages), context) },
  cli: {
    fields: ['args', 'stdin'],
    run: async ({ args, stdin }, { world }) => {
      const running = await startCli(world, textsOf(args));
      running.child.stdin?.end(typeof stdin === 'string' ? stdin : undefined);
      const { code, signal, stdout, stderr } = await running.ended;
      return {
        value: { code, stdout, stderr },
        text: stdout,
        exit: { code, signal, alive: false },
        ...(code === 0 ? {} : { failure: { code: 'EXIT', message: stderr, details: { code } } }),
      };
    },
  },
  http_get: {
    fields: ['path', 'headers'],
    unmapped: ({ path = '/mcp' }) =>
      ['/mcp', '/healthz', '/readyz', '/metrics'].includes(String(path))
        ? []
        : [`op http_get ${String(path)}: needs issue 10's HTTP API (not built yet)`],
    run: ({ path = '/mcp', headers }, context) => getOverHttp(String(path), headers, context),
  },
};

async function sendRaw(messages: readonly unknown[], { world }: OpContext): Promise<OpResult> {
  const running = await startCli(world, ['serve']);
  const wanted: unknown[] = [];
  for (const message of messages) {
    const wait = own(message, 'wait_ms');
    if (typeof wait === 'number') {
      await pause(wait);
      continue;
    }
    const raw = own(message, 'raw');
    running.child.stdin?.write(
      `${typeof message === 'string' ? message : typeof raw === 'string' ? raw : JSON.stringify(message)}\n`,
    );
    if (isObject(message) && message.id !== undefined && message.method !== undefined) wanted.push(message.id);
  }
  await answered(running, wanted);
  world.rememberProcesses();
  const alive = running.child.exitCode === null && running.child.signalCode === null;
  running.child.stdin?.end();
  const { code, signal, stdout } = await endOf(running);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { value: lines.map(parsed), text: stdout, lines, exit: { code, signal, alive } };
}

/** Resolves when every request has an answer, when the process ends, or when the time is over. */
async function answered({ child, output }: RunningCli, wanted: readonly unknown[]): Promise<void> {
  const deadline = Date.now() + ANSWER_MS;
  const missing = (): boolean => {
    const seen = output.stdout.split('\n').map(parsed);
    return wanted.some(
      (id) => !seen.some((message) => own(message, 'id') === id && own(message, 'method') === undefined),
    );
  };
  // Without a request there is nothing to wait for but the start itself.
  if (wanted.length === 0) await Promise.race([once(child, 'close'), pause(2_000)]);
  while (missing() && child.exitCode === null && Date.now() < deadline) await pause(20);
}

async function endOf({ child, ended }: RunningCli): Promise<Awaited<RunningCli['ended']>> {
  const timer = setTimeout(() => killNow([child.pid ?? 0].filter((pid) => pid > 0)), END_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

async function getOverHttp(path: string, headers: unknown, { world }: OpContext): Promise<OpResult> {
  const gateway = await world.gateway();
  const operations = { readiness: () => gateway.readiness(), metrics: () => gateway.metrics() };
  const serving = await serveGatewayHttp(gateway, { port: 0, operations }, world.log.logger);
  try {
    const response = await fetch(new URL(path, serving.url), { headers: (headers ?? {}) as Record<string, string> });
    const body = response.headers.get('content-type')?.includes('event-stream') === true ? '' : await response.text();
    const value = { status: response.status, headers: Object.fromEntries(response.headers), body };
    const message = `HTTP ${response.status}`;
    return {
      value,
      text: body,
      ...(response.ok ? {} : { failure: { code: 'HTTP', message, details: { status: response.status } } }),
    };
  } finally {
    await serving.close();
  }
}
