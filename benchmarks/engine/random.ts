/** Numbers that look random and are the same on every machine: sfc32 (Doty-Humphrey, PractRand). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spare: number | undefined;

  constructor(seed: number) {
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = (0x243f6a88 + seed) | 0;
    this.#c = 0xb7e15162 ^ (seed << 7);
    this.#d = seed | 1;
    for (let i = 0; i < 20; i++) this.next();
  }

  /** 0 ≤ x < 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number below `n`. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<Value>(values: ArrayLike<Value>): Value {
    return values[this.below(values.length)]!;
  }

  /** Normally distributed, by the polar form of Box and Muller. */
  gauss(): number {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined) return spare;
    const radius = Math.sqrt(-2 * Math.log(this.next() || 1e-12));
    const angle = 2 * Math.PI * this.next();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}

/** Ranks below `size` that come up in proportion to 1 / (rank + 1 + offset) ^ exponent. */
export function zipf(size: number, exponent: number, offset: number): (random: Random) => number {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 1 + offset) ** exponent;
    sums[rank] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
