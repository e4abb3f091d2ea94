import type { CallObserver } from '../../calling/index.ts';
import type { UpstreamState, UpstreamStatus } from '../../sources/index.ts';
import { PACKAGE_VERSION } from '../version.ts';
import { type Metric, prometheusText, type Sample } from './prometheus-text.ts';
import { Durations, Tally } from './tally.ts';

/** What is true at the moment of reading, and counted elsewhere. */
export interface MetricsNow {
  readonly statuses: readonly UpstreamStatus[];
  readonly tools: number;
  /** Absent where somebody else knows. */
  readonly pendingApprovals?: number | undefined;
  readonly reloads?: { readonly accepted: number; readonly refused: number };
  /** Leave out what is of the process as a whole: it grows with what others have. */
  readonly part?: boolean;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** For answers of calls that have ended to get out. */
const LAST_ANSWERS_MS = 100;
const STATES: readonly UpstreamState[] = ['starting', 'ready', 'failed', 'needs-sign-in', 'closed'];

/**
 * Counts what goes through a gateway. Whoever reads metrics may be allowed fewer tools than are called, so no label
 * names a tool, a server, a client or anything that a caller wrote; all values come from short lists.
 */
export class GatewayMetrics {
  readonly #startedAt: number;
  readonly #calls = new Tally();
  readonly #refusals = new Tally();
  readonly #searches = new Tally();
  readonly #callTime = new Durations(SECONDS);
  readonly #searchTime = new Durations(SECONDS);
  readonly #running = new Set<string>();
  readonly #idle: (() => void)[] = [];
  #limited = 0;

  constructor(startedAt: number = Date.now()) {
    this.#startedAt = startedAt;
  }

  readonly observer: CallObserver = {
    onStage: (event) => {
      if (event.stage === 'received') this.#running.add(event.callId);
      if (event.stage !== 'finished') return;
      this.#running.delete(event.callId);
      if (this.#running.size === 0) for (const tell of this.#idle.splice(0)) tell();
      this.#calls.add({ entrance: event.entrance, outcome: event.end });
      if (event.code !== undefined) this.#refusals.add({ code: event.code });
      if (event.code === 'RATE_LIMITED') this.#limited++;
      this.#callTime.observe(event.durationMs);
    },
  };

  /** Resolves when no call runs. */
  #whenIdle(): Promise<void> {
    return this.#running.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /**
   * Resolves when no call runs and answers had a moment to get out; after `graceMs` at the latest.
   * @returns whether all calls have ended
   */
  async drained(graceMs: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, graceMs, false);
    });
    const ended = await Promise.race([this.#whenIdle().then(() => true), late]);
    clearTimeout(timer);
    if (ended) await new Promise((resolve) => setTimeout(resolve, Math.min(graceMs, LAST_ANSWERS_MS)));
    return ended;
  }

  searched(outcome: 'ok' | 'failed', ms: number): void {
    this.#searches.add({ outcome });
    this.#searchTime.observe(ms);
  }

  searchLimited(): void {
    this.#limited++;
  }

  /** The text format of Prometheus. */
  text(now: MetricsNow): string {
    const { statuses, tools, pendingApprovals, reloads, part = false } = now;
    const restarts = statuses.reduce((sum, status) => sum + status.restarts, 0);
    const one = (value: number): readonly Sample[] => [{ value }];
    const metrics: Metric[] = [
      counter('calls_total', 'Calls that ended, by entrance and outcome.', this.#calls.samples()),
      counter('call_errors_total', 'Calls that ended without a result, by code.', this.#refusals.samples()),
      histogram('call_duration_seconds', 'From the request of a call to its end.', this.#callTime.samples()),
      gauge('calls_in_flight', 'Calls that have not ended.', one(this.#running.size)),
      counter('searches_total', 'Searches, by outcome.', this.#searches.samples()),
      histogram('search_duration_seconds', 'From the request of a search to its answer.', this.#searchTime.samples()),
      gauge(
        'servers',
        'Configured servers, by state.',
        STATES.map((state) => ({
          labels: { state },
          value: statuses.filter((status) => status.state === state).length,
        })),
      ),
      counter(
        'server_restarts_total',
        'Connections to the servers of now that were tried after the first.',
        one(restarts),
      ),
      gauge('tools', 'Tools in the catalog.', one(tools)),
      ...(pendingApprovals === undefined
        ? []
        : [gauge('approvals_pending', 'Calls that wait for consent.', one(pendingApprovals))]),
      counter('rate_limited_total', 'Requests refused because a client had made too many.', one(this.#limited)),
      ...(reloads === undefined
        ? []
        : [
            counter('config_reloads_total', 'Changes of the configuration, by outcome.', [
              { labels: { outcome: 'accepted' }, value: reloads.accepted },
              { labels: { outcome: 'refused' }, value: reloads.refused },
            ]),
          ]),
      gauge('uptime_seconds', 'Since the gateway was made.', one(Math.round((Date.now() - this.#startedAt) / 1000))),
      ...(part
        ? []
        : [gauge('memory_resident_bytes', 'Memory of the gateway’s own process.', one(process.memoryUsage.rss()))]),
      gauge('build_info', 'Always 1; the version is a label.', [{ labels: { version: PACKAGE_VERSION }, value: 1 }]),
    ];
    return prometheusText(metrics);
  }
}

const named =
  (type: Metric['type']) =>
  (name: string, help: string, samples: readonly Sample[]): Metric => ({
    name: `toolscout_${name}`,
    help,
    type,
    samples,
  });
const counter = named('counter');
const gauge = named('gauge');
const histogram = named('histogram');
