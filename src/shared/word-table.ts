/**
 * Numbers for words, in the order of first sight. Words come as UTF-16 units in a buffer and are kept so, in flat columns:
 * whoever reads a text meets the same words again and again, and finds each without a string being made of it.
 */
export class WordTable {
  /** Open addressing, at most half full. Two a slot, so that one look shows both: hash, number + 1 (0 = free). */
  #slots = new Uint32Array(2 * 1024);
  #units = new Uint16Array(4096);
  /** Where each word starts in `#units`; one entry more than there are words. */
  #starts = new Uint32Array(512);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * The number of the word that the first `length` of `units` spell; −1 where it has none.
   * @param hash of these units: from {@link EMPTY_WORD} by {@link withUnit}
   */
  find(units: Uint16Array, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    for (let slot = slotOf(hash) & mask; ; slot = (slot + 2) & mask) {
      const number = slots[slot + 1]! - 1;
      if (number < 0) return -1;
      if (slots[slot] === hash >>> 0 && this.#spells(number, units, length)) return number;
    }
  }

  /** Gives a word the next number. It must have none yet. */
  add(units: Uint16Array, length: number, hash: number): number {
    if (this.#size + 2 > this.#starts.length) this.#grow();
    const number = this.#size++;
    const start = this.#starts[number]!;
    const end = start + length;
    if (end > this.#units.length) {
      const wider = new Uint16Array(2 * end);
      wider.set(this.#units);
      this.#units = wider;
    }
    for (let i = 0; i < length; i++) this.#units[start + i] = units[i]!;
    this.#starts[number + 1] = end;
    put(this.#slots, hash >>> 0, number + 1);
    return number;
  }

  #spells(number: number, units: Uint16Array, length: number): boolean {
    const own = this.#units;
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (own[start + i] !== units[i]) return false;
    return true;
  }

  #grow(): void {
    const starts = new Uint32Array(2 * this.#starts.length);
    starts.set(this.#starts);
    this.#starts = starts;
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot + 1] !== 0) put(this.#slots, old[slot]!, old[slot + 1]!);
    }
  }
}

/** Hash of no units: where that of a word begins. */
export const EMPTY_WORD: number = 0x811c9dc5 | 0;

/** The hash of a word that is one unit longer: FNV-1a over UTF-16 units. */
export function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The low bits pick a slot, so the high ones are mixed in. Even, since a slot takes two places. */
function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) << 1;
}

function put(slots: Uint32Array, hash: number, entry: number): void {
  const mask = slots.length - 2;
  let slot = slotOf(hash) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = entry;
}
