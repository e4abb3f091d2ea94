import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Gateway, serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { connectHttp, processesWith } from '../e2e/gateway-process.ts';
import { nodeServer } from '../upstreams/harness.ts';
import { liveBytes } from './live-bytes.ts';

/** `PROOF=1` runs the whole of it; without, a sample. */
const SIZE =
  process.env.PROOF === '1'
    ? { servers: 50, misbehaving: 10, clients: 20, calls: 5_000 }
    : { servers: 10, misbehaving: 3, clients: 6, calls: 300 };
const FAULTS = ['crash', 'hang', 'garbage'] as const;
/** Calls of one client that are under way at once. */
const AT_ONCE = 4;
/** What the test itself keeps of a call is part of it. */
const MAX_BYTES_PER_CALL = 8_192;
const FIXTURE = resolve(import.meta.dirname, 'fixtures/chaos-server.mjs');

interface Answer {
  readonly server: string;
  readonly id: string;
  readonly isError: boolean;
  readonly text: string;
}

/** Numbers that are the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('many clients over many servers of which some misbehave', () => {
  it('get one answer to each call, their own, and leave no process behind', { timeout: 900_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-chaos-'));
    const ledger = join(folder, 'ledger');
    writeFileSync(ledger, '');
    const mark = `chaos-${process.pid}-${Date.now()}`;
    const specs = Array.from({ length: SIZE.servers }, (_, n) => {
      const chaos = n < SIZE.misbehaving ? FAULTS[n % FAULTS.length]! : n % 2 === 0 ? 'late' : 'none';
      const env = { CHAOS: chaos, LEDGER: ledger, SERVER: `s${n}`, SEED: String(n + 1) };
      return nodeServer(`s${n}`, FIXTURE, { env, args: [mark], callTimeoutMs: n < SIZE.misbehaving ? 1_000 : 60_000 });
    });
    const gateway = new Gateway({ servers: specs });
    const http = await serveGatewayHttp(gateway, { port: 0 }, silentLogger());
    gateway.start();
    await gateway.settled();
    const clients = await Promise.all(
      Array.from({ length: SIZE.clients }, (_, n) => connectHttp(http.url, n % 2 === 0 ? 'legacy' : 'modern')),
    );

    const answers: Answer[] = [];
    let halfway = 0;
    const share = Math.ceil(SIZE.calls / SIZE.clients);
    await Promise.all(
      clients.map(async (client, who) => {
        const chance = chances(who + 1);
        let next = 0;
        const work = async (): Promise<void> => {
          for (let n = next++; n < share; n = next++) {
            const server = `s${Math.floor(chance() * SIZE.servers)}`;
            const id = `c${who}-${n}`;
            const call = { name: 'tool_call', arguments: { name: `${server}__mark`, arguments: { id } } };
            const { isError = false, content } = await client.callTool(call, { timeout: 120_000 });
            const [first] = content;
            answers.push({ server, id, isError, text: first?.type === 'text' ? first.text : '' });
            // Indexes and models are there by then; what grows from here on grows by calls.
            if (answers.length === Math.floor(SIZE.calls / 2)) halfway = liveBytes();
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
      }),
    );

    expect(answers).toHaveLength(share * SIZE.clients);
    const sound = answers.filter(({ isError }) => !isError);
    // Its own answer, from the server that it asked.
    expect(sound.filter(({ server, id, text }) => text !== `${server} ${id}`)).toEqual([]);
    const isSound = (server: string): boolean => Number(server.slice(1)) >= SIZE.misbehaving;
    expect(answers.filter(({ server, isError }) => isError && isSound(server))).toEqual([]);
    const failed = answers.filter(({ isError }) => isError);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter(({ text }) => !/"code":"(?:SERVER|CALL)_[A-Z]+"/.test(text))).toEqual([]);
    const done = readFileSync(ledger, 'utf8').trimEnd().split('\n');
    expect(done.length - new Set(done).size).toBe(0);
    const ran = new Set(done);
    expect(sound.filter(({ server, id }) => !ran.has(`${server} ${id}`))).toEqual([]);

    if (process.env.PROOF === '1') {
      const grown = liveBytes() - halfway;
      expect(grown / (answers.length / 2)).toBeLessThan(MAX_BYTES_PER_CALL);
    }
    await Promise.all(clients.map((client) => client.close()));
    await http.close();
    await gateway.close();
    if (process.platform === 'linux') expect(processesWith(mark)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});
