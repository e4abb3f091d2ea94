import { describe, expect, it } from 'vitest';
import { ActivityLog } from './activity-log.ts';

const OPEN = { fingerprint: 'open', open: true };
const NARROW = { fingerprint: 'narrow', open: false };
const OTHER = { fingerprint: 'other', open: false };
const START = Date.UTC(2026, 10, 30, 12);

const search = (verdict: 'confident' | 'none') =>
  ({ type: 'search', query: 'secret words', verdict, tier: 't', hits: [], shown: 0, total: 0, ms: 1 }) as const;

const call = (tool: string, outcome: 'ok' | 'refused') =>
  ({ type: 'call', callId: '1', entrance: 'bridge', tool, outcome, ran: outcome === 'ok', ms: 1 }) as const;

describe('the activity of a gateway', () => {
  it('is shown to who has the same rights, and to who may use everything', () => {
    const log = new ActivityLog();
    log.telemetry(() => 'narrow').emit('a', call('mcp:x:y', 'ok'));
    log.telemetry(() => 'open').emit('b', call('mcp:hidden:tool', 'ok'));
    expect(log.events(NARROW).map(({ session }) => session)).toEqual(['a']);
    expect([...log.calls(NARROW).keys()]).toEqual(['mcp:x:y']);
    expect(log.totals(NARROW).calls).toBe(1);
    expect(log.events(OTHER)).toEqual([]);
    expect(log.totals(OTHER).calls).toBe(0);
    expect(log.events(OPEN).map(({ session }) => session)).toEqual(['a', 'b']);
    expect(log.totals(OPEN).calls).toBe(2);
  });

  it('counts by minute and forgets nothing within the last ones', () => {
    let now = START;
    const log = new ActivityLog({ now: () => now });
    const telemetry = log.telemetry(() => 'open');
    telemetry.emit('a', search('none'));
    now += 2 * 60_000;
    telemetry.emit('a', search('confident'));
    telemetry.emit('a', call('mcp:x:y', 'refused'));
    const minutes = log.minutes(OPEN, 3);
    expect(
      minutes.map(({ at, searches, calls, failedCalls }) => [(at - START) / 60_000, searches, calls, failedCalls]),
    ).toEqual([
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [2, 1, 1, 1],
    ]);
    expect(log.totals(OPEN).verdicts).toEqual({ none: 1, confident: 1 });
  });

  it('keeps no text of a request unless that is wanted', () => {
    const [silent, full] = [new ActivityLog(), new ActivityLog({ content: true })];
    for (const log of [silent, full]) log.telemetry(() => 'open').emit('a', search('none'));
    expect(JSON.stringify(silent.events(OPEN))).not.toContain('secret');
    expect(JSON.stringify(full.events(OPEN))).toContain('secret words');
  });

  it('is bounded in events and in sets of rights', () => {
    const log = new ActivityLog({ maxEvents: 3, maxScopes: 2 });
    for (let i = 0; i < 10; i++) log.telemetry(() => 'narrow').emit(`s${i}`, search('none'));
    expect(log.events(NARROW).map(({ session }) => session)).toEqual(['s7', 's8', 's9']);
    for (const rights of ['two', 'three']) log.telemetry(() => rights).emit('x', search('none'));
    expect(log.events(NARROW)).toEqual([]);
  });

  it('drops minutes that are a day old', () => {
    let now = START;
    const log = new ActivityLog({ now: () => now });
    log.telemetry(() => 'open').emit('a', search('none'));
    now += 24 * 60 * 60_000;
    log.telemetry(() => 'open').emit('a', search('none'));
    expect(log.minutes(OPEN, 2_000).reduce((sum, { searches }) => sum + searches, 0)).toBe(1);
    expect(log.totals(OPEN).searches).toBe(2);
  });
});
