/** Why a call was ended from this side. */
export type DeadlineOutcome = 'silence' | 'total' | 'cancelled';

export interface DeadlineLimits {
  /** Time without any sign of life. */
  readonly silenceMs: number;
  /** Time in all. */
  readonly totalMs: number;
  /** The caller's own wish to stop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The clock of one call. The SDK's own time-outs are not used: its total limit is looked at only when progress
 * arrives, and then without telling the server that the call was given up.
 */
export class CallDeadline {
  readonly limits: DeadlineLimits;
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#end('cancelled', 'cancelled by the caller');
  #silence: NodeJS.Timeout;
  #outcome: DeadlineOutcome | undefined;
  /** Questions to people that are open: as long as there are any, no silence is counted. */
  #holds = 0;

  constructor(limits: DeadlineLimits) {
    this.limits = limits;
    this.#total = setTimeout(() => this.#end('total', 'total time-out'), limits.totalMs);
    this.#silence = this.#armSilence();
    limits.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (limits.signal?.aborted) this.#onAbort();
  }

  /** Aborts when the call is to end. The reason is a short text: it goes to the server as it is. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Undefined as long as this clock did not end the call. */
  get outcome(): DeadlineOutcome | undefined {
    return this.#outcome;
  }

  /** A sign of life: the silence starts anew. */
  touch(): void {
    clearTimeout(this.#silence);
    if (this.#outcome === undefined && this.#holds === 0) this.#silence = this.#armSilence();
  }

  /** Waits for somebody else than the server: no silence is counted until the returned function is called. */
  hold(): () => void {
    let held = true;
    this.#holds++;
    clearTimeout(this.#silence);
    return () => {
      if (!held) return;
      held = false;
      this.#holds--;
      this.touch();
    };
  }

  /** Must be called once the call is over, or its timers run on. */
  stop(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
    this.limits.signal?.removeEventListener('abort', this.#onAbort);
  }

  #armSilence(): NodeJS.Timeout {
    return setTimeout(() => this.#end('silence', 'time-out'), this.limits.silenceMs);
  }

  #end(outcome: DeadlineOutcome, reason: string): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.stop();
    this.#controller.abort(reason);
  }
}
