const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** Nothing that a wait repairs: a missing command, a refused login, a foreign protocol version. */
const MAX_FAULT_DELAY_MS = 300_000;

/** Waiting times between attempts: 1 s, 2 s, 4 s … 30 s. No jitter: each server is one process of one gateway. */
export class Backoff {
  #failures = 0;

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts one more failure and says how long to wait before the next attempt. */
  next(kind: 'passing' | 'lasting' = 'passing'): number {
    const delay = FIRST_DELAY_MS * 2 ** Math.min(this.#failures, 20);
    this.#failures++;
    return kind === 'lasting' ? MAX_FAULT_DELAY_MS : Math.min(delay, MAX_DELAY_MS);
  }

  reset(): void {
    this.#failures = 0;
  }
}
