import { Backoff } from './backoff.ts';

/** A burst of notices becomes one list; long enough for a server that registers its tools one by one. */
const GATHER_MS = 100;
/** At most this often under a storm that does not end. */
const MIN_INTERVAL_MS = 1000;

/**
 * Turns any number of "the list changed" notices into few list requests. The wait is counted from the first notice
 * and never prolonged, so a server that never stops notifying is still listed.
 */
export class ListRefresh {
  readonly #refresh: () => Promise<void>;
  readonly #backoff = new Backoff(() => 0);
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  #due = 0;
  #running = false;
  #wanted = false;
  #stopped = false;
  #lastStart = Number.NEGATIVE_INFINITY;

  /** `refresh` lists once; a rejection is tried again with growing waits. It reports its own errors. */
  constructor(refresh: () => Promise<void>) {
    this.#refresh = refresh;
  }

  /** The list may have changed. */
  request(): void {
    if (this.#running) this.#wanted = true;
    else this.#schedule(Math.max(GATHER_MS, this.#lastStart + MIN_INTERVAL_MS - Date.now()));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(delayMs: number): void {
    const due = Date.now() + delayMs;
    // A notice may well bring a later retry forward, never the other way round.
    if (this.#stopped || (this.#timer !== undefined && this.#due <= due)) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, delayMs);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#wanted = false;
    this.#lastStart = Date.now();
    let retryMs: number | undefined;
    try {
      await this.#refresh();
      this.#backoff.reset();
    } catch {
      retryMs = this.#backoff.next();
    }
    this.#running = false;
    if (retryMs !== undefined) this.#schedule(retryMs);
    else if (this.#wanted) this.request();
  }
}
