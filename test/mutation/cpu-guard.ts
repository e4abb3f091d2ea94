import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Ends the process where one round takes more of a processor than it may. Not by the clock: a machine that is shared lets
 * a process wait for minutes, and a loop without end leaves no timer a turn.
 */
const MOST_CPU_MS = 30_000;
const EVERY_MS = 500;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000);
};

/** Call it when a round begins, and again when it is over. */
export interface CpuGuard {
  begin(): void;
  end(): void;
}

/** Watches this process from a thread of its own. */
export function guardCpu(): CpuGuard {
  // 0: no round is under way; else what the process had taken by then.
  const since = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: since }).unref();
  return {
    begin: () => void Atomics.store(since, 0, Math.max(1, cpuMs())),
    end: () => void Atomics.store(since, 0, 0),
  };
}

if (!isMainThread && workerData instanceof Int32Array) {
  const since = workerData;
  setInterval(() => {
    const begun = Atomics.load(since, 0);
    if (begun > 0 && cpuMs() - begun > MOST_CPU_MS) process.kill(process.pid, 'SIGKILL');
  }, EVERY_MS);
}
