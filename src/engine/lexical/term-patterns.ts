/**
 * Numbers for how often a term occurs in each field: few patterns serve millions of postings. Pattern 0 is no
 * occurrence. Patterns are reached from one another, occurrence after occurrence, fields in ascending order, so that
 * equal counts always have one number.
 */
export class TermPatterns {
  readonly #fieldCount: number;
  /** `counts[pattern * fieldCount + f]` */
  #counts: Uint32Array;
  /** The pattern with one occurrence more in field f, at the same place; 0 = not made yet. */
  #next: Uint32Array;
  #size = 1;

  constructor(fieldCount: number) {
    this.#fieldCount = fieldCount;
    this.#counts = new Uint32Array(256 * fieldCount);
    this.#next = new Uint32Array(256 * fieldCount);
  }

  get size(): number {
    return this.#size;
  }

  /** The pattern of one occurrence more in `field`; not below any field of an earlier occurrence. */
  with(pattern: number, field: number): number {
    const next = this.#next[pattern * this.#fieldCount + field]!;
    return next === 0 ? this.#add(pattern, field) : next;
  }

  /** How often the term occurs in each field. */
  counts(pattern: number): Uint32Array {
    return this.#counts.subarray(pattern * this.#fieldCount, (pattern + 1) * this.#fieldCount);
  }

  /** What the occurrences weigh together, given what one weighs in each field. */
  weigh(pattern: number, perOccurrence: Float64Array): number {
    const counts = this.#counts;
    let weighted = 0;
    for (let f = 0, at = pattern * this.#fieldCount; f < perOccurrence.length; f++, at++) {
      weighted += counts[at]! * perOccurrence[f]!;
    }
    return weighted;
  }

  #add(pattern: number, field: number): number {
    const added = this.#size++;
    if (added * this.#fieldCount === this.#counts.length) this.#grow();
    const counts = this.counts(added);
    counts.set(this.counts(pattern));
    counts[field]!++;
    this.#next[pattern * this.#fieldCount + field] = added;
    return added;
  }

  #grow(): void {
    const larger = (from: Uint32Array): Uint32Array => {
      const to = new Uint32Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.#counts = larger(this.#counts);
    this.#next = larger(this.#next);
  }
}
