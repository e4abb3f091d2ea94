import type { AssemblyEvent, CallFinishedEvent, CallTelemetryOutcome, TelemetryEvent } from './events.ts';

/** A tool that a session called, with what came of it. */
export interface ReportedTool {
  readonly tool: string;
  readonly source: string;
  readonly server: string;
  readonly calls: number;
  readonly outcomes: Readonly<Partial<Record<CallTelemetryOutcome, number>>>;
}

/** What a session's events say about its use of tools; above all the four questions that its log has to answer. */
export interface SessionReport {
  readonly session: string;
  readonly from: string;
  readonly to: string;
  readonly events: number;
  /** How many schemas did the model see up front? The last assembly; undefined where none was told. */
  readonly assembly: AssemblyEvent | undefined;
  /** How many searches and descriptions did it make? */
  readonly searches: number;
  readonly searchesWithoutHit: number;
  readonly searchesAgain: number;
  readonly describes: number;
  /** Which tool was called in the end? */
  readonly finalCall: CallFinishedEvent | undefined;
  /** Where did its result come from? Undefined where it gave none. */
  readonly resultFrom: { readonly source: string; readonly server: string } | undefined;
  readonly calls: number;
  readonly refused: number;
  /** Most called first. */
  readonly tools: readonly ReportedTool[];
  readonly approvals: number;
}

/** Reads events, in any order of sessions, into one report for each session, in order of their first event. */
export function reportSessions(events: Iterable<TelemetryEvent>): readonly SessionReport[] {
  const bySession = new Map<string, TelemetryEvent[]>();
  for (const event of events) {
    const list = bySession.get(event.session);
    if (list === undefined) bySession.set(event.session, [event]);
    else list.push(event);
  }
  return [...bySession].map(([session, list]) => reportSession(session, list));
}

function reportSession(session: string, unordered: readonly TelemetryEvent[]): SessionReport {
  const events = [...unordered].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const searches = events.filter((event) => event.type === 'search');
  const calls = events.filter((event) => event.type === 'call');
  // A call that named no tool was not the final tool, unless there was nothing else.
  const finalCall = calls.findLast(({ tool }) => tool !== undefined) ?? calls.at(-1);
  const hasResult = finalCall !== undefined && (finalCall.outcome === 'ok' || finalCall.outcome === 'error');
  return {
    session,
    from: events[0]!.at,
    to: events.at(-1)!.at,
    events: events.length,
    assembly: events.findLast((event) => event.type === 'assembly'),
    searches: searches.length,
    searchesWithoutHit: searches.filter(({ verdict }) => verdict === 'none').length,
    searchesAgain: searches.filter(({ asked }) => asked !== undefined).length,
    describes: events.filter(({ type }) => type === 'describe').length,
    finalCall,
    resultFrom:
      hasResult && finalCall.source !== undefined
        ? { source: finalCall.source, server: finalCall.server ?? '' }
        : undefined,
    calls: calls.length,
    refused: calls.filter(({ outcome }) => outcome === 'refused').length,
    tools: toolsOf(calls),
    approvals: events.filter(({ type }) => type === 'approval').length,
  };
}

function toolsOf(calls: readonly CallFinishedEvent[]): readonly ReportedTool[] {
  const tools = new Map<string, { -readonly [K in keyof ReportedTool]: ReportedTool[K] }>();
  for (const { tool, source = '', server = '', outcome } of calls) {
    if (tool === undefined) continue;
    const entry = tools.get(tool) ?? { tool, source, server, calls: 0, outcomes: {} };
    entry.calls++;
    entry.outcomes = { ...entry.outcomes, [outcome]: (entry.outcomes[outcome] ?? 0) + 1 };
    tools.set(tool, entry);
  }
  return [...tools.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
