import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { Gateway, serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import type { ServerSpec } from '../../src/sources/index.ts';
import { createMemoryStateStore } from '../../src/state/index.ts';
import { processesWith } from '../e2e/gateway-process.ts';
import { caseFile, nodeServer } from '../upstreams/harness.ts';
import { liveBytes } from './live-bytes.ts';

/**
 * What a busy team does in an hour: with `PROOF=1` 1,200 sessions, 9,600 operations and 60 reloads, a sample of that
 * otherwise. Rounds are counted, not seconds.
 */
const PROOF = process.env.PROOF === '1';
const ROUNDS = PROOF ? 300 : 12;
const SESSIONS_A_ROUND = 4;
/** Every so many rounds another server takes the place of one. */
const RELOAD_EVERY = 5;
/** Rounds in which caches, code and bounded stores are filled. */
const WARM_UP = Math.floor(ROUNDS / 3);
/**
 * Four sessions that are left behind take 80 KB, their long results as much again. In a sample, code that is compiled
 * and tables that grow are of that size, too: only the whole finds small leaks.
 */
const MAX_BYTES_A_ROUND = PROOF ? 16_384 : 131_072;

it('serves an hour of sessions, calls and reloads, and ends with what it began with', {
  timeout: 3_000_000,
}, async () => {
  const mark = `soak-${process.pid}-${Date.now()}`;
  const spec = (name: string): ServerSpec => nodeServer(name, caseFile('well-behaved'), { args: [mark] });
  const before = handles();
  // What is kept of sessions and results on purpose has bounds, which are reached while this warms up.
  const state = createMemoryStateStore({ maxEntries: 60, maxCharacters: 100_000 });
  const gateway = new Gateway({ servers: [spec('one'), spec('two')], state });
  const http = await serveGatewayHttp(gateway, { port: 0 }, silentLogger());
  gateway.start();
  await gateway.settled();
  // In a process of their own: what clients hold is theirs.
  const program = join(import.meta.dirname, 'fixtures/soak-clients.mjs');
  const clients = spawn(process.execPath, [program, http.url, String(SESSIONS_A_ROUND)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(clients, 'close');
  const done = createInterface({ input: clients.stdout })[Symbol.asyncIterator]();
  const live: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % RELOAD_EVERY === 0) {
      gateway.update({ servers: [spec('one'), spec(`two-${(round / RELOAD_EVERY) % 3}`)] });
      await gateway.settled();
    }
    clients.stdin.write(`${round}\n`);
    expect((await done.next()).value).toBe(String(round));
    live.push(liveBytes());
  }
  clients.stdin.end();
  await ended;
  const growth = slopeOf(live.slice(WARM_UP));
  console.info(
    `Soak: ${ROUNDS * SESSIONS_A_ROUND} sessions, ${Math.round(growth)} bytes of growth a round, from ${mebibytes(live[WARM_UP]!)} to ${mebibytes(live.at(-1)!)} MiB`,
  );
  expect(growth).toBeLessThan(MAX_BYTES_A_ROUND);
  await http.close();
  await gateway.close();
  await expect.poll(handles, { timeout: 30_000 }).toEqual(before);
  if (process.platform === 'linux') await expect.poll(() => processesWith(mark), { timeout: 30_000 }).toEqual([]);
});

/** What keeps a process alive or costs it a descriptor, by kind. */
function handles(): Readonly<Record<string, number>> {
  const count: Record<string, number> = {};
  // Timers of the test runner come and go.
  for (const kind of process.getActiveResourcesInfo().filter((one) => !/^(Timeout|Immediate)$/.test(one))) {
    count[kind] = (count[kind] ?? 0) + 1;
  }
  return count;
}

/** Bytes a round, by least squares: one round with garbage in it decides nothing. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let covariance = 0;
  let variance = 0;
  for (const [i, value] of values.entries()) {
    covariance += (i - middle) * (value - mean);
    variance += (i - middle) ** 2;
  }
  return covariance / variance;
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
