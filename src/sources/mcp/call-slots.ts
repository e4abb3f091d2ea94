import { ToolscoutError } from '../../errors.ts';

export interface CallLimits {
  /** Requests that a server works on at once. */
  readonly maxConcurrent: number;
  /** Requests that wait for one of those to end; more are refused. */
  readonly maxQueued: number;
}

/**
 * The requests that one server works on. Beyond its limit they wait in the order they came; beyond the queue's they are
 * refused, so that a server which has stopped working cannot fill the gateway's memory with callers.
 */
export class CallSlots {
  readonly #server: string;
  readonly #limits: CallLimits;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(server: string, limits: CallLimits) {
    this.#server = server;
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a place and returns the function that gives it back. Where the signal aborts first it resolves to
   * undefined.
   * @throws ToolscoutError `SERVER_BUSY` where even the queue is full.
   */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    const { maxConcurrent, maxQueued } = this.#limits;
    if (this.#running >= maxConcurrent) {
      if (this.#waiting.length >= maxQueued) throw this.#busy();
      if (!(await this.#turn(signal))) {
        this.#tellIdle();
        return undefined;
      }
    } else {
      this.#running++;
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#giveBack();
    };
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** True when the place of a request that ended was handed over, false when the signal aborted. */
  #turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(false);
        return;
      }
      const onAbort = (): void => {
        const place = this.#waiting.indexOf(onTurn);
        if (place >= 0) this.#waiting.splice(place, 1);
        resolve(false);
      };
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(onTurn);
    });
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    // The place goes to whoever waited longest, without a moment in which a newcomer could take it.
    if (next !== undefined) next();
    else {
      this.#running--;
      this.#tellIdle();
    }
  }

  #tellIdle(): void {
    if (this.#running > 0 || this.#waiting.length > 0) return;
    for (const tell of this.#idle.splice(0)) tell();
  }

  #busy(): ToolscoutError {
    const { maxConcurrent, maxQueued } = this.#limits;
    const message = `Server ${JSON.stringify(this.#server)} is busy: ${maxConcurrent} requests run and ${maxQueued} wait`;
    return new ToolscoutError('SERVER_BUSY', message, {
      next: 'Try again in a moment, with fewer calls at once.',
      details: { server: this.#server, maxConcurrent, maxQueued, ran: false },
    });
  }
}
