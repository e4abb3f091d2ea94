import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import type { CallStageEvent } from '../types.ts';
import { createTelemetryCounters } from './counters.ts';
import type { TelemetryEvent } from './events.ts';
import { observeCalls } from './observe-calls.ts';
import { createRecentEvents } from './recent-events.ts';
import { reportSessions } from './session-report.ts';
import { createTelemetry, type TelemetryOptions } from './telemetry.ts';

const AT = Date.UTC(2026, 10, 30, 12);
const tool = createCatalog([
  {
    source: { kind: 'mcp', name: 'backend' },
    definition: {
      name: 'set_backend',
      inputSchema: { type: 'object', properties: { api_token: { type: 'string' }, url: { type: 'string' } } },
    },
  },
]).tools[0]!;

function recorded(options: Partial<TelemetryOptions> = {}) {
  const events: TelemetryEvent[] = [];
  const telemetry = createTelemetry({ sinks: [(event) => events.push(event)], now: () => AT, ...options });
  return { telemetry, events };
}

const SEARCH = {
  type: 'search',
  query: 'CANARY my  secret Project',
  verdict: 'none',
  tier: 'lexical',
  hits: [],
  shown: 0,
  total: 0,
  ms: 1,
} as const;

/** The stages of one call, as the call path tells them. */
function stages(callId: string, args: Record<string, unknown>, end: Partial<CallStageEvent> = {}): CallStageEvent[] {
  const base = { callId, at: AT, session: 's', entrance: 'bridge' } as const;
  return [
    { ...base, stage: 'received', reference: 'set_backend' },
    { ...base, stage: 'resolved', tool, change: 'same' },
    { ...base, stage: 'policy', tool, arguments: args, decision: 'allow' },
    { ...base, stage: 'validated', tool, arguments: args, repairs: [{ kind: 'dropped-null', path: '/x' }] },
    { ...base, stage: 'started', tool, arguments: args },
    {
      ...base,
      stage: 'finished',
      tool,
      end: 'ok',
      ran: true,
      durationMs: 12.345,
      executionMs: 10,
      resultBytes: 20,
      ...end,
    } as CallStageEvent,
  ];
}

