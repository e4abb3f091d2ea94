/** Between an answer and the next question. */
const PAUSE_MS = 500;

/**
 * Asks a child whether it still listens, for as long as the clock of its run stands: a snippet that spins while a person
 * is asked would otherwise have the processor for as long as the person takes.
 */
export class Heartbeat {
  readonly #ask: () => void;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;
  #limitMs: number | undefined;

  constructor(ask: () => void, onSilence: () => void) {
    this.#ask = ask;
    this.#onSilence = onSilence;
  }

  /** Asks until {@link stop}; an answer may take `limitMs`. */
  start(limitMs: number): void {
    if (this.#limitMs !== undefined) return;
    this.#limitMs = limitMs;
    this.#beat();
  }

  /** The child has answered. */
  heard(): void {
    if (this.#limitMs === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), PAUSE_MS);
  }

  stop(): void {
    this.#limitMs = undefined;
    clearTimeout(this.#timer);
  }

  #beat(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, this.#limitMs);
    this.#ask();
  }
}
