import { reportSessions, type TelemetryEvent } from '../../calling/index.ts';
import type { SessionRow, SessionTrace, TraceEvent } from './types.ts';

const MAX_SESSIONS = 500;
/** Events of one session that are shown, the last ones. */
const MAX_EVENTS = 500;

/** One row for each session, the one heard of last first. */
export function listSessions(events: readonly TelemetryEvent[]): readonly SessionRow[] {
  return reportSessions(events)
    .map(({ session, from, to, searches, searchesWithoutHit, describes, calls, refused, finalCall }): SessionRow => {
      const { tool, outcome } = finalCall ?? {};
      return {
        session,
        from: Date.parse(from),
        to: Date.parse(to),
        searches,
        withoutHit: searchesWithoutHit,
        describes,
        calls,
        refused,
        ...(tool === undefined ? {} : { finalTool: tool }),
        ...(outcome === undefined ? {} : { finalOutcome: outcome }),
      };
    })
    .sort((a, b) => b.to - a.to || (a.session < b.session ? -1 : 1))
    .slice(0, MAX_SESSIONS);
}

/** What a session did, oldest first; undefined where nothing is known of it. */
export function traceSession(events: readonly TelemetryEvent[], session: string): SessionTrace | undefined {
  const own = events.filter((event) => event.session === session);
  return own.length === 0 ? undefined : { session, events: own.slice(-MAX_EVENTS).map(toTraceEvent) };
}

export function toTraceEvent(event: TelemetryEvent): TraceEvent {
  const { type, session } = event;
  const base = { at: Date.parse(event.at), session, type };
  switch (event.type) {
    case 'assembly': {
      const { visible, deferred, tokens, exactTokens, mode } = event;
      const about = exactTokens ? '' : 'about ';
      return {
        ...base,
        outcome: mode,
        tools: [],
        note: `${visible} shown, ${deferred} behind them; ${about}${tokens} tokens`,
      };
    }
    case 'search': {
      const { verdict, hits, ms, code, query, queryLength, shown, total, asked, degraded, reason } = event;
      const notes = [
        `${shown} of ${total} offered`,
        ...(query === undefined ? [`a request of ${queryLength} characters`] : []),
        ...(reason === undefined ? [] : [reason]),
        ...(asked === undefined ? [] : [`asked ${asked} times`]),
        ...(degraded === true ? ['degraded'] : []),
      ];
      return {
        ...base,
        outcome: verdict,
        tools: hits,
        ms,
        ...(code === undefined ? {} : { code }),
        ...(query === undefined ? {} : { text: query }),
        note: notes.join('; '),
      };
    }
    case 'describe': {
      const { tools, ms, code, bytes } = event;
      return {
        ...base,
        outcome: code === undefined ? 'ok' : 'failed',
        tools,
        ms,
        ...(code === undefined ? {} : { code }),
        note: `${bytes} bytes`,
      };
    }
    case 'call': {
      const { callId, tool, ms, executionMs, code, entrance, outcome, argumentsText, repairs = 0, resultBytes } = event;
      const { arguments: sizes, reference } = event;
      const names = sizes === undefined ? [] : Object.keys(sizes.keys);
      const text = argumentsText ?? reference;
      const notes = [
        ...(names.length === 0 ? [] : [`with ${names.join(', ')}`]),
        ...(executionMs === undefined ? [] : [`the tool took ${executionMs} ms`]),
        ...(resultBytes === undefined ? [] : [`${resultBytes} bytes came back`]),
        ...(repairs === 0 ? [] : [`${repairs} faults put right`]),
      ];
      return {
        ...base,
        outcome,
        tools: tool === undefined ? [] : [tool],
        ms,
        callId,
        entrance,
        ...(code === undefined ? {} : { code }),
        ...(text === undefined ? {} : { text }),
        note: notes.join('; '),
      };
    }
    case 'policy':
      return { ...base, outcome: event.decision, tools: [event.tool], callId: event.callId, note: '' };
    case 'approval':
      return { ...base, outcome: event.decision, tools: [event.tool], callId: event.callId, ms: event.ms, note: '' };
  }
}
