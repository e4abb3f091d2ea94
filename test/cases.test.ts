import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CaseReport, runCases } from './cases-runner/run-cases.ts';
import { hangLimit } from './cases-runner/worker-pool.ts';

const CASES = resolve(import.meta.dirname, 'cases');

/** Some cases wait for servers for many seconds, on purpose. */
const PATIENCE_MS = 300_000;

describe('the cases from bug reports', () => {
  let report: Promise<CaseReport> | undefined;
  const run = (): Promise<CaseReport> => {
    report ??= runCases(CASES, {
      themes: [
        'schema',
        'names',
        'descriptions',
        'process',
        'listing',
        'config',
        'arguments',
        'hooks',
        'results',
        'acl',
        'code',
        'preselection',
        'bridge',
        'import',
      ],
    });
    return report;
  };

  it('hold for schemas, names, descriptions, processes, listing, configuration, arguments, hooks, results, rights, snippets, turns, the bridge and OpenAPI', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { failed, passed } = await run();
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(50);
  });

  it('are all mapped', { timeout: PATIENCE_MS }, async () => {
    expect((await run()).unmapped).toEqual([]);
  });
});

describe('siblings of the cases, of our own making', () => {
  const SIBLINGS = join(CASES, 'siblings');
  const EVERY = 4;
  const ids = readdirSync(SIBLINGS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
  const isWhole = process.env.PROOF === '1';

  it(`hold, ${isWhole ? 'all of them' : 'one of four here, all in `npm run proof`'}`, {
    timeout: isWhole ? 4 * PATIENCE_MS : PATIENCE_MS,
  }, async () => {
    const chosen = isWhole ? ids : ids.filter((_id, index) => index % EVERY === 0);
    const { failed, unmapped, passed } = await runCases(SIBLINGS, { ids: chosen });
    expect({ failed, unmapped }).toEqual({ failed: [], unmapped: [] });
    expect(passed).toHaveLength(chosen.length);
  });
});

describe('any other folder of cases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-cases-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (id: string, setup: object, action: object, ...checks: object[]): void =>
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ id, theme: 'own', setup, action, checks }));

  it('is run with its own servers, and every file ends in one of the three lists', async () => {
    const server = 'setInterval(() => {}, 1000)';
    writeFileSync(join(folder, 'mute.mjs'), server);
    const tools = [{ name: 'ping', inputSchema: { type: 'object' } }];
    const call = { op: 'call', ref: { tool: 'ping' }, arguments: {} };
    write('right', { tools }, call, { check: 'no_error' });
    write('wrong', { tools }, call, { check: 'error' });
    write('strange', { tools }, { op: 'levitate' }, { check: 'no_error' });
    write(
      'mute-server',
      { servers: { mute: { command: 'node', args: ['mute.mjs'] } }, config: { startTimeoutMs: 500 } },
      { op: 'gateway', steps: [{ op: 'list_catalog' }] },
      { check: 'server_status', server: 'mute', status: 'failed' },
      { check: 'no_leftover_process' },
    );
    writeFileSync(join(folder, 'torn.json'), '{"id":');
    const report = await runCases(folder);
    expect(report.passed).toEqual(['mute-server', 'right']);
    expect(report.failed.map(({ id }) => id)).toEqual(['wrong', 'torn']);
    expect(report.unmapped).toEqual([{ id: 'strange', why: 'op levitate: not known to the runner' }]);
  });

  it('can save, take up and fork sessions, and a child is told of nothing beyond its scope', async () => {
    const tool = (server: string, name: string) => ({
      server,
      name,
      description: name,
      inputSchema: { type: 'object' },
    });
    const use = (ref: object) => ({ op: 'call', session: 'main', ref, arguments: {} });
    write(
      'sessions',
      {
        tools: [tool('tracker', 'create_issue'), tool('pay', 'refund')],
        sessions: { main: { allow: ['*'] }, worker: { allow: ['tracker/*'], parent: 'main' } },
      },
      {
        op: 'sequence',
        steps: [
          { op: 'describe', session: 'main', ref: { tool: 'create_issue' } },
          use({ server: 'pay', tool: 'refund' }),
          { op: 'compact_history', session: 'main' },
          { op: 'serialize_session', session: 'main' },
          { op: 'resume_session', session: 'main' },
          { op: 'fork_session', session: 'main', child: 'worker' },
          { op: 'compact_history', session: 'worker' },
        ],
      },
      { check: 'in_output', step: 2, strings: ['create_issue', 'refund'] },
      { check: 'in_output', step: 3, strings: ['toolscout-session', 'refund'] },
      { check: 'in_output', step: 4, strings: ['refund', 'same'] },
      { check: 'in_output', step: 5, strings: ['create_issue'] },
      { check: 'not_in_output', steps: [5, 6], strings: ['refund'] },
    );
    const report = await runCases(folder, { ids: ['sessions'] });
    expect(report).toEqual({ passed: ['sessions'], failed: [], unmapped: [] });
  });

  it('gives each case a time after which it counts as hanging', () => {
    const limit = hangLimit({
      id: 'x',
      theme: 'own',
      file: 'x.json',
      setup: { config: { callTimeoutMs: 3_000 } },
      action: { op: 'gateway', steps: [{ op: 'wait_ms', value: 5_000 }] },
      checks: [{ check: 'max_ms', value: 1_000 }],
    });
    expect(limit).toBe(60_000 + 3 * 1_000 + 2_000 + 3_000 + 5_000);
  });
});
