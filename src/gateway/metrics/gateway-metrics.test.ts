import { describe, expect, it } from 'vitest';
import type { CallStageEvent } from '../../calling/index.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { prometheusText } from './prometheus-text.ts';

const now = { statuses: [], tools: 3, pendingApprovals: 0 };
const stage = (event: Record<string, unknown>): CallStageEvent => event as unknown as CallStageEvent;

describe('the metrics of a gateway', () => {
  it('count calls by outcome, those that run, and how long they took', () => {
    const metrics = new GatewayMetrics();
    metrics.observer.onStage(stage({ stage: 'received', callId: '1' }));
    metrics.observer.onStage(stage({ stage: 'received', callId: '2' }));
    metrics.observer.onStage(stage({ stage: 'finished', callId: '1', entrance: 'bridge', end: 'ok', durationMs: 40 }));
    metrics.searched('ok', 3);
    metrics.searchLimited();
    metrics.searchLimited();
    const text = metrics.text(now);
    expect(text).toContain('toolscout_calls_total{entrance="bridge",outcome="ok"} 1\n');
    expect(text).toContain('toolscout_calls_in_flight 1\n');
    expect(text).toContain('toolscout_call_duration_seconds_bucket{le="0.025"} 0\n');
    expect(text).toContain('toolscout_call_duration_seconds_bucket{le="0.05"} 1\n');
    expect(text).toContain('toolscout_call_duration_seconds_count 1\n');
    expect(text).toContain('toolscout_searches_total{outcome="ok"} 1\n');
    expect(text).toContain('toolscout_rate_limited_total 2\n');
  });

  it('name no tool, server or client', () => {
    const metrics = new GatewayMetrics();
    const tool = { id: 'mcp:hidden:secret_tool', name: 'hidden__secret_tool' };
    metrics.observer.onStage(stage({ stage: 'received', callId: '1', session: 'client-jane', reference: 'secret' }));
    metrics.observer.onStage(
      stage({
        stage: 'finished',
        callId: '1',
        session: 'client-jane',
        entrance: 'direct',
        end: 'refused',
        code: 'NOT_ALLOWED',
        tool,
        durationMs: 1,
      }),
    );
    const status = { name: 'hidden', state: 'ready', tools: 1, since: 0, restarts: 1 } as const;
    const text = metrics.text({ ...now, statuses: [status] });
    expect(text).not.toMatch(/hidden|secret|jane/);
    expect(text).toContain('toolscout_call_errors_total{code="NOT_ALLOWED"} 1\n');
    expect(text).toContain('toolscout_servers{state="ready"} 1\n');
  });

  it('are in the text format, with labels escaped', () => {
    const samples = [{ labels: { a: 'x"\\\n' }, value: 1 }];
    expect(prometheusText([{ name: 'm', help: 'Line\nbreak.', type: 'gauge', samples }])).toBe(
      '# HELP m Line\\nbreak.\n# TYPE m gauge\nm{a="x\\"\\\\\\n"} 1\n',
    );
  });
});
