import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const RUN = resolve(import.meta.dirname, 'fixtures/durable-run.ts');

interface Step {
  readonly pid: number;
  readonly tools: readonly { readonly name: string }[];
  readonly answers: readonly unknown[];
  readonly ran: readonly unknown[];
  readonly used: Readonly<Record<string, { readonly found: number; readonly called: number }>>;
}

describe('complaint 28: in durable runs the tools that were found are gone at the next step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-durable-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('a run whose every step is another process finds, describes, calls and remembers', {
    timeout: 120_000,
  }, async () => {
    const step = async (...acts: string[]): Promise<Step> => {
      const { stdout } = await promisify(execFile)(process.execPath, [RUN, folder, ...acts]);
      return JSON.parse(stdout);
    };
    const first = await step('search');
    expect(JSON.stringify(first.answers)).toContain('office__create_invoice');
    const second = await step('describe', 'call', 'again');
    expect(second.tools.map(({ name }) => name)).toContain('office__create_invoice');
    expect(second.ran).toEqual([['create_invoice', { customer: 'ACME' }]]);
    expect(second.answers).toMatchObject([
      { name: 'office__create_invoice', inputSchema: { required: ['customer'] } },
      { type: 'tool_result', tool_use_id: 'toolu_call' },
      { type: 'tool_result', tool_use_id: 'toolu_again' },
    ]);
    expect(JSON.stringify(second.answers[2])).toContain('office__print_letter');
    const third = await step();
    expect(third.tools.map(({ name }) => name)).toContain('office__print_letter');
    expect(third.used).toMatchObject({
      office__create_invoice: { described: 1, called: 1 },
      office__print_letter: { called: 0 },
    });
    expect(new Set([first, second, third].map(({ pid }) => pid)).size).toBe(3);
  });
});
