import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * Ends the process where one round takes more of a processor than it may. Not by the clock: a machine that is shared lets
 * a process wait for minutes, and a loop without end leaves no timer a turn.
 */
const EVERY_MS = 500;

/** What this process has taken of a processor. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000);
};

/** Call it when a round begins, and again when it is over. */
export interface CpuGuard {
  begin(mostMs: number): void;
  end(): void;
}

/** Watches this process from a thread of its own. */
export function guardCpu(): CpuGuard {
  // 0: no round is under way; else what the process may have taken by its end.
  const most = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: most }).unref();
  return {
    begin: (mostMs) => void Atomics.store(most, 0, cpuMs() + mostMs),
    end: () => void Atomics.store(most, 0, 0),
  };
}

if (!isMainThread && workerData instanceof Int32Array) {
  const most = workerData;
  setInterval(() => {
    const mayTake = Atomics.load(most, 0);
    if (mayTake > 0 && cpuMs() > mayTake) process.kill(process.pid, 'SIGKILL');
  }, EVERY_MS);
}
