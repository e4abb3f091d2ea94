import type { CallTelemetryOutcome, TelemetryEvent, TelemetrySink } from './events.ts';

/** What happened since the counters were made, over all sessions: for whoever runs the gateway, never for a session. */
export interface TelemetryCounts {
  readonly assemblies: number;
  readonly searches: number;
  /** Searches by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Searches that asked again for what had been answered. */
  readonly repeated: number;
  readonly degraded: number;
  readonly describes: number;
  readonly calls: number;
  readonly outcomes: Readonly<Record<CallTelemetryOutcome, number>>;
  /** Calls by kind of source, by entrance, and by code where they failed. */
  readonly sources: Readonly<Record<string, number>>;
  readonly entrances: Readonly<Record<string, number>>;
  readonly codes: Readonly<Record<string, number>>;
  readonly approvals: Readonly<Record<string, number>>;
  /** Bytes of serialised tools and prompt over all assemblies, and of the tools' results. */
  readonly assemblyBytes: number;
  readonly resultBytes: number;
  /** The tools that ran, most used first. */
  readonly tools: readonly { readonly tool: string; readonly calls: number }[];
}

export interface TelemetryCounters {
  readonly sink: TelemetrySink;
  snapshot(): TelemetryCounts;
}

/** Tools counted one by one; of more than these only the totals are kept. */
const MAX_TOOLS = 1_000;

/** Counts events in memory. */
export function createTelemetryCounters(): TelemetryCounters {
  const sums = { assemblies: 0, searches: 0, repeated: 0, degraded: 0, describes: 0, calls: 0 };
  const bytes = { assemblyBytes: 0, resultBytes: 0 };
  const outcomes: Record<CallTelemetryOutcome, number> = { ok: 0, error: 0, refused: 0, failed: 0 };
  const [verdicts, sources, entrances, codes, approvals] = [
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
  ];
  const tools = new Tally();

  const sink = (event: TelemetryEvent): void => {
    switch (event.type) {
      case 'assembly':
        sums.assemblies++;
        bytes.assemblyBytes += event.toolBytes + event.promptBytes;
        break;
      case 'search':
        sums.searches++;
        verdicts.add(event.verdict);
        if (event.asked !== undefined) sums.repeated++;
        if (event.degraded === true) sums.degraded++;
        break;
      case 'describe':
        sums.describes++;
        break;
      case 'approval':
        approvals.add(event.decision);
        break;
      case 'call':
        sums.calls++;
        outcomes[event.outcome]++;
        entrances.add(event.entrance);
        if (event.source !== undefined) sources.add(event.source);
        if (event.code !== undefined) codes.add(event.code);
        if (event.tool !== undefined && event.ran !== false) tools.add(event.tool);
        bytes.resultBytes += event.resultBytes ?? 0;
        break;
    }
  };
  return {
    sink,
    snapshot: () => ({
      ...sums,
      ...bytes,
      outcomes: { ...outcomes },
      verdicts: verdicts.toObject(),
      sources: sources.toObject(),
      entrances: entrances.toObject(),
      codes: codes.toObject(),
      approvals: approvals.toObject(),
      tools: tools.ranked().map(([tool, calls]) => ({ tool, calls })),
    }),
  };
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    if (!this.#counts.has(key) && this.#counts.size >= MAX_TOOLS) return;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Highest first, equal ones by name. */
  ranked(): [string, number][] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }

  toObject(): Record<string, number> {
    return Object.fromEntries(this.ranked());
  }
}
