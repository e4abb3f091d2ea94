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
import { slopeOf, watchHeap } from './heap-growth.ts';
import { type LiveBytes, liveMemory } from './live-bytes.ts';

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
 * Bytes of values that a round may leave behind. Of the whole, four sessions that kept 1 KB each would be twice that; in
 * a sample, tables that grow are of the size of a leak, and only large ones are found.
 */
const MAX_BYTES_A_ROUND = PROOF ? 2_048 : 65_536;
/** Things of one kind that a session may leave behind, in the whole: what one in ten leaves behind is found. */
const MAX_THINGS_A_SESSION = 0.1;
/** Buffers come and go by 64 KB: two of them. */
const MAX_BYTES_OUTSIDE = 131_072;

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
  // Made before: what is kept of the rounds must not look like something that they leave behind.
  const live = Array.from({ length: ROUNDS }, (): LiveBytes => ({ values: 0, code: 0, outside: 0 }));
  let growth: ReturnType<typeof watchHeap> | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    if (round % RELOAD_EVERY === 0) {
      gateway.update({ servers: [spec('one'), spec(`two-${(round / RELOAD_EVERY) % 3}`)] });
      await gateway.settled();
    }
    clients.stdin.write(`${round}\n`);
    expect((await done.next()).value).toBe(String(round));
    Object.assign(live[round]!, liveMemory());
    // Before the rounds that are compared: taking it leaves something behind as well.
    if (PROOF && round === WARM_UP - 1) growth = watchHeap();
  }
  const more = await growth?.();
  clients.stdin.end();
  await ended;
  const warm = live.slice(WARM_UP);
  const half = Math.floor(warm.length / 2);
  const [values, code] = [slopeOf(warm.map((one) => one.values)), slopeOf(warm.map((one) => one.code))];
  const outside = middleOutside(warm.slice(half)) - middleOutside(warm.slice(0, half));
  console.info(
    `Soak: ${ROUNDS * SESSIONS_A_ROUND} sessions, a round leaves ${Math.round(values)} bytes of values and ${Math.round(code)} of compiled code, ${mebibytes(warm[0]!.values)} to ${mebibytes(warm.at(-1)!.values)} MiB; ${outside} bytes more outside the heap; more of: ${JSON.stringify(more?.slice(0, 8))}`,
  );
  expect(values).toBeLessThan(MAX_BYTES_A_ROUND);
  const sessions = (ROUNDS - WARM_UP) * SESSIONS_A_ROUND;
  expect(more?.filter(([, count]) => count > MAX_THINGS_A_SESSION * sessions) ?? []).toEqual([]);
  expect(outside).toBeLessThan(MAX_BYTES_OUTSIDE);
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

/** Outside the heap, in the round in the middle: some hold buffers of what was just under way, and a count of the heap lets go of some. */
function middleOutside(rounds: readonly LiveBytes[]): number {
  return rounds.map(({ outside }) => outside).sort((a, b) => a - b)[rounds.length >> 1]!;
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
