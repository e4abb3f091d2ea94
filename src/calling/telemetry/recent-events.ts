import type { TelemetryEvent, TelemetrySink } from './events.ts';

export interface RecentEvents {
  readonly sink: TelemetrySink;
  /** Oldest first; of one session, what that session may see, or of all, for whoever runs the gateway. */
  list(session?: string): readonly TelemetryEvent[];
}

const DEFAULT_LIMIT = 1_000;

/** Keeps the last events in memory. */
export function createRecentEvents(limit: number = DEFAULT_LIMIT): RecentEvents {
  const events: TelemetryEvent[] = [];
  return {
    sink: (event) => {
      events.push(event);
      // Seldom and in one piece: taking the first one off each time would move all the others.
      if (events.length >= 2 * limit) events.splice(0, events.length - limit);
    },
    list: (session) => {
      const last = events.slice(-limit);
      return session === undefined ? last : last.filter((event) => event.session === session);
    },
  };
}
