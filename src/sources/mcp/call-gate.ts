import { ToolscoutError } from '../../errors.ts';
import type { CallDeadline } from './call-deadline.ts';
import { deadlineError } from './call-failure.ts';
import { type CallLimits, CallSlots } from './call-slots.ts';
import { Circuit } from './circuit.ts';
import { unavailable } from './failures.ts';

/**
 * What stands between callers and one server, of whatever kind: it works on so many requests at once, and is left alone
 * for a while where it answers none.
 */
export class CallGate {
  readonly #server: string;
  readonly #slots: CallSlots;
  readonly #circuit = new Circuit();

  constructor(server: string, limits: CallLimits) {
    this.#server = server;
    this.#slots = new CallSlots(server, limits);
  }

  /**
   * Does the work once there is a place for it; what becomes of it counts for those who come after.
   * @throws ToolscoutError `SERVER_BUSY`, `SERVER_UNAVAILABLE` during a rest, or for a deadline that ended the wait
   */
  async pass<T>(deadline: CallDeadline, work: () => Promise<T>): Promise<T> {
    const over = await this.#place(deadline);
    try {
      const result = await work();
      this.#circuit.heard();
      return result;
    } catch (error) {
      this.#judge(error, deadline);
      throw error;
    } finally {
      over();
    }
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    return this.#slots.idle();
  }

  /** A place among the requests of this server. Who waits for one is not waiting for a sign of life. */
  async #place(deadline: CallDeadline): Promise<() => void> {
    const go = deadline.hold();
    try {
      const over = await this.#slots.take(deadline.signal);
      if (over === undefined) throw deadlineError(this.#server, 'a request', deadline, false);
      if (this.#circuit.admit()) return over;
      over();
      throw unavailable(this.#server, `it answered none of its last ${this.#circuit.silentCalls} calls`, {
        next: 'Use another tool, or try again in half a minute.',
        details: { ran: false },
      });
    } finally {
      go();
    }
  }

  #judge(error: unknown, deadline: CallDeadline): void {
    if (deadline.outcome === 'silence') this.#circuit.silent();
    else if (deadline.outcome === 'cancelled') this.#circuit.unknown();
    // A connection that was lost cost nobody a wait; the next one begins with a clean slate.
    else if (error instanceof ToolscoutError) this.#circuit.heard();
    else this.#circuit.unknown();
  }
}
