/** Why a clock ran out: the run took too long, or persons did. */
export type Expiry = 'run' | 'approval';

export interface RunClockOptions {
  readonly limitMs: number;
  /** All pauses together. */
  readonly pauseLimitMs: number;
  /** Called once, when either limit is reached. */
  readonly onExpire: (expiry: Expiry) => void;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
}

/** The wall clock of a run. It stands while a person is asked, and then another one runs. */
export class RunClock {
  readonly #options: RunClockOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #pauses = 0;
  /** When the present stretch, running or standing, began. */
  #since: number;
  #ranMs = 0;
  #stoodMs = 0;
  #stopped = false;

  constructor(options: RunClockOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#since = this.#now();
    this.#arm();
  }

  /** Time left of the run's own. */
  get remainingMs(): number {
    const running = this.#pauses === 0 && !this.#stopped ? this.#now() - this.#since : 0;
    return Math.max(0, this.#options.limitMs - this.#ranMs - running);
  }

  /** Time in which the clock stood, the present pause included. */
  get pausedMs(): number {
    return this.#stoodMs + (this.#pauses > 0 && !this.#stopped ? this.#now() - this.#since : 0);
  }

  get paused(): boolean {
    return this.#pauses > 0 && !this.#stopped;
  }

  /** Stops the clock until the function that comes back was called. Pauses may overlap. */
  pause(): () => void {
    this.#change(1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#change(-1);
    };
  }

  /** The run is over: nothing expires any more. */
  stop(): void {
    this.#account();
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #change(by: 1 | -1): void {
    this.#account();
    this.#pauses += by;
    if (!this.#stopped) this.#arm();
  }

  #account(): void {
    if (this.#stopped) return;
    const now = this.#now();
    if (this.#pauses > 0) this.#stoodMs += now - this.#since;
    else this.#ranMs += now - this.#since;
    this.#since = now;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const expiry: Expiry = this.#pauses > 0 ? 'approval' : 'run';
    const left = expiry === 'run' ? this.#options.limitMs - this.#ranMs : this.#options.pauseLimitMs - this.#stoodMs;
    this.#timer = setTimeout(
      () => {
        this.stop();
        this.#options.onExpire(expiry);
      },
      Math.max(0, left),
    );
  }
}
