import type { CallObserver } from '../../calling/index.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { ScopedMetrics } from './scoped-metrics.ts';

/** What sessions do, counted as a whole and apart for each set of rights. */
export class SessionCounts {
  readonly whole: GatewayMetrics = new GatewayMetrics();
  readonly #scoped = new ScopedMetrics();

  /** What happened under these rights. */
  of(rights: string): GatewayMetrics {
    return this.#scoped.of(rights);
  }

  /** Count the calls of a session whose rights these are at the moment of each. */
  observers(rights: () => string): readonly CallObserver[] {
    return [this.whole.observer, this.#scoped.observer(rights)];
  }

  /**
   * Counts one search.
   * @param admit throws where there were too many
   * @returns to be called at its end
   */
  searching(rights: string, admit: () => void): (outcome: 'ok' | 'failed') => void {
    const scoped = this.of(rights);
    try {
      admit();
    } catch (error) {
      this.whole.searchLimited();
      scoped.searchLimited();
      throw error;
    }
    const begin = performance.now();
    return (outcome) => {
      const ms = performance.now() - begin;
      for (const metrics of [this.whole, scoped]) metrics.searched(outcome, ms);
    };
  }
}
