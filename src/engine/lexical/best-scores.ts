/** The best `limit` of many scores: a heap whose root is the least of them. */
export class BestScores {
  readonly #heap: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#heap = new Float64Array(limit);
  }

  /** The limit-th best score so far; lower than any as long as there are fewer. */
  get floor(): number {
    return this.#size < this.#heap.length ? -Infinity : this.#heap[0]!;
  }

  add(score: number): void {
    if (this.#size < this.#heap.length) this.#rise(score);
    else if (score > this.#heap[0]!) this.#sink(score);
  }

  #rise(score: number): void {
    const heap = this.#heap;
    let place = this.#size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (heap[parent]! <= score) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = score;
  }

  #sink(score: number): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= score) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = score;
  }
}
