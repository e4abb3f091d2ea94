import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../../tokens/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { assemblyFacts } from './assembly-facts.ts';
import { createTelemetryCounters } from './counters.ts';
import type { ApprovalEvent, CallFinishedEvent, SearchEvent, TelemetryEvent } from './events.ts';
import { createRecentEvents } from './recent-events.ts';
import { reportSessions } from './session-report.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 30, 12, 0, second)).toISOString();
const head = (second = 0, session = 's') => ({ v: 1, at: at(second), session }) as const;

type Call = Partial<CallFinishedEvent>;
const called = (second: number, tool: string | undefined, more: Call = {}): CallFinishedEvent => ({
  ...head(second),
  type: 'call',
  callId: `c${second}`,
  ...(tool === undefined ? {} : { tool, source: 'mcp', server: 's1' }),
  entrance: 'bridge',
  outcome: 'ok',
  ran: true,
  ms: 1,
  ...more,
});
const searched = (second: number, more: Partial<SearchEvent> = {}): SearchEvent => ({
  ...head(second),
  type: 'search',
  queryLength: 1,
  queryHash: 'h',
  verdict: 'exact',
  tier: 'lexical',
  hits: [],
  shown: 0,
  total: 0,
  ms: 1,
  ...more,
});
const approval = (second: number, decision: ApprovalEvent['decision']): ApprovalEvent => ({
  ...head(second),
  type: 'approval',
  callId: `c${second}`,
  tool: 'a',
  name: 'a',
  source: 'mcp',
  server: 's1',
  decision,
  ms: 1,
});
const report = (...events: readonly TelemetryEvent[]) => reportSessions(events)[0]!;

describe('the report of a session', () => {
  it('goes by the times of events, in whatever order they came', () => {
    const events = [called(3, 'b'), searched(1), called(2, 'a'), searched(4)];
    for (const order of [events, events.toReversed(), [events[2]!, events[0]!, events[3]!, events[1]!]]) {
      expect(report(...order)).toMatchObject({
        from: at(1),
        to: at(4),
        events: 4,
        finalCall: { tool: 'b' },
        searches: 2,
        calls: 2,
      });
    }
  });

  it('keeps events of one moment in the order in which they came', () => {
    const same = ['x', 'y', 'z'].map((tool) => called(1, tool));
    expect(report(...same).finalCall?.tool).toBe('z');
    expect(report(...same.toReversed()).finalCall?.tool).toBe('x');
  });

  it('lists tools by calls, equal ones by name, with what came of them', () => {
    const events = ['c', 'a', 'b', 'b'].map((tool, second) => called(second, tool));
    const { tools } = report(...events, called(5, 'a', { outcome: 'failed' }), called(6, undefined));
    expect(tools).toEqual([
      { tool: 'a', source: 'mcp', server: 's1', calls: 2, outcomes: { ok: 1, failed: 1 } },
      { tool: 'b', source: 'mcp', server: 's1', calls: 2, outcomes: { ok: 2 } },
      { tool: 'c', source: 'mcp', server: 's1', calls: 1, outcomes: { ok: 1 } },
    ]);
    const [reverse] = reportSessions(events.toReversed());
    expect(reverse?.tools.map(({ tool }) => tool)).toEqual(['b', 'a', 'c']);
  });

  it('says nothing of a source that an event does not name', () => {
    const { source: _source, server: _server, ...bare } = called(1, 'a');
    expect(report(bare)).toMatchObject({ tools: [{ source: '', server: '' }], resultFrom: undefined });
    const { server: _other, ...unnamed } = called(1, 'a');
    expect(report(unnamed).resultFrom).toEqual({ source: 'mcp', server: '' });
  });

  it('takes a call without a tool for the last one only where there is no other', () => {
    const lost = (second: number) =>
      called(second, undefined, { outcome: 'refused', code: 'UNKNOWN_TOOL', ran: false });
    expect(report(called(1, 'a'), lost(2))).toMatchObject({ finalCall: { tool: 'a' }, refused: 1, calls: 2 });
    expect(report(lost(1), lost(2))).toMatchObject({ finalCall: { callId: 'c2' }, resultFrom: undefined, refused: 2 });
  });

  it.each<[CallFinishedEvent['outcome'], boolean]>([
    ['ok', true],
    ['error', true],
    ['refused', false],
    ['failed', false],
  ])('after a call that ended as %s has a result: %s', (outcome, has) => {
    expect(report(called(1, 'a', { outcome })).resultFrom !== undefined).toBe(has);
  });

  it('counts searches that found nothing, those asked again, descriptions and approvals', () => {
    expect(
      report(searched(1, { verdict: 'none' }), searched(2, { verdict: 'ambiguous', asked: 2 }), approval(3, 'denied'), {
        ...head(4),
        type: 'describe',
        tools: [],
        bytes: 0,
        ms: 0,
      }),
    ).toMatchObject({
      searches: 2,
      searchesWithoutHit: 1,
      searchesAgain: 1,
      approvals: 1,
      describes: 1,
      calls: 0,
      refused: 0,
      tools: [],
      finalCall: undefined,
    });
  });
});

