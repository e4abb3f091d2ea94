import { contentWords } from '../../../shared/hash.ts';

/**
 * Ids that have passed by, 8 bytes each at most half full: a million take 16 MB, as strings they would take ten times as much.
 * Told apart by 64 bits of their hash; among a million ids two are taken for one with a probability of 3e-8.
 */
export class SeenIds {
  /** Both halves of a hash in turn; a lower half of 0 marks a free slot. */
  #slots = new Uint32Array(2_048);
  #size = 0;

  /** @returns whether it is new */
  add(id: string): boolean {
    const [upper, lower] = contentWords(id);
    if (!this.#put(upper!, lower! || 1)) return false;
    if (4 * ++this.#size > this.#slots.length) this.#grow();
    return true;
  }

  #put(upper: number, lower: number): boolean {
    const slots = this.#slots;
    const mask = slots.length - 2;
    for (let slot = (lower << 1) & mask; ; slot = (slot + 2) & mask) {
      if (slots[slot] === upper && slots[slot + 1] === lower) return false;
      if (slots[slot + 1] !== 0) continue;
      slots[slot] = upper;
      slots[slot + 1] = lower;
      return true;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot + 1] !== 0) this.#put(old[slot]!, old[slot + 1]!);
    }
  }
}
