import type { Labels, Sample } from './prometheus-text.ts';

/** Counts by labels. */
export class Tally {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels): void {
    const key = JSON.stringify(labels);
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { labels, value: 1 });
    else count.value++;
  }

  samples(): readonly Sample[] {
    return [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
  }
}

/** Durations in seconds, counted in buckets. */
export class Durations {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** @param bounds upper ends of the buckets in seconds, growing. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(ms: number): void {
    const seconds = ms / 1000;
    this.#sum += seconds;
    this.#count++;
    // Buckets of this format hold all that is below their bound.
    for (const [index, bound] of this.#bounds.entries()) if (seconds <= bound) this.#counts[index]!++;
  }

  samples(): readonly Sample[] {
    return [
      ...this.#bounds.map((bound, index) => ({
        suffix: '_bucket',
        labels: { le: String(bound) },
        value: this.#counts[index]!,
      })),
      { suffix: '_bucket', labels: { le: '+Inf' }, value: this.#count },
      { suffix: '_sum', value: Math.round(this.#sum * 1e6) / 1e6 },
      { suffix: '_count', value: this.#count },
    ];
  }
}
