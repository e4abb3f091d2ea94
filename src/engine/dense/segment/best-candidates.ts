/** The best documents that a scan has met: higher score, then lower rank. A heap whose root is the worst of them. */
export class BestCandidates {
  readonly limit: number;
  readonly #ranks: Uint32Array;
  readonly #docs: number[] = [];
  readonly #scores: number[] = [];
  readonly #floor: number;
  #kept: ReadonlySet<number> | undefined;

  /** @param floor scores below it are left out. */
  constructor(limit: number, ranks: Uint32Array, floor: number) {
    this.limit = limit;
    this.#ranks = ranks;
    this.#floor = floor;
  }

  get isFull(): boolean {
    return this.#docs.length === this.limit;
  }

  /** No score below this one is wanted any more. */
  get least(): number {
    return this.isFull ? Math.max(this.#floor, this.#scores[0]!) : this.#floor;
  }

  get docs(): readonly number[] {
    return this.#docs;
  }

  /** From now on documents may be offered a second time. */
  expectAgain(): void {
    this.#kept = new Set(this.#docs);
  }

  /** A document is offered once. */
  offer(doc: number, score: number): void {
    // One that was dropped before is dropped again.
    if (score < this.least || this.#kept?.has(doc)) return;
    if (!this.isFull) {
      this.#docs.push(doc);
      this.#scores.push(score);
      this.#rise();
    } else if (this.#isWorse(this.#scores[0]!, this.#docs[0]!, score, doc)) {
      this.#docs[0] = doc;
      this.#scores[0] = score;
      this.#sink();
    }
  }

  /** Best first. */
  sorted(): { readonly doc: number; readonly score: number }[] {
    const found = this.#docs.map((doc, i) => ({ doc, score: this.#scores[i]! }));
    return found.sort((a, b) => b.score - a.score || this.#ranks[a.doc]! - this.#ranks[b.doc]!);
  }

  #isWorse(score: number, doc: number, thanScore: number, thanDoc: number): boolean {
    return score < thanScore || (score === thanScore && this.#ranks[doc]! > this.#ranks[thanDoc]!);
  }

  #isWorseAt(a: number, b: number): boolean {
    return this.#isWorse(this.#scores[a]!, this.#docs[a]!, this.#scores[b]!, this.#docs[b]!);
  }

  #rise(): void {
    for (let place = this.#docs.length - 1; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (!this.#isWorseAt(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(): void {
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      if (left >= this.#docs.length) return;
      const right = left + 1;
      const worst = right < this.#docs.length && this.#isWorseAt(right, left) ? right : left;
      if (!this.#isWorseAt(worst, place)) return;
      this.#swap(worst, place);
      place = worst;
    }
  }

  #swap(a: number, b: number): void {
    const doc = this.#docs[a]!;
    const score = this.#scores[a]!;
    this.#docs[a] = this.#docs[b]!;
    this.#scores[a] = this.#scores[b]!;
    this.#docs[b] = doc;
    this.#scores[b] = score;
  }
}
