import type { CallPolicy } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** What each client may do at most. Without a rate there is no limit. */
export interface RateLimitSettings {
  readonly calls?: Rate;
  readonly searches?: Rate;
}

/** Clients whose use is remembered; whoever was not heard of for longest begins with a full bucket again. */
const MAX_CLIENTS = 10_000;
/** Calls whose token is taken. A call is decided on again where a hook changed its arguments, and pays once. */
const MAX_PAID_CALLS = 10_000;
/** Requests that name no session are one client together: there is no telling them apart. */
const NO_SESSION = 'none';

/** Holds each client, which is each caller or else each session, to its rates. */
export class RateLimits {
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #paid = new Set<string>();
  #settings: RateLimitSettings;
  #refused = 0;

  constructor(settings: RateLimitSettings = {}, now: () => number = Date.now) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Requests refused so far. */
  get refused(): number {
    return this.#refused;
  }

  /** Other rates from now on; what was used stays used. */
  set(settings: RateLimitSettings = {}): void {
    this.#settings = settings;
  }

  /** Decides on calls. @throws ToolscoutError `RATE_LIMITED` */
  readonly policy: CallPolicy = (event) => this.policyFor(undefined)(event);

  /** Decides on the calls of a caller, however many sessions it has; where none is known, each session is one. */
  policyFor(caller: string | undefined): CallPolicy {
    return ({ session, callId }) => {
      if (this.#settings.calls === undefined || this.#paid.has(callId)) return true;
      this.#take('calls', this.#settings.calls, caller ?? session);
      this.#paid.add(callId);
      const [oldest] = this.#paid;
      if (this.#paid.size > MAX_PAID_CALLS && oldest !== undefined) this.#paid.delete(oldest);
      return true;
    };
  }

  /** @param session or the caller. @throws ToolscoutError `RATE_LIMITED` */
  search(session: string | undefined): void {
    if (this.#settings.searches !== undefined) this.#take('searches', this.#settings.searches, session);
  }

  #take(what: keyof RateLimitSettings, rate: Rate, session: string = NO_SESSION): void {
    const key = `${what}\n${session}`;
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate, now);
    // Most recently used last.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MAX_CLIENTS && oldest !== undefined) this.#buckets.delete(oldest);
    const waitMs = bucket.take(rate, now);
    if (waitMs === 0) return;
    this.#refused++;
    const { perMinute } = rate;
    throw new ToolscoutError('RATE_LIMITED', `This client may make ${perMinute} ${what} a minute, and has`, {
      next: `Wait ${Math.ceil(waitMs / 1000)} s before the next one.`,
      details: { limit: what, perMinute, retryAfterMs: waitMs, ran: false },
    });
  }
}
