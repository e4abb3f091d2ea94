import { hashTerm, slotsFor } from './term-hash.ts';

/**
 * Numbers for terms, in the order of first sight. One dictionary may serve many builders and those who feed them, so
 * that a term is hashed once where it is made and goes on as a number.
 */
export class TermDictionary {
  readonly #terms: string[] = [];
  #hashes = new Uint32Array(64);
  /** Number of a term + 1; 0 where the slot is free. */
  #slots: Uint32Array = new Uint32Array(slotsFor(64));

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
    const hash = hashTerm(term);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0) return this.#add(term, hash, slot);
      if (this.#hashes[id] === hash && this.#terms[id] === term) return id;
    }
  }

  #add(term: string, hash: number, slot: number): number {
    const id = this.#terms.length;
    this.#terms.push(term);
    if (id === this.#hashes.length) this.#grow();
    this.#hashes[id] = hash;
    if (slotsFor(id + 1) > this.#slots.length) this.#rehash();
    else this.#slots[slot] = id + 1;
    return id;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#hashes.length);
    larger.set(this.#hashes);
    this.#hashes = larger;
  }

  #rehash(): void {
    const slots = new Uint32Array(slotsFor(this.#terms.length));
    const mask = slots.length - 1;
    for (let id = 0; id < this.#terms.length; id++) {
      let slot = this.#hashes[id]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}
