import {
  type CallObserver,
  createTelemetry,
  type Policy,
  type Telemetry,
  type TelemetryEvent,
} from '../../calling/index.ts';

/** What happened in some span of time. */
export interface ActivityCounts {
  readonly listings: number;
  readonly searches: number;
  readonly describes: number;
  readonly calls: number;
  /** Calls that gave no result of the tool, and results that say of themselves that they are errors. */
  readonly failedCalls: number;
  /** Searches by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
}

export interface ActivityMinute extends ActivityCounts {
  /** Its begin, in milliseconds since 1970. */
  readonly at: number;
}

export interface ActivityOptions {
  /** Keep texts of requests and values of arguments, too. Default: false. */
  readonly content?: boolean;
  /** Events kept for one set of rights. Default: 2,000. */
  readonly maxEvents?: number;
  /** Sets of rights kept, those used last. Default: 64. */
  readonly maxScopes?: number;
  readonly now?: () => number;
}

/** Whose eyes look: only what happened under equal rights is shown, or everything to who may use everything. */
type Viewer = Pick<Policy, 'fingerprint' | 'open'>;

type MutableCounts = { -readonly [K in keyof ActivityCounts]: ActivityCounts[K] } & {
  verdicts: Record<string, number>;
};

/** What happened under one set of rights. */
interface Scope {
  events: TelemetryEvent[];
  readonly minutes: Map<number, MutableCounts>;
  readonly totals: MutableCounts;
  /** Calls that ran, by id of the tool. */
  readonly tools: Map<string, number>;
}

/** Minutes that are counted one by one. */
export const MINUTES: number = 24 * 60;
const MINUTE_MS = 60_000;
const MAX_TOOLS = 1_000;

/**
 * The last events and the counts of a running gateway, in memory and bounded, kept apart by the rights of the session
 * that they are of.
 *
 * Invariant: who may not use everything sees what happened under exactly their own rights. So nobody learns of a tool,
 * a count or a session that wider rights would show.
 */
export class ActivityLog {
  readonly startedAt: number;
  readonly #maxEvents: number;
  readonly #maxScopes: number;
  readonly #now: () => number;
  readonly #scopes = new Map<string, Scope>();
  readonly #listeners = new Set<(rights: string | undefined) => void>();
  readonly #telemetry: Telemetry;
  /** Rights of the event that is being told; telling is synchronous. */
  #rights = '';
  /** Texts of requests and values of arguments are kept. */
  readonly content: boolean;
  /** Hears of questions to people, which are told as events only once they are decided. */
  readonly observer: CallObserver = {
    onStage: ({ stage }) => {
      if (stage === 'approval-asked') this.#tell(undefined);
    },
  };

  constructor({ content = false, maxEvents = 2_000, maxScopes = 64, now = Date.now }: ActivityOptions = {}) {
    this.content = content;
    this.#maxEvents = maxEvents;
    this.#maxScopes = maxScopes;
    this.#now = now;
    this.startedAt = now();
    this.#telemetry = createTelemetry({ sinks: [(event) => this.#record(event)], content, now });
  }

  /** Where sessions with these rights tell what they do. */
  telemetry(rights: () => string): Telemetry {
    return {
      emit: (session, facts) => {
        this.#rights = rights();
        this.#telemetry.emit(session, facts);
      },
    };
  }

