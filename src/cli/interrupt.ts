import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type EndSignal = (typeof SIGNALS)[number];

/** Servers are asked twice, two seconds each, before they are killed; whoever waits longer than this waits for nothing. */
const CLOSE_LIMIT_MS = 6_000;

/** Where signals come from and where the process ends; tests hold the other end. */
export interface InterruptTarget {
  on(signal: EndSignal, listener: (signal: EndSignal) => void): unknown;
  off(signal: EndSignal, listener: (signal: EndSignal) => void): unknown;
  exit(code: number): unknown;
}

/**
 * Makes a signal close what a command has open before the process ends with 128 + its number. A second signal ends it
 * at once. However it ends, processes of servers that are still there are killed on exit.
 * @returns the way to stop listening.
 */
export function closeOnInterrupt(close: () => Promise<void>, target: InterruptTarget = process): () => void {
  let interrupted = false;
  const onSignal = (signal: EndSignal): void => {
    const code = 128 + constants.signals[signal];
    if (interrupted) {
      target.exit(code);
      return;
    }
    interrupted = true;
    const limit = setTimeout(() => target.exit(code), CLOSE_LIMIT_MS);
    void close()
      .catch(() => {})
      .then(() => {
        clearTimeout(limit);
        target.exit(code);
      });
  };
  for (const signal of SIGNALS) target.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) target.off(signal, onSignal);
  };
}
