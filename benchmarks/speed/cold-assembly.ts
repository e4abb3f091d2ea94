import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PEERS } from '../peers/node/index.ts';
import { installPeer } from '../peers/node/install.ts';
import type { Goal, Progress, Row, Skipped } from '../rows.ts';
import { median, spread } from '../statistics.ts';
import type { ColdAssembly } from './cold-child.ts';

/** From the files of 62 recorded servers to the first answer, everything cold, on two cores. */
const GOAL_MS = 1000;
const CHILD_TIMEOUT_MS = 120_000;

export interface ColdResult {
  readonly rows: readonly Row[];
  readonly skipped: readonly Skipped[];
  readonly goal: Goal;
}

interface Contestant {
  readonly label: string;
  /** Script beside this one that assembles once and prints a {@link ColdAssembly}. */
  readonly script: string;
  /** What it needs besides the data folder. */
  readonly args: readonly string[];
}

/**
 * Times cold assembly, every contestant in fresh processes, `rounds` times, taking turns within a round and starting
 * each round with another one, so that whatever else the machine does hits all alike.
 */
export async function measureColdAssembly(
  dataRoot: string,
  rounds: number,
  withPeers: boolean,
  progress: Progress,
): Promise<ColdResult> {
  const { contestants, skipped } = await gather(withPeers, progress);
  const runs = new Map<Contestant, ColdAssembly[]>(contestants.map((one) => [one, []]));
  for (let round = 0; round < rounds; round++) {
    progress(`cold assembly, round ${round + 1} of ${rounds}`);
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length]!;
      runs.get(contestant)!.push(await assembleInChild(contestant, join(dataRoot, 'real-servers')));
    }
  }
  const rows = contestants.map((contestant) => toRow(contestant, runs.get(contestant)!));
  const value = Math.round(median(runs.get(contestants[0]!)!.map(totalMs)));
  const what = 'cold assembly of the recorded servers, parse to first answer, ms';
  return { rows, skipped, goal: { row: 'cold', what, goal: GOAL_MS, value, met: value <= GOAL_MS, stretch: false } };
}

async function gather(
  withPeers: boolean,
  progress: Progress,
): Promise<{ contestants: readonly Contestant[]; skipped: readonly Skipped[] }> {
  const contestants: Contestant[] = [{ label: 'toolscout', script: 'cold-product.ts', args: [] }];
  const skipped: Skipped[] = [];
  for (const peer of withPeers ? PEERS : []) {
    progress(`installing ${peer.name}`);
    const installed = await installPeer(peer);
    if (installed.ok) {
      const args = [peer.name, installed.directory];
      contestants.push({ label: peer.packages[0]!, script: 'cold-peer.ts', args });
    } else {
      skipped.push({ what: `cold-assembly of ${peer.name}`, why: installed.why });
    }
  }
  return { contestants, skipped };
}

async function assembleInChild({ label, script, args }: Contestant, dir: string): Promise<ColdAssembly> {
  const command = [join(import.meta.dirname, script), dir, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: CHILD_TIMEOUT_MS });
  const assembly = JSON.parse(stdout) as ColdAssembly;
  if (assembly.found === 0) throw new Error(`${label} found nothing, so its times mean nothing`);
  return assembly;
}

function toRow(contestant: Contestant, runs: readonly ColdAssembly[]): Row {
  const phases = Object.keys(runs[0]!.phasesMs);
  return {
    bench: 'cold-assembly',
    contestant: contestant.label,
    figures: {
      tools: runs[0]!.tools,
      rounds: runs.length,
      totalMs: spread(runs.map(totalMs)),
      phasesMs: Object.fromEntries(phases.map((phase) => [phase, spread(runs.map((run) => run.phasesMs[phase]!))])),
    },
  };
}

const totalMs = (run: ColdAssembly): number => Object.values(run.phasesMs).reduce((sum, ms) => sum + ms, 0);