describe('telemetry', () => {
  it('tells of a search how long the request was and which others it equals, not what it said', () => {
    const { telemetry, events } = recorded();
    telemetry.emit('s', SEARCH);
    telemetry.emit('s', { ...SEARCH, query: ' canary my secret project ' });
    telemetry.emit('s', { ...SEARCH, query: 'another' });
    expect(JSON.stringify(events)).not.toMatch(/canary/i);
    const hashes = events.map((event) => event.type === 'search' && event.queryHash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
    expect(events[0]).toMatchObject({ v: 1, at: '2026-11-30T12:00:00.000Z', session: 's', queryLength: 25 });
  });

  it('gives another process other hashes for the same request', () => {
    const hashes = [recorded(), recorded()].map(({ telemetry, events }) => {
      telemetry.emit('s', SEARCH);
      return events[0]?.type === 'search' && events[0].queryHash;
    });
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('tells texts where that is wanted, cut', () => {
    const { telemetry, events } = recorded({ content: true });
    telemetry.emit(undefined, { ...SEARCH, query: `x${'y'.repeat(600)}` });
    const event = events[0];
    expect(event).toMatchObject({ session: 'anonymous', queryLength: 601 });
    expect(event?.type === 'search' && event.query?.length).toBe(500);
  });

  it('goes on when a sink throws, and says so once', () => {
    const errors: unknown[] = [];
    const events: TelemetryEvent[] = [];
    const fault = new Error('disk full');
    const { telemetry } = recorded({
      sinks: [
        () => {
          throw fault;
        },
        (event) => events.push(event),
      ],
      onSinkError: (error) => errors.push(error),
    });
    telemetry.emit('s', SEARCH);
    telemetry.emit('s', SEARCH);
    expect(errors).toEqual([fault]);
    expect(events).toHaveLength(2);
  });
});

describe('calls in telemetry', () => {
  it('are one event each, with names and sizes of arguments and no value', () => {
    const { telemetry, events } = recorded();
    const observer = observeCalls(telemetry);
    const args = { api_token: 'sk-CANARY-1', url: 'https://u:CANARY-2@h.test/', 'CANARY-3 as a key': 'CANARY-4' };
    for (const stage of stages('c1', args)) observer.onStage(stage);
    expect(events).toEqual([
      {
        v: 1,
        at: '2026-11-30T12:00:00.000Z',
        session: 's',
        type: 'call',
        callId: 'c1',
        tool: 'mcp:backend:set_backend',
        name: 'set_backend',
        source: 'mcp',
        server: 'backend',
        entrance: 'bridge',
        outcome: 'ok',
        ran: true,
        ms: 12.3,
        executionMs: 10,
        resultBytes: 20,
        arguments: { bytes: 93, keys: { api_token: 13, url: 28 }, others: 1 },
        repairs: 1,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('CANARY');
  });

  it('carry the arguments and the unknown name with content alone', () => {
    for (const content of [false, true]) {
      const { telemetry, events } = recorded({ content });
      const observer = observeCalls(telemetry);
      for (const stage of stages('c1', { url: 'CANARY-1' })) observer.onStage(stage);
      const [received] = stages('c2', {});
      observer.onStage({ ...received!, reference: 'CANARY-2' } as CallStageEvent);
      const { tool: _tool, ...unknown } = stages('c2', {}, {
        end: 'refused',
        code: 'UNKNOWN_TOOL',
        ran: false,
      } as Partial<CallStageEvent>)[5] as Extract<CallStageEvent, { stage: 'finished' }>;
      observer.onStage(unknown);
      expect(events[1]).toMatchObject({ outcome: 'refused', code: 'UNKNOWN_TOOL', ran: false });
      expect(events[1]).not.toHaveProperty('tool');
      const text = JSON.stringify(events);
      expect([text.includes('CANARY-1'), text.includes('CANARY-2')]).toEqual([content, content]);
    }
  });

  it('tell what policy and approval held up, and for how long', () => {
    const { telemetry, events } = recorded();
    const observer = observeCalls(telemetry);
    const [received, resolved, policy, , , end] = stages('c1', {}, {
      end: 'refused',
      code: 'NOT_ALLOWED',
      ran: false,
    } as Partial<CallStageEvent>);
    const ask = { ...policy!, decision: 'ask' } as CallStageEvent;
    const asked = { ...policy!, stage: 'approval-asked', approvalId: 'a', reason: 'CANARY' } as CallStageEvent;
    const decided = { ...policy!, stage: 'approval-decided', approvalId: 'a', decision: 'denied', at: AT + 5_000 };
    for (const stage of [received!, resolved!, ask, asked, decided as CallStageEvent, end!]) observer.onStage(stage);
    expect(events).toMatchObject([
      { type: 'policy', decision: 'ask', tool: 'mcp:backend:set_backend' },
      { type: 'approval', decision: 'denied', ms: 5_000 },
      { type: 'call', outcome: 'refused', code: 'NOT_ALLOWED' },
    ]);
    expect(JSON.stringify(events)).not.toContain('CANARY');
  });

  it('take a result that says isError for an error', () => {
    const { telemetry, events } = recorded();
    const observer = observeCalls(telemetry);
    for (const stage of stages('c1', {}, { end: 'tool-error' } as Partial<CallStageEvent>)) observer.onStage(stage);
    expect(events).toMatchObject([{ type: 'call', outcome: 'error' }]);
  });
});

describe('what is made of events', () => {
  const { telemetry, events } = recorded();
  const observer = observeCalls(telemetry);
  telemetry.emit('s', {
    type: 'assembly',
    mode: 'tools',
    visible: 3,
    deferred: 211,
    toolBytes: 1_100,
    promptBytes: 300,
    tokens: 287,
    exactTokens: true,
    catalog: { size: 211, epoch: 'e', sources: { mcp: 200, core: 11 } },
  });
  telemetry.emit('s', { ...SEARCH, verdict: 'exact', hits: [tool.id], shown: 1, total: 1 });
  telemetry.emit('s', { ...SEARCH, asked: 2 });
  telemetry.emit('s', { type: 'describe', tools: [tool.id], bytes: 400, ms: 1 });
  for (const stage of stages('c1', {})) observer.onStage(stage);
  for (const stage of stages('c2', {}, {
    end: 'failed',
    code: 'CALL_TIMEOUT',
    ran: 'unknown',
  } as Partial<CallStageEvent>))
    observer.onStage(stage);
  for (const stage of stages('c3', {}, { end: 'tool-error' } as Partial<CallStageEvent>)) observer.onStage(stage);
  telemetry.emit('other', SEARCH);

  it('answers the four questions for each session', () => {
    const [report, other] = reportSessions(events);
    expect(report).toMatchObject({
      session: 's',
      assembly: { visible: 3, catalog: { size: 211 } },
      searches: 2,
      searchesWithoutHit: 1,
      searchesAgain: 1,
      describes: 1,
      finalCall: { callId: 'c3', tool: tool.id, outcome: 'error' },
      resultFrom: { source: 'mcp', server: 'backend' },
      calls: 3,
      tools: [{ tool: tool.id, calls: 3, outcomes: { ok: 1, failed: 1, error: 1 } }],
    });
    expect(other).toMatchObject({ session: 'other', assembly: undefined, searches: 1, finalCall: undefined });
  });

  it('names no origin for a result that never came', () => {
    const [report] = reportSessions(events.filter((event) => event.type !== 'call' || event.callId === 'c2'));
    expect(report).toMatchObject({ finalCall: { callId: 'c2' }, resultFrom: undefined });
  });

  it('counts over all sessions', () => {
    const counters = createTelemetryCounters();
    for (const event of events) counters.sink(event);
    expect(counters.snapshot()).toEqual({
      assemblies: 1,
      searches: 3,
      verdicts: { none: 2, exact: 1 },
      repeated: 1,
      degraded: 0,
      describes: 1,
      calls: 3,
      outcomes: { ok: 1, error: 1, refused: 0, failed: 1 },
      sources: { mcp: 3 },
      entrances: { bridge: 3 },
      codes: { CALL_TIMEOUT: 1 },
      approvals: {},
      assemblyBytes: 1_400,
      resultBytes: 60,
      tools: [{ tool: tool.id, calls: 3 }],
    });
  });

  it('keeps the last events, and shows a session its own', () => {
    const recent = createRecentEvents(3);
    for (let i = 0; i < 20; i++) for (const event of events) recent.sink(event);
    expect(recent.list()).toEqual(events.slice(-3));
    expect(recent.list('other')).toEqual(events.slice(-1));
    expect(recent.list('stranger')).toEqual([]);
  });
});
