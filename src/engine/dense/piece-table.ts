/**
 * The pieces of a vocabulary, found by the text between two places of a word without cutting it out: an open-addressing
 * hash table over one array of UTF-16 units. Filling it takes a third of the time of a `Map` of strings, and a miss, by
 * far the most frequent answer, one look.
 *
 *   piece p ─▶ units[starts[p]] … units[starts[p + 1] - 1]
 *   slots[h] = p + 1, or 0 where free; a taken slot sends on to the next one
 */
export class PieceTable {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #slots: Int32Array;
  /** Length of the longest piece that begins with each UTF-16 unit: most Han characters begin short ones only. */
  readonly #longest = new Uint8Array(0x10000);

  /** @param starts one entry more than there are pieces; ascending, the last one = `units.length`. */
  constructor(units: Uint16Array, starts: Uint32Array) {
    this.#units = units;
    this.#starts = starts;
    // At most a third of the slots are taken, so that runs of taken ones stay short.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(3 * starts.length)));
    // Runs once in a process, most of it before it is compiled: hence no calls and no fields in these loops.
    const slots = this.#slots;
    const longest = this.#longest;
    const mask = slots.length - 1;
    for (let piece = 0; piece + 1 < starts.length; piece++) {
      const start = starts[piece]!;
      const end = starts[piece + 1]!;
      if (end - start > longest[units[start]!]!) longest[units[start]!] = end - start;
      let hash = EMPTY_HASH;
      for (let i = start; i < end; i++) hash = Math.imul(hash ^ units[i]!, FNV_PRIME);
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = piece + 1;
    }
  }

  /** No piece that begins with this UTF-16 unit is longer. */
  longestFrom(unit: number): number {
    return this.#longest[unit]!;
  }

  /**
   * Number of the piece that equals `word[start … end)`, or -1.
   * @param hash {@link EMPTY_HASH} extended by each unit of that stretch.
   */
  find(word: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    for (let slot = this.#firstSlot(hash); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const piece = slots[slot]! - 1;
      if (this.#equals(piece, word, start, end)) return piece;
    }
    return -1;
  }

  #equals(piece: number, word: string, start: number, end: number): boolean {
    const from = this.#starts[piece]!;
    if (this.#starts[piece + 1]! - from !== end - start) return false;
    for (let i = start; i < end; i++) {
      if (this.#units[from + i - start] !== word.charCodeAt(i)) return false;
    }
    return true;
  }

  #firstSlot(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }
}

/** FNV-1a over UTF-16 units: hash of nothing. */
export const EMPTY_HASH = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hash of a stretch that is longer by `unit` than the one hashed so far. */
export function extendHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}
