import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Progress, Row, Skipped } from '../rows.ts';
import { median } from '../statistics.ts';
import { GATEWAY_CONTESTANTS, type GatewayContestant } from './gateway-contestants.ts';

const WARM_CALLS = 100;
const CALLS_A_ROUND = 100;
/** Servers behind a gateway start with it. */
const READY_MS = 30_000;

/** A contestant whose process runs. */
interface Open {
  readonly contestant: GatewayContestant;
  readonly client: Client;
  readonly times: number[];
}

/**
 * Times a call of one tool over stdio: from the server itself, through Toolscout in both of its faces, and through two
 * other gateways. All processes run at once, and take turns of some calls each, so that whatever else the machine does
 * meets all of them alike.
 */
export async function measureGatewayOverhead(
  rounds: number,
  withPeers: boolean,
  progress: Progress,
): Promise<{ readonly rows: readonly Row[]; readonly skipped: readonly Skipped[] }> {
  const skipped: Skipped[] = [];
  const open: Open[] = [];
  const root = mkdtempSync(join(tmpdir(), 'toolscout-overhead-'));
  try {
    for (const [name, make] of Object.entries(GATEWAY_CONTESTANTS)) {
      if (!withPeers && name !== 'direct' && !name.startsWith('toolscout')) continue;
      progress(`starting ${name}`);
      try {
        open.push(await start(await make(mkdtempSync(join(root, 'c-')))));
      } catch (error) {
        skipped.push({ what: `gateway-overhead, ${name}`, why: String(error).split('\n')[0]! });
      }
    }
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      // Another one begins each round: whoever follows the slowest would always meet its cache.
      for (let i = 0; i < open.length; i++) await callMany(open[(round + i) % open.length]!);
    }
    const direct = open.find(({ contestant }) => contestant.name === 'direct');
    const base = direct === undefined ? Number.NaN : median(direct.times);
    return {
      rows: open.map(({ contestant, times }) => ({
        bench: 'gateway-overhead',
        contestant: contestant.name,
        figures: {
          calls: times.length,
          medianMs: hundredths(median(times)),
          p95Ms: hundredths([...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!),
          addedMs: hundredths(median(times) - base),
          timesDirect: hundredths(median(times) / base),
        },
      })),
      skipped,
    };
  } finally {
    await Promise.all(open.map(({ client }) => client.close()));
    rmSync(root, { recursive: true, force: true });
  }
}

async function start(contestant: GatewayContestant): Promise<Open> {
  const { command, args, env, cwd } = contestant;
  const client = new Client({ name: 'benchmark', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      stderr: 'ignore',
      ...(env === undefined ? {} : { env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env } }),
      ...(cwd === undefined ? {} : { cwd }),
    }),
  );
  const opened = { contestant, client, times: [] };
  await untilReady(opened);
  for (let i = 0; i < WARM_CALLS; i++) await call(opened, `warm ${i}`);
  return opened;
}

async function untilReady(one: Open): Promise<void> {
  const end = performance.now() + READY_MS;
  for (;;) {
    try {
      return await call(one, 'ready?');
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function callMany(one: Open): Promise<void> {
  for (let i = 0; i < CALLS_A_ROUND; i++) {
    const text = `call ${one.times.length}`;
    const begin = performance.now();
    await call(one, text);
    one.times.push(performance.now() - begin);
  }
}

/** A call whose answer is not the text that was sent counts for nothing. */
async function call({ contestant, client }: Open, text: string): Promise<void> {
  const result = await client.callTool(contestant.call(text));
  if (!JSON.stringify(result.content).includes(text)) {
    throw new Error(`${contestant.name} answered ${JSON.stringify(result).slice(0, 200)}`);
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
