/**
 * Numbers for terms, in the order of first sight. One dictionary may serve many builders and those who feed them, so
 * that a term is looked up once where it is made and goes on as a number.
 */
export class TermDictionary {
  readonly #terms: string[] = [];
  /** Of the first {@link #found} terms. */
  readonly #numbers = new Map<string, number>();
  #found = 0;

  get size(): number {
    return this.#terms.length;
  }

  term(id: number): string {
    const term = this.#terms[id];
    if (term === undefined) throw new RangeError(`Term ${id} is not in this dictionary of ${this.size}.`);
    return term;
  }

  /** The number of a term, which gets the next one if it has none. */
  intern(term: string): number {
    for (; this.#found < this.#terms.length; this.#found++) this.#numbers.set(this.#terms[this.#found]!, this.#found);
    let id = this.#numbers.get(term);
    if (id === undefined) {
      id = this.#terms.push(term) - 1;
      this.#numbers.set(term, id);
      this.#found++;
    }
    return id;
  }

  /** Gives the next number to a term that has none, which whoever asks must know: it is not looked for. */
  append(term: string): number {
    return this.#terms.push(term) - 1;
  }

  /**
   * {@link append} for a term that nobody will {@link intern}: to be found costs more than all else about it. Beside terms that
   * were appended and may yet be interned it is kept like these.
   */
  appendOwn(term: string): number {
    if (this.#found === this.#terms.length) this.#found++;
    return this.append(term);
  }
}
