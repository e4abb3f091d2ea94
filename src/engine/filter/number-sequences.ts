import { GrowingNumbers } from '../lexical/growing-numbers.ts';

/**
 * Numbers for sequences of numbers, in the order of first sight: `begin`, `push` each, `finish`. They lie in flat columns, found by
 * a hash of the whole: a million documents carry nearly as many sequences of twenty numbers each.
 */
export class NumberSequences {
  /** All sequences one after the other, and where each ends. */
  readonly #numbers = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();
  readonly #hashes = new GrowingNumbers();
  /** Open addressing, at most half full: sequence + 1, 0 = free. */
  #slots = new Uint32Array(1024);
  #hash = 0;

  get size(): number {
    return this.#ends.length;
  }

  begin(): void {
    this.#numbers.truncate(this.#startOf(this.size));
    this.#hash = 0;
  }

  /** @param number uint32 */
  push(number: number): void {
    this.#numbers.push(number);
    this.#hash = step(this.#hash, number);
  }

  /** The number of the sequence that was pushed: `size` before, if it is new. */
  finish(): number {
    const hash = mixed(this.#hash);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot]! - 1;
      if (found < 0) return this.#add(slot, hash);
      if (this.#hashes.at(found) === hash && this.#equals(found)) {
        this.#numbers.truncate(this.#startOf(this.size));
        return found;
      }
    }
  }

  /** Appends the numbers of a sequence to a column, as `renumber` gives them. */
  copy(sequence: number, to: GrowingNumbers, renumber: (number: number) => number): void {
    const end = this.#ends.at(sequence);
    for (let i = this.#startOf(sequence); i < end; i++) to.push(renumber(this.#numbers.at(i)));
  }

  #startOf(sequence: number): number {
    return sequence === 0 ? 0 : this.#ends.at(sequence - 1);
  }

  /** Is the sequence that was pushed this one? */
  #equals(sequence: number): boolean {
    const from = this.#startOf(sequence);
    const start = this.#startOf(this.size);
    const length = this.#numbers.length - start;
    if (this.#ends.at(sequence) - from !== length) return false;
    for (let i = 0; i < length; i++) if (this.#numbers.at(from + i) !== this.#numbers.at(start + i)) return false;
    return true;
  }

  #add(slot: number, hash: number): number {
    const number = this.size;
    this.#ends.push(this.#numbers.length);
    this.#hashes.push(hash);
    this.#slots[slot] = number + 1;
    if (2 * this.size > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let sequence = 0; sequence < this.size; sequence++) {
      let slot = this.#hashes.at(sequence) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = sequence + 1;
    }
    this.#slots = slots;
  }
}

/** Steps and end of MurmurHash3 for 32 bits. */
function step(hash: number, number: number): number {
  let block = Math.imul(number, 0xcc9e2d51);
  block = Math.imul((block << 15) | (block >>> 17), 0x1b873593);
  const mixedIn = hash ^ block;
  return (Math.imul((mixedIn << 13) | (mixedIn >>> 19), 5) + 0xe6546b64) | 0;
}

function mixed(hash: number): number {
  let end = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  end = Math.imul(end ^ (end >>> 13), 0xc2b2ae35);
  return (end ^ (end >>> 16)) >>> 0;
}
