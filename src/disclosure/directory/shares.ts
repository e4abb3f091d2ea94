import { STEPS_PER_OCTAVE } from './constants.ts';

/** Tokens and UTF-16 units: a directory is bounded in both, since some hosts cut by the second. */
export interface Cost {
  readonly tokens: number;
  readonly length: number;
}

export function sum(costs: Iterable<Cost>): Cost {
  let total: Cost = { tokens: 0, length: 0 };
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

/** Costs of the first item, the first two, and so on, as far as anything within the bound could need. */
export function runningCosts(costs: Iterable<Cost>, bound: Cost): readonly Cost[] {
  const running: Cost[] = [];
  let total: Cost = { tokens: 0, length: 0 };
  for (const cost of costs) {
    total = plus(total, cost);
    running.push(total);
    if (!isWithin(total, bound)) break;
  }
  return running;
}

/** How many items from the start cost at most so many tokens. */
export function countWithin(running: readonly Cost[], tokens: number): number {
  let low = 0;
  let high = running.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (running[middle - 1]!.tokens <= tokens) low = middle;
    else high = middle - 1;
  }
  return low;
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
