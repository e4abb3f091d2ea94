import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../rows.ts';
import { CONTESTANTS, type ContestantSpec } from './contestants.ts';
import { PeerProcess } from './peer-process.ts';
import type { Ready } from './protocol.ts';
import { tools } from './tools.ts';

/** What a build cost. */
export interface Built extends Ready {
  /** Of the whole process. */
  readonly cpuMs: number;
}

const TIMEOUT_MS = 1_800_000;

/**
 * Catalog and indexes: gigabytes, so outside of the repository, `$TOOLSCOUT_BENCH_WORK` or the system's temporary folder.
 * Indexes of peers are kept between runs with what building them has cost; ours are built anew in each.
 */
export class BenchFolder {
  readonly data: string;
  readonly #indexes: string;
  readonly #progress: Progress;
  readonly #fresh = new Set<string>();
  readonly #reuseOurs: boolean;

  constructor(progress: Progress, reuseOurs: boolean) {
    const root = process.env.TOOLSCOUT_BENCH_WORK ?? join(tmpdir(), 'toolscout-benchmark-engine');
    this.data = join(root, 'data');
    this.#indexes = join(root, 'indexes');
    this.#progress = progress;
    this.#reuseOurs = reuseOurs;
    mkdirSync(this.#indexes, { recursive: true });
  }

  /** A process of a contestant. @throws where something that it needs is not there */
  async start(name: string): Promise<PeerProcess> {
    return new PeerProcess(await specOf(name).command(tools), TIMEOUT_MS);
  }

  /** Builds the index of a contestant unless that was done. @throws what the contestant says went wrong */
  async build(name: string, n: number): Promise<Built> {
    const spec = specOf(name);
    const dir = this.#folder(spec, n);
    const record = join(dir, 'built.json');
    const isKept = spec.isOurs !== true || this.#reuseOurs || this.#fresh.has(dir);
    if (isKept && existsSync(record)) return JSON.parse(readFileSync(record, 'utf8')) as Built;
    this.#progress(`${name} builds an index of ${n} tools`);
    rmSync(dir, { recursive: true, force: true });
    const peer = await this.start(name);
    const ready = await peer.ask<Ready>({ op: 'build', data: this.data, n, dir });
    if (ready.error !== undefined) throw new Error(ready.error);
    const built: Built = { ...(ready as Ready), cpuMs: Math.round(peer.cpuMs()) };
    peer.kill();
    mkdirSync(dir, { recursive: true });
    writeFileSync(record, JSON.stringify(built));
    this.#fresh.add(dir);
    return built;
  }

  /** A contestant that has opened its index, or built it where it can do no other. */
  async open(name: string, n: number): Promise<{ readonly process: PeerProcess; readonly ready: Ready }> {
    const spec = specOf(name);
    const op = spec.opensNothing === true ? 'build' : 'open';
    const peer = await this.start(name);
    const ready = await peer.ask<Ready>({ op, data: this.data, n, dir: this.#folder(spec, n) });
    if (ready.error !== undefined) {
      peer.kill();
      throw new Error(ready.error);
    }
    return { process: peer, ready: ready as Ready };
  }

  #folder({ index }: ContestantSpec, n: number): string {
    return join(this.#indexes, `${index}-${n}`);
  }
}

function specOf(name: string): ContestantSpec {
  const spec = CONTESTANTS.get(name);
  if (spec === undefined) throw new RangeError(`--peers ${name} is none of ${[...CONTESTANTS.keys()].join(', ')}`);
  return spec;
}
