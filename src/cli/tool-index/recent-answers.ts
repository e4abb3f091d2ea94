/** Asks for one answer, or has the one of a moment ago. */
export type Recent<Answer> = (ask: (before: Answer | undefined) => Promise<Answer>) => Promise<Answer>;

interface Asked<Answer> {
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/**
 * Answers that are good for some time, those last asked for. Who asks while one is on its way waits for that one; one that
 * failed is asked for again.
 */
export class RecentAnswers<Answer> {
  readonly #ms: number;
  readonly #most: number;
  readonly #asked = new Map<string, Asked<Answer>>();

  /** @param most answers that are kept */
  constructor(ms: number, most: number) {
    this.#ms = ms;
    this.#most = most;
  }

  of(key: string): Recent<Answer> {
    return (ask) => this.#get(key, ask);
  }

  #get(key: string, ask: (before: Answer | undefined) => Promise<Answer>): Promise<Answer> {
    const known = this.#asked.get(key);
    this.#asked.delete(key);
    const isRecent = known !== undefined && performance.now() - known.at < this.#ms;
    const asked = isRecent ? known : { at: performance.now(), answer: this.#ask(known, ask) };
    this.#asked.set(key, asked);
    if (this.#asked.size > this.#most) this.#asked.delete(this.#asked.keys().next().value!);
    if (!isRecent) asked.answer.catch(() => this.#forget(key, asked));
    return asked.answer;
  }

  async #ask(known: Asked<Answer> | undefined, ask: (before: Answer | undefined) => Promise<Answer>): Promise<Answer> {
    return ask(await known?.answer.catch(() => undefined));
  }

  #forget(key: string, asked: Asked<Answer>): void {
    if (this.#asked.get(key) === asked) this.#asked.delete(key);
  }
}
