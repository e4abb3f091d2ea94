import type { Tool } from '../tools/index.ts';

/**
 * `as-sent`: what a caller sends at once runs at once, as with direct calls. `in-order`: of the calls of one session,
 * those of tools that may change something wait for the ones before them; calls of read-only tools never wait.
 */
export type CallOrder = 'as-sent' | 'in-order';

/** Does the tool say that it changes nothing? Hints are the server's own word: they decide about order, not rights. */
export function isReadOnly(tool: Tool): boolean {
  return tool.annotations?.readOnlyHint === true;
}

/** A place in the line. */
export interface Turn {
  /** Resolves when all earlier turns of the session are over; at once for who need not wait. */
  readonly come: Promise<void>;
  /** There is somebody to wait for. */
  readonly waits: boolean;
  over(): void;
}

const AT_ONCE: Turn = { come: Promise.resolve(), waits: false, over: () => {} };

/** One line per session. */
export class CallQueue {
  readonly #order: CallOrder;
  readonly #last = new Map<string, Promise<void>>();

  constructor(order: CallOrder) {
    this.#order = order;
  }

  /** Takes a place. Whoever takes one must give it up with `over`, or the session stands still. */
  take(tool: Tool, session: string | undefined): Turn {
    if (this.#order === 'as-sent' || session === undefined || isReadOnly(tool)) return AT_ONCE;
    const ahead = this.#last.get(session);
    const come = ahead ?? Promise.resolve();
    let over: () => void = () => {};
    const mine = new Promise<void>((resolve) => {
      over = resolve;
    });
    const last = come.then(() => mine);
    this.#last.set(session, last);
    void last.then(() => {
      if (this.#last.get(session) === last) this.#last.delete(session);
    });
    return { come, waits: ahead !== undefined, over };
  }
}
