import { STEPS_PER_OCTAVE } from './constants.ts';

/** Tokens and UTF-16 units: a directory is bounded in both, since some hosts cut by the second. */
export interface Cost {
  readonly tokens: number;
  readonly length: number;
}

export const NOTHING: Cost = { tokens: 0, length: 0 };

export function sum(costs: Iterable<Cost>): Cost {
  let total = NOTHING;
  for (const cost of costs) total = plus(total, cost);
  return total;
}

export function plus(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens + b.tokens, length: a.length + b.length };
}

export function minus(a: Cost, b: Cost): Cost {
  return { tokens: a.tokens - b.tokens, length: a.length - b.length };
}

export function isWithin(cost: Cost, bound: Cost): boolean {
  return cost.tokens <= bound.tokens && cost.length <= bound.length;
}

/**
 * What the first item costs, the first two, and so on. Items are asked for as far as somebody wants to know, and never
 * beyond the first that breaks the bound: of a huge server most are never looked at.
 */
export class RunningCosts {
  readonly #items: Iterator<Cost>;
  readonly #bound: Cost;
  readonly #running: Cost[] = [];
  #ended = false;

  constructor(items: Iterable<Cost>, bound: Cost) {
    this.#items = items[Symbol.iterator]();
    this.#bound = bound;
  }

  /** How many items from the start cost at most so many tokens. */
  countWithin(tokens: number): number {
    while (!this.#ended && this.of(this.#running.length).tokens <= tokens) this.#next();
    let low = 0;
    let high = this.#running.length;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.of(middle).tokens <= tokens) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** What so many items from the start cost. */
  of(count: number): Cost {
    return this.#running[count - 1] ?? NOTHING;
  }

  #next(): void {
    const item = this.#items.next();
    if (item.done === true) {
      this.#ended = true;
      return;
    }
    const total = plus(this.of(this.#running.length), item.value);
    this.#running.push(total);
    if (!isWithin(total, this.#bound)) this.#ended = true;
  }
}

/**
 * Max-min fairness: the largest share, the same for all, at which everything together fits; then the next smaller ones,
 * down to 0. Who needs less than the share takes what it needs and leaves the rest to the others. Shares come from a
 * coarse scale, so that a small change of one need mostly changes nobody else's.
 */
export function* fairShares(largest: number, fits: (share: number) => boolean): Generator<number> {
  const scale = scaleUpTo(largest);
  let low = 0;
  let high = scale.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (fits(scale[middle]!)) low = middle;
    else high = middle;
  }
  for (let step = low; step >= 0; step--) yield scale[step]!;
}

/** 0, then rising shares, of which the last is enough for everybody. */
function scaleUpTo(largest: number): readonly number[] {
  const scale = [0];
  if (largest === 0) return scale;
  for (let step = 2 * STEPS_PER_OCTAVE; ; step++) {
    const share = Math.round(2 ** (step / STEPS_PER_OCTAVE));
    if (share >= largest) return [...scale, Number.POSITIVE_INFINITY];
    scale.push(share);
  }
}