  /** Oldest first. */
  events(viewer: Viewer): readonly TelemetryEvent[] {
    const scopes = this.#seenBy(viewer).map(({ events }) => events.slice(-this.#maxEvents));
    const events = scopes.flat();
    return scopes.length < 2 ? events : events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  /** Since the start. */
  totals(viewer: Viewer): ActivityCounts {
    const sum = noCounts();
    for (const { totals } of this.#seenBy(viewer)) add(sum, totals);
    return sum;
  }

  /** Every one of the last minutes, up to the one that runs. */
  minutes(viewer: Viewer, count: number): readonly ActivityMinute[] {
    const last = Math.floor(this.#now() / MINUTE_MS);
    const scopes = this.#seenBy(viewer);
    return Array.from({ length: Math.min(count, MINUTES) }, (_, position, length = Math.min(count, MINUTES)) => {
      const minute = last - length + 1 + position;
      const sum = noCounts();
      for (const { minutes } of scopes) add(sum, minutes.get(minute));
      return { at: minute * MINUTE_MS, ...sum };
    });
  }

  /** Calls that ran, by id of the tool. */
  calls(viewer: Viewer): ReadonlyMap<string, number> {
    const sum = new Map<string, number>();
    for (const { tools } of this.#seenBy(viewer)) {
      for (const [tool, calls] of tools) sum.set(tool, (sum.get(tool) ?? 0) + calls);
    }
    return sum;
  }

  /**
   * Calls the listener after each event and question, whoever may see that. Returns the way to stop.
   * @param viewer with one, after each event that it may see
   */
  onEvent(listener: () => void, viewer?: () => Viewer): () => void {
    const told = (rights: string | undefined): void => {
      if (viewer === undefined || viewer().open || viewer().fingerprint === rights) listener();
    };
    this.#listeners.add(told);
    return () => this.#listeners.delete(told);
  }

  #seenBy({ fingerprint, open }: Viewer): readonly Scope[] {
    if (open) return [...this.#scopes.values()];
    const scope = this.#scopes.get(fingerprint);
    return scope === undefined ? [] : [scope];
  }

  #record(event: TelemetryEvent): void {
    const scope = this.#scope(this.#rights);
    scope.events.push(event);
    // Seldom and in one piece: taking the first one off each time would move all the others.
    if (scope.events.length >= 2 * this.#maxEvents) scope.events = scope.events.slice(-this.#maxEvents);
    count(scope.totals, event);
    count(this.#minute(scope), event);
    if (event.type === 'call' && event.tool !== undefined && event.ran !== false) {
      const { tools } = scope;
      if (tools.has(event.tool) || tools.size < MAX_TOOLS) tools.set(event.tool, (tools.get(event.tool) ?? 0) + 1);
    }
    this.#tell(this.#rights);
  }

  /** @param rights of the event; unknown where it is a question. */
  #tell(rights: string | undefined): void {
    for (const listener of [...this.#listeners]) listener(rights);
  }

  #minute({ minutes }: Scope): MutableCounts {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    let counts = minutes.get(minute);
    if (counts === undefined) {
      counts = noCounts();
      minutes.set(minute, counts);
      for (const old of minutes.keys()) {
        if (old > minute - MINUTES) break;
        minutes.delete(old);
      }
    }
    return counts;
  }

  #scope(rights: string): Scope {
    const known = this.#scopes.get(rights);
    // Kept in the order of use, so that the least recently used is the first.
    this.#scopes.delete(rights);
    const scope = known ?? { events: [], minutes: new Map(), totals: noCounts(), tools: new Map() };
    this.#scopes.set(rights, scope);
    if (this.#scopes.size > this.#maxScopes) this.#scopes.delete(this.#scopes.keys().next().value!);
    return scope;
  }
}

function noCounts(): MutableCounts {
  return { listings: 0, searches: 0, describes: 0, calls: 0, failedCalls: 0, verdicts: {} };
}

function count(counts: MutableCounts, event: TelemetryEvent): void {
  switch (event.type) {
    case 'assembly':
      counts.listings++;
      break;
    case 'search':
      counts.searches++;
      counts.verdicts[event.verdict] = (counts.verdicts[event.verdict] ?? 0) + 1;
      break;
    case 'describe':
      counts.describes++;
      break;
    case 'call':
      counts.calls++;
      if (event.outcome !== 'ok') counts.failedCalls++;
      break;
  }
}

function add(sum: MutableCounts, more: ActivityCounts | undefined): void {
  if (more === undefined) return;
  for (const key of ['listings', 'searches', 'describes', 'calls', 'failedCalls'] as const) sum[key] += more[key];
  for (const [verdict, searches] of Object.entries(more.verdicts)) {
    sum.verdicts[verdict] = (sum.verdicts[verdict] ?? 0) + searches;
  }
}