describe('counters', () => {
  const counted = (...events: readonly TelemetryEvent[]) => {
    const counters = createTelemetryCounters();
    for (const event of events) counters.sink(event);
    return counters.snapshot();
  };

  it('tell how approvals ended, and which searches could not do all they should', () => {
    const { approvals, degraded, searches } = counted(
      approval(1, 'approved'),
      approval(2, 'denied'),
      approval(3, 'approved'),
      searched(4, { degraded: true }),
      searched(5, { degraded: true }),
      searched(6),
    );
    expect({ approvals, degraded, searches }).toEqual({
      approvals: { approved: 2, denied: 1 },
      degraded: 2,
      searches: 3,
    });
  });

  it('rank tools that ran by calls, equal ones by name, and leave those out that did not', () => {
    const tools = ['b', 'c', 'a', 'c', 'd'].map((tool, second) =>
      called(second, tool, tool === 'd' ? { ran: false } : {}),
    );
    const ranking = [
      { tool: 'c', calls: 2 },
      { tool: 'a', calls: 1 },
      { tool: 'b', calls: 1 },
    ];
    expect(counted(...tools).tools).toEqual(ranking);
    expect(counted(...tools.toReversed()).tools).toEqual(ranking);
    expect(counted(called(1, 'x', { ran: 'unknown', outcome: 'failed' })).tools).toEqual([{ tool: 'x', calls: 1 }]);
  });

  it('count at most a thousand tools one by one, and all calls', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => called(1, `t${index}`));
    const { tools, calls } = counted(...many, called(2, 't0'), called(2, 't1000'));
    expect([tools.length, tools[0], calls]).toEqual([1_000, { tool: 't0', calls: 2 }, 1_003]);
    expect(tools.some(({ tool }) => tool === 't1000')).toBe(false);
  });

  it('add up the bytes of results, and keep what they gave away', () => {
    const counters = createTelemetryCounters();
    counters.sink(called(1, 'a', { resultBytes: 5 }));
    const before = counters.snapshot();
    counters.sink(called(2, 'a', { resultBytes: 7 }));
    counters.sink(called(3, 'a'));
    expect([before.resultBytes, before.outcomes.ok]).toEqual([5, 1]);
    expect([counters.snapshot().resultBytes, counters.snapshot().outcomes.ok]).toEqual([12, 3]);
  });
});

describe('the last events', () => {
  it('are as many as asked for, a thousand otherwise, oldest first', () => {
    const [few, many] = [createRecentEvents(3), createRecentEvents()];
    for (let count = 1; count <= 2_500; count++) {
      few.sink(called(count, 'a'));
      many.sink(called(count, 'a'));
      if (count > 8 && count < 2_500) continue;
      const seconds = few.list().map(({ at: time }) => Date.parse(time));
      expect(seconds).toEqual([count - 2, count - 1, count].filter((n) => n > 0).map((n) => Date.parse(at(n))));
    }
    expect(many.list()).toHaveLength(1_000);
    expect(many.list()[0]?.at).toBe(at(1_501));
  });
});

describe('the facts of a request', () => {
  const catalog = createCatalog([
    { source: { kind: 'mcp', name: 'a' }, definition: { name: 'x' } },
    { source: { kind: 'mcp', name: 'b' }, definition: { name: 'y' } },
    { source: { kind: 'core', name: 'c' }, definition: { name: 'z' } },
  ]);
  const counting = (isExact: (text: string) => boolean): TokenCounter => ({
    encoding: 'o200k_base',
    exact: false,
    countTokens: (text) => ({ tokens: text.length, exact: isExact(text) }),
  });
  const request = { mode: 'tools', tools: [{ name: 'é' }], prompt: 'üü', catalog, deferred: 2 } as const;

  it('are its sizes in bytes and tokens, and where its tools come from', () => {
    const facts = assemblyFacts({ ...request, counter: counting((text) => text.startsWith('[')) });
    expect(facts).toStrictEqual({
      type: 'assembly',
      mode: 'tools',
      visible: 1,
      deferred: 2,
      toolBytes: 15,
      promptBytes: 4,
      tokens: 16,
      exactTokens: true,
      catalog: { size: 3, epoch: catalog.epoch, sources: { mcp: 2, core: 1 } },
    });
  });

  it('name the mode that could not be had, and count nothing of what cannot be written', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const counter = counting(() => false);
    const facts = assemblyFacts({ ...request, tools: [circle], fallbackFrom: 'code', counter });
    expect(facts).toMatchObject({ fallbackFrom: 'code', toolBytes: 0, tokens: 2, exactTokens: false });
  });
});
