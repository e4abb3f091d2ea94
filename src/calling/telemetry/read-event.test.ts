import { describe, expect, it } from 'vitest';
import type { TelemetryEvent } from './events.ts';
import { readTelemetryEvent } from './read-event.ts';

const HEAD = { v: 1, at: '2026-11-30T12:00:00.000Z', session: 's' } as const;
const TOOL = { tool: 'mcp:mail:send', name: 'send', source: 'mcp', server: 'mail' } as const;
const EVENTS: { readonly [T in TelemetryEvent['type']]: Extract<TelemetryEvent, { type: T }> } = {
  assembly: {
    ...HEAD,
    type: 'assembly',
    mode: 'tools',
    visible: 3,
    deferred: 20,
    toolBytes: 900,
    promptBytes: 100,
    tokens: 250,
    exactTokens: false,
    catalog: { size: 20, epoch: 'e', sources: { mcp: 19, core: 1 } },
  },
  search: {
    ...HEAD,
    type: 'search',
    queryLength: 5,
    queryHash: 'h',
    verdict: 'exact',
    tier: 'lexical',
    hits: ['a', 'b'],
    shown: 2,
    total: 7,
    ms: 1.5,
  },
  describe: { ...HEAD, type: 'describe', tools: ['a'], bytes: 400, ms: 0 },
  call: { ...HEAD, ...TOOL, type: 'call', callId: 'c', entrance: 'bridge', outcome: 'ok', ran: true, ms: 10 },
  policy: { ...HEAD, ...TOOL, type: 'policy', callId: 'c', decision: 'ask' },
  approval: { ...HEAD, ...TOOL, type: 'approval', callId: 'c', decision: 'approved', ms: 900 },
};
const TYPES = Object.keys(EVENTS) as TelemetryEvent['type'][];

/** The event with some members changed; undefined takes one out. */
const read = (event: object, changes: Readonly<Record<string, unknown>> = {}) =>
  readTelemetryEvent(JSON.stringify({ ...event, ...changes }));

/** A value of another kind, for every kind that events have. */
const OTHER: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, null, ['x'], true],
  number: ['7', null, false, [7]],
  boolean: [0, 'true', null],
  object: [null, 'x', 7, [7], [null], { size: 1 }],
};

describe('a line of a session log', () => {
  it.each(TYPES)('is an event of the type %s, whatever it has besides', (type) => {
    expect(read(EVENTS[type])).toEqual(EVENTS[type]);
    expect(read(EVENTS[type], { later: { more: 1 } })).toMatchObject(EVENTS[type]);
  });

  it.each(TYPES)('is no event of the type %s with a member missing or of another kind', (type) => {
    const event = EVENTS[type];
    const free = type === 'call' ? ['type', 'ran', 'tool', 'name', 'source', 'server'] : ['type', 'name'];
    for (const [member, value] of Object.entries(event)) {
      if (free.includes(member)) continue;
      expect([member, read(event, { [member]: undefined })]).toEqual([member, undefined]);
      for (const other of OTHER[typeof value]!) {
        expect([member, other, read(event, { [member]: other })]).toEqual([member, other, undefined]);
      }
    }
  });

  it.each(['tool', 'name', 'source', 'server', 'code'])(
    'may leave %s out of a call, not write it otherwise',
    (member) => {
      expect(read(EVENTS.call, { [member]: undefined })).toBeDefined();
      expect(read(EVENTS.call, { [member]: 'x' })).toMatchObject({ [member]: 'x' });
      for (const other of [7, null, ['x'], {}]) expect(read(EVENTS.call, { [member]: other })).toBeUndefined();
    },
  );

  it('knows the outcomes of calls, and no others', () => {
    for (const outcome of ['ok', 'error', 'refused', 'failed']) expect(read(EVENTS.call, { outcome })).toBeDefined();
    for (const outcome of ['', 'OK', 'toString', 'done']) expect(read(EVENTS.call, { outcome })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['no sources', { size: 1, epoch: 'e' }],
    ['a source that is not counted', { size: 1, epoch: 'e', sources: { mcp: 1, core: '1' } }],
    ['no epoch', { size: 1, sources: {} }],
    ['an epoch that is a number', { size: 1, epoch: 4, sources: {} }],
    ['no size', { epoch: 'e', sources: {} }],
    ['a list of sources', { size: 1, epoch: 'e', sources: [] }],
  ])('tells of a catalog all there is, not %s', (_what, catalog) => {
    expect(read(EVENTS.assembly, { catalog })).toBeUndefined();
  });

  it.each(['', '{', 'null', '7', '[]', JSON.stringify(EVENTS.call).slice(0, -5), JSON.stringify([EVENTS.call])])(
    'is nothing else: %j',
    (line) => {
      expect(readTelemetryEvent(line)).toBeUndefined();
    },
  );

  it('is of this version, of a known type, and has a time', () => {
    for (const v of [0, 2, '1', undefined]) expect(read(EVENTS.call, { v })).toBeUndefined();
    for (const type of ['', 'calls', 'toString', '__proto__', null, 7]) {
      expect(read(EVENTS.call, { type })).toBeUndefined();
    }
    for (const at of ['', 'yesterday', 1_780_000_000_000]) expect(read(EVENTS.call, { at })).toBeUndefined();
  });
});
