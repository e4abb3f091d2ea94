import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelemetry, type TelemetryEvent, type TelemetryFacts } from '../calling/index.ts';
import { displayWidth } from './layout.ts';
import { registerLog } from './log.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const log = async (...options: string[]): Promise<number> => {
  let code = -1;
  const program = new Command().exitOverride();
  registerLog(program, machine.io, (result) => {
    code = result;
  });
  await program.parseAsync(['log', ...options], { from: 'user' });
  return code;
};

const CALL = { type: 'call', entrance: 'bridge', ran: true, ms: 312.4 } as const;
const FACTS: readonly TelemetryFacts[] = [
  {
    type: 'assembly',
    mode: 'tools',
    visible: 3,
    deferred: 214,
    toolBytes: 1_102,
    promptBytes: 300,
    tokens: 287,
    exactTokens: true,
    catalog: { size: 214, epoch: 'e', sources: { mcp: 200, core: 14 } },
  },
  { type: 'search', query: 'x', verdict: 'confident', tier: 't', hits: ['a'], shown: 1, total: 1, ms: 2 },
  { type: 'search', query: 'y', verdict: 'none', tier: 't', hits: [], shown: 0, total: 0, ms: 2, asked: 2 },
  { type: 'describe', tools: ['a'], bytes: 10, ms: 1 },
  { ...CALL, callId: '1', tool: 'core:files:read', name: 'read', source: 'core', server: 'files', outcome: 'ok' },
  {
    ...CALL,
    callId: '2',
    tool: 'mcp:github:create_issue',
    name: 'create_issue',
    source: 'mcp',
    server: 'github',
    outcome: 'ok',
  },
];

function lines(session: string, facts: readonly TelemetryFacts[], hour = 12): string {
  const events: TelemetryEvent[] = [];
  let minute = 0;
  const now = () => Date.UTC(2026, 10, 30, hour, minute++);
  const telemetry = createTelemetry({ sinks: [(event) => events.push(event)], now });
  for (const one of facts) telemetry.emit(session, one);
  return `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
}

describe('toolscout log', () => {
  it('answers for a session what it saw, asked, called, and where the result came from', async () => {
    await machine.write('project/log.jsonl', lines('stdio-1', FACTS));
    expect(await log('log.jsonl')).toBe(0);
    expect(machine.stdout()).toBe(
      [
        'Session stdio-1, 2026-11-30 12:00:00 to 12:05:00 UTC',
        '  schemas up front   3, over 214 tools in the catalog (mode tools)',
        '                     1,402 bytes, 287 tokens',
        '  searches           2 (1 without a hit, 1 made again)',
        '  descriptions       1',
        '  final tool         mcp:github:create_issue: ok after 312 ms',
        '  result from        MCP server github',
        '  calls              2',
        '       1  core:files:read                               ok',
        '       1  mcp:github:create_issue                       ok',
        '',
      ].join('\n'),
    );
  });

  it('gives a program the same, for every session', async () => {
    await machine.write('project/logs/a.jsonl', lines('stdio-1', FACTS));
    await machine.write('project/logs/b.jsonl', lines('stdio-2', FACTS.slice(1, 2), 13));
    expect(await log('logs', '--json')).toBe(0);
    const { files, skipped, sessions } = JSON.parse(machine.stdout());
    expect([files.length, skipped]).toEqual([2, 0]);
    expect(sessions).toMatchObject([
      {
        session: 'stdio-1',
        schemasUpFront: 3,
        searches: 2,
        describes: 1,
        finalTool: 'mcp:github:create_issue',
        finalOutcome: 'ok',
        resultFrom: { source: 'mcp', server: 'github' },
        calls: 2,
      },
      { session: 'stdio-2', schemasUpFront: null, searches: 1, finalTool: null, resultFrom: null },
    ]);
  });

  it('says what a session did not do', async () => {
    const refused = { ...CALL, callId: '1', outcome: 'refused', code: 'UNKNOWN_TOOL', ran: false } as const;
    await machine.write('project/a.jsonl', lines('s', [refused]));
    await machine.write('project/b.jsonl', lines('s', FACTS.slice(1, 2)));
    await log('a.jsonl');
    await log('b.jsonl');
    for (const text of [
      'schemas up front   not told',
      'final tool         a name that no tool has: refused UNKNOWN_TOOL after 312 ms',
      'result from        nowhere: there was none',
      'calls              1 (1 refused)',
      'final tool         none was called',
    ])
      expect(machine.stdout()).toContain(text);
  });

  it('chooses sessions by the beginning of their id', async () => {
    await machine.write('project/log.jsonl', lines('http-ab', FACTS) + lines('http-cd', FACTS));
    expect(await log('log.jsonl', '--session', 'http-c')).toBe(0);
    expect(machine.stdout()).toContain('Session http-cd');
    expect(machine.stdout()).not.toContain('http-ab');
    expect(await log('log.jsonl', '--session', 'other')).toBe(1);
    expect(machine.stdout()).toContain('no session "other"');
  });

  it('reads on after a line that was cut off, and says that it did', async () => {
    const text = lines('s', FACTS);
    await machine.write('project/log.jsonl', text.slice(0, -40));
    expect(await log('log.jsonl')).toBe(0);
    expect(machine.stdout()).toContain('final tool         core:files:read');
    expect(machine.stderr()).toContain('1 line of the log could not be read and was passed over');
  });

  it('fits into 80 columns and lets no text of the log move the cursor', async () => {
    const long = 'x'.repeat(200);
    const hostile = {
      ...CALL,
      callId: '1',
      tool: `mcp:a:${long}\u001b[2J`,
      name: long,
      source: 'mcp',
      server: long,
      outcome: 'ok',
    } as const;
    await machine.write('project/log.jsonl', lines(`${long}\u001b]0;t\u0007\n`, [...FACTS, hostile]));
    await log('log.jsonl');
    for (const line of machine.stdout().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(machine.stdout()).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('takes the log of the configuration when none is named', async () => {
    await machine.write('project/toolscout.json', '{"mcpServers": {}, "telemetry": {"log": "../home/logs"}}');
    await machine.write('home/logs/a.jsonl', lines('s', FACTS));
    expect(await log()).toBe(0);
    expect(machine.stdout()).toContain('Session s,');
    await machine.write('project/toolscout.json', '{"mcpServers": {}}');
    await expect(log()).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('telemetry.log') });
  });

  it('names a log that is not there', async () => {
    await expect(log('nowhere')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
