/**
 * Keeps what was asked for lately, so many entries at most, in two halves: when the newer is full the older goes, and what
 * is found in the older moves to the newer. What comes back often stays, at the cost of a plain map.
 */
export class RecentMap<Key, Value> {
  readonly #half: number;
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(most: number) {
    this.#half = most / 2;
  }

  get(key: Key): Value | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined || this.#older.size === 0) return known;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
