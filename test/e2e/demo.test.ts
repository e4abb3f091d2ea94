import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BINARY } from './gateway-process.ts';

describe('toolscout demo', () => {
  it('answers every step from real servers and keeps its JSON contract', () => {
    const report = JSON.parse(execFileSync(process.execPath, [BINARY, 'demo', '--json'], { encoding: 'utf8' })) as {
      ok: boolean;
      servers: number;
      tools: number;
      steps: { op: string; ok: boolean; reply?: string }[];
      tokens: { direct: number; bridge: number; exact: boolean };
      killed: { server: string; othersAnswer: boolean; said: string };
    };
    expect(report.ok).toBe(true);
    expect(report.servers).toBeGreaterThanOrEqual(6);
    expect(report.tools).toBeGreaterThanOrEqual(100);
    expect(new Set(report.steps.map((step) => step.op))).toEqual(new Set(['search', 'describe', 'call']));
    expect(report.steps.filter((step) => !step.ok)).toEqual([]);
    // Worked out by the servers, not sent along.
    const replies = report.steps.map((step) => step.reply ?? '').join('\n');
    expect(replies).toContain('42');
    expect(replies).toContain('size: 31');
    expect(report.tokens.exact).toBe(true);
    expect(report.tokens.bridge).toBeLessThanOrEqual(300);
    expect(report.tokens.direct).toBeGreaterThan(30 * report.tokens.bridge);
    expect(report.killed).toMatchObject({ server: 'memory', othersAnswer: true });
    expect(report.killed.said).toContain('memory');
  });
});
