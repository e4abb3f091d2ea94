/** How often something may happen: so many a minute on average, so many at once. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

const MINUTE_MS = 60_000;

/** A bucket that fills by the minute and pays one token for each take. Full at the start. */
export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** Zero where a token was there and is taken now, else the milliseconds until there is one. */
  take({ perMinute, burst }: Rate, now: number): number {
    const gained = (Math.max(0, now - this.#at) * perMinute) / MINUTE_MS;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#at = now;
    if (this.#tokens >= 1) {
      this.#tokens--;
      return 0;
    }
    return Math.ceil(((1 - this.#tokens) * MINUTE_MS) / perMinute);
  }
}
