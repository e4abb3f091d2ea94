/** How a value came about: by a request of one's own, by another's that was under way, or from memory. */
export type Sharing = 'asked' | 'shared' | 'cached';

interface Running<T> {
  readonly value: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

/**
 * Requests by key: equal ones at one time are one, and finished ones are remembered, the least recently used forgotten
 * first. A request is aborted when the last who waited for it has given up; failures are never remembered. An answer
 * that comes after that is still an answer to the same question, and kept for whoever asks it next.
 */
export class SharedRequests<T> {
  readonly #limit: number;
  readonly #done = new Map<string, T>();
  readonly #running = new Map<string, Running<T>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @param start is called with the signal that is raised when nobody waits any more.
   * @param signal gives this wait up, and rejects it with the signal's reason.
   */
  async get(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly value: T; readonly how: Sharing }> {
    signal.throwIfAborted();
    const known = this.#done.get(key);
    if (known !== undefined) {
      this.#remember(key, known);
      return { value: known, how: 'cached' };
    }
    const under = this.#running.get(key);
    const running = under ?? this.#start(key, start);
    running.waiters++;
    try {
      return { value: await orAborted(running.value, signal), how: under === undefined ? 'asked' : 'shared' };
    } finally {
      running.waiters--;
      // Still there: not settled.
      if (running.waiters === 0 && this.#running.get(key) === running) {
        this.#forget(key, running);
        running.controller.abort(signal.reason);
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const value = start(controller.signal);
    const running: Running<T> = { value, controller, waiters: 0 };
    this.#running.set(key, running);
    value.then(
      (done) => {
        this.#forget(key, running);
        this.#remember(key, done);
      },
      () => this.#forget(key, running),
    );
    return running;
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  #remember(key: string, value: T): void {
    this.#done.delete(key);
    this.#done.set(key, value);
    if (this.#done.size <= this.#limit) return;
    const [oldest] = this.#done.keys();
    if (oldest !== undefined) this.#done.delete(oldest);
  }
}

/** The promise, or a rejection with the signal's reason as soon as that is raised, whoever listens to it. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    // Whoever lost the race may still fail; nobody waits for that.
    promise.catch(() => undefined);
  }
}
