import type { Readiness } from './gateway-options.ts';
import { type RateLimitSettings, RateLimits } from './limits/index.ts';
import { type MetricsNow, SessionCounts } from './metrics/index.ts';
import { catalogKnowing, isObserved, sizeOf } from './observed-session.ts';
import type { HttpOperations } from './serve-http.ts';
import type { GatewaySession } from './session-view.ts';

export interface IndexOperationsOptions {
  /** What each caller may search at most; calls are the servers' gateway's to limit. Default: no limit. */
  readonly limits?: RateLimitSettings | undefined;
  /** The gateway whose servers run the calls, where there is one. */
  readonly servers?: { readiness(): Readiness } | undefined;
}

/** What an operator's tools ask of an index that is served, and the limits that hold for its callers. */
export class IndexOperations {
  readonly counts: SessionCounts = new SessionCounts();
  readonly #limits: RateLimits;
  readonly #servers: IndexOperationsOptions['servers'];
  #draining = false;

  constructor({ limits, servers }: IndexOperationsOptions = {}) {
    this.#limits = new RateLimits(limits);
    this.#servers = servers;
  }

  /**
   * Counts one search, where there were not too many.
   * @returns to be called at its end
   * @throws ToolscoutError `RATE_LIMITED`
   */
  searching(client: string | undefined, rights: string): (outcome: 'ok' | 'failed') => void {
    return this.counts.searching(rights, () => this.#limits.search(client));
  }

  /** As the servers are; the index itself was read before it is served. */
  readiness(): Readiness {
    const { ready, servers } = this.#servers?.readiness() ?? { ready: true, servers: {} };
    return { ready: ready && !this.#draining, servers, draining: this.#draining };
  }

  /** Is not ready from now on. Resolves when calls that run have ended, after `graceMs` at the latest. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    await this.counts.whole.drained(graceMs);
  }

  /** How it is asked over HTTP: with all of the index for whoever is narrowed by nothing. */
  over(whole: GatewaySession): HttpOperations {
    return {
      readiness: () => this.readiness(),
      metrics: async (viewer) => {
        const session = viewer ?? whole;
        const [statuses, catalog] = await Promise.all([
          // Where the index cannot be asked, what was last known of it is better than no figures at all.
          statusesOf(session).catch(() => []),
          catalogKnowing(session).catch(() => session.catalog()),
        ]);
        const now: MetricsNow = {
          statuses,
          tools: sizeOf(catalog),
          // Calls wait at the gateway that runs them, which does not know whose rights they are within.
          pendingApprovals: undefined,
          part: viewer !== undefined,
        };
        if (viewer === undefined) return this.counts.whole.text(now);
        const rights = isObserved(viewer) ? viewer.policy().fingerprint : '';
        return this.counts.of(rights).text(now);
      },
    };
  }
}

async function statusesOf(session: GatewaySession): Promise<MetricsNow['statuses']> {
  return isObserved(session) ? session.statuses() : [];
}
