const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** Nothing that a wait repairs: a missing command, a refused login, a foreign protocol version. */
const MAX_FAULT_DELAY_MS = 300_000;

/** A wait is shortened by up to this part of itself, so that many that failed together do not come back together. */
const JITTER = 0.2;

/** Waiting times between attempts: 1 s, 2 s, 4 s … 30 s, each less up to a fifth. */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 to 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts one more failure and says how long to wait before the next attempt. */
  next(kind: 'passing' | 'lasting' = 'passing'): number {
    const delay = FIRST_DELAY_MS * 2 ** Math.min(this.#failures, 20);
    this.#failures++;
    const longest = kind === 'lasting' ? MAX_FAULT_DELAY_MS : Math.min(delay, MAX_DELAY_MS);
    return Math.round(longest * (1 - JITTER * this.#random()));
  }

  reset(): void {
    this.#failures = 0;
  }
}
