import type { CallObserver } from '../../calling/index.ts';
import { GatewayMetrics } from './gateway-metrics.ts';

/** Sets of rights that are counted for, those used last. */
const MAX_SCOPES = 256;

/** The same counts, kept apart by the rights under which things happened: for those who may read of their own alone. */
export class ScopedMetrics {
  readonly #startedAt = Date.now();
  readonly #scopes = new Map<string, GatewayMetrics>();
  /** A call is counted where it began, whatever rights become meanwhile. */
  readonly #calls = new Map<string, GatewayMetrics>();

  observer(rights: () => string): CallObserver {
    return {
      onStage: (event) => {
        const { stage, callId } = event;
        const metrics = this.#calls.get(callId) ?? this.of(rights());
        if (stage === 'received') this.#calls.set(callId, metrics);
        if (stage === 'finished') this.#calls.delete(callId);
        metrics.observer.onStage(event);
      },
    };
  }

  of(rights: string): GatewayMetrics {
    const metrics = this.#scopes.get(rights) ?? new GatewayMetrics(this.#startedAt);
    // Kept in the order of use, so that the least recently used is the first.
    this.#scopes.delete(rights);
    this.#scopes.set(rights, metrics);
    if (this.#scopes.size > MAX_SCOPES) this.#scopes.delete(this.#scopes.keys().next().value!);
    return metrics;
  }
}
