/** Silent calls in a row after which a server is given a rest. Five slow tools at once may be chance, more are not. */
const MAX_SILENT_CALLS = 5;
const REST_MS = 30_000;

export interface CircuitOptions {
  readonly maxSilentCalls?: number;
  readonly restMs?: number;
  readonly now?: () => number;
}

/**
 * Keeps calls from a server that is connected and answers none of them, so that callers hear at once what they would
 * hear after a time-out each. After the rest one call is let through; what becomes of it decides.
 */
export class Circuit {
  readonly #maxSilentCalls: number;
  readonly #restMs: number;
  readonly #now: () => number;
  #silent = 0;
  #restsUntil: number | undefined;
  #isTrying = false;

  constructor({ maxSilentCalls = MAX_SILENT_CALLS, restMs = REST_MS, now = () => Date.now() }: CircuitOptions = {}) {
    this.#maxSilentCalls = maxSilentCalls;
    this.#restMs = restMs;
    this.#now = now;
  }

  /** Calls in a row that nothing was heard of. */
  get silentCalls(): number {
    return this.#silent;
  }

  /** Are calls refused at the moment? */
  get isOpen(): boolean {
    return this.#restsUntil !== undefined && (this.#isTrying || this.#now() < this.#restsUntil);
  }

  /** May a call be made? Where it may after a rest, it is the one that decides. */
  admit(): boolean {
    if (this.#restsUntil === undefined) return true;
    if (this.isOpen) return false;
    this.#isTrying = true;
    return true;
  }

  /** Something was heard, be it an error. */
  heard(): void {
    this.#silent = 0;
    this.#restsUntil = undefined;
    this.#isTrying = false;
  }

  /** A call ended in silence. */
  silent(): void {
    this.#silent++;
    this.#isTrying = false;
    if (this.#silent >= this.#maxSilentCalls) this.#restsUntil = this.#now() + this.#restMs;
  }

  /** A call ended in a way that says nothing about the server, such as by its caller's wish. */
  unknown(): void {
    this.#isTrying = false;
  }
}
