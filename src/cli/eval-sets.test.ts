import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint, type TestEndpoint } from '../llm/test-endpoint.ts';
import { registerEval } from './eval.ts';
import { displayWidth } from './layout.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const TOOLS = [
  { id: 'send_mail', name: 'send_mail', server: 'post', description: 'Send a letter by mail to somebody.' },
  { id: 'weather', name: 'weather', server: 'sky', description: 'The weather of tomorrow in a city.' },
  { id: 'drop_file', name: 'drop_file', server: 'disk', description: 'Remove a file from a folder for good.' },
];

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write('project/tools.jsonl', jsonLines(TOOLS));
});
afterEach(() => machine.remove());
const run = (...argv: string[]): Promise<number> => runCommandLine(['eval', ...argv], machine.io, [registerEval]);
const lastJson = () => JSON.parse(machine.stdout().trimEnd().split('\n').at(-1)!);

const event = (minute: number, more: object) => ({
  v: 1,
  at: `2026-11-30T12:0${minute}:00.000Z`,
  session: 's',
  ...more,
});
const searched = (minute: number, query: string, hits: readonly string[]) =>
  event(minute, {
    type: 'search',
    queryLength: 1,
    queryHash: '0',
    query,
    verdict: 'confident',
    tier: 't',
    hits,
    shown: 1,
    total: 1,
    ms: 1,
  });
const called = (minute: number, tool: string) =>
  event(minute, { type: 'call', callId: 'c', entrance: 'bridge', outcome: 'ok', ran: true, ms: 1, tool });
const LOG = [
  searched(0, 'write a mail to Anna', ['weather', 'send_mail']),
  called(1, 'send_mail'),
  searched(2, 'weather of tomorrow', ['weather']),
  called(3, 'weather'),
  searched(4, 'what is love', ['drop_file']),
];

describe('toolscout eval record', () => {
  it('makes a set of a session log that eval measures', async () => {
    await machine.write('project/log.jsonl', jsonLines(LOG));
    expect(await run('record', 'log.jsonl', '--out', 'set', '--tools', 'tools.jsonl', '--json')).toBe(0);
    expect(lastJson()).toEqual({ requests: 3, labelled: 2, unlabelled: 1, gone: [], out: 'set' });
    expect(await run('--set', 'set', '--tier', 'static', '--json')).toBe(0);
    expect(lastJson()).toMatchObject({ tools: 3, queries: 2, recall: { 1: 1 }, bySplit: { recorded: { queries: 2 } } });
  });

  it('says what a log without texts lacks', async () => {
    const { query: _query, ...silent } = LOG[0] as { query?: string };
    await machine.write('project/log.jsonl', jsonLines([silent]));
    expect(await run('record', 'log.jsonl', '--out', 'set', '--tools', 'tools.jsonl')).toBe(1);
    expect(machine.stderr()).toContain('"content": true');
  });
});

describe('toolscout eval replay', () => {
  it('shows what moved within 80 columns, and fails on worse only when told to', async () => {
    await machine.write('project/log.jsonl', jsonLines(LOG));
    const replay = (...more: string[]) =>
      run('replay', 'log.jsonl', '--tools', 'tools.jsonl', '--tier', 'static', ...more);
    expect(await replay()).toBe(0);
    const lines = machine.stdout().split('\n');
    expect(machine.stdout()).toMatch(/called tool first +1 +2/);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(await replay('--json', '--fail-on-worse')).toBe(0);
    expect(lastJson()).toMatchObject({ labelled: 2, better: 1, worse: 0 });
    await machine.write(
      'project/tools.jsonl',
      jsonLines([
        { ...TOOLS[1], description: 'Nothing.', name: 'x' },
        TOOLS[0]!,
        { ...TOOLS[2], description: 'weather of tomorrow' },
      ]),
    );
    expect(await replay('--fail-on-worse')).toBe(1);
  });
});

describe('toolscout eval generate', () => {
  let endpoint: TestEndpoint;
  let answer: (request: ReceivedRequest) => CannedAnswer;
  const say = (reply: object): CannedAnswer => ({
    body: { choices: [{ message: { content: JSON.stringify(reply) }, finish_reason: 'stop' }] },
  });
  const good = ({ body }: ReceivedRequest): CannedAnswer => {
    const text = JSON.stringify(body.messages);
    if (text.includes('none of its tools')) return say({ requests: ['Iron my shirt', 'Walk the dog'] });
    if (text.includes('Name: send_mail')) return say({ en: ['let Anna know that I am late'] });
    return say({ en: [text.includes('Name: weather') ? 'do I need an umbrella in Oslo' : 'get rid of the old scan'] });
  };
  beforeEach(async () => {
    answer = good;
    endpoint = await startTestEndpoint((request) => answer(request));
  });
  afterEach(() => endpoint.close());
  const generate = (...more: string[]): Promise<number> =>
    run(
      'generate',
      '--tools',
      'tools.jsonl',
      '--out',
      'set',
      '--model',
      'm',
      '--base-url',
      `${endpoint.url}/v1`,
      ...more,
    );

  it('asks nobody before somebody has agreed to the cost', async () => {
    expect(await generate()).toBe(2);
    expect(machine.stderr()).toMatch(/Asking openai\/m: 3 requests/);
    expect(endpoint.requests).toHaveLength(0);
  });

  it('writes a set that eval measures, and asks for nothing twice', async () => {
    expect(await generate('--yes', '--unserved', '2', '--json')).toBe(0);
    expect(lastJson()).toMatchObject({ tools: 3, requests: 5, unserved: 2, refused: 0 });
    expect(await run('--set', 'set', '--tier', 'static', '--json')).toBe(0);
    expect(lastJson()).toMatchObject({ queries: 5, refusal: { noTool: { total: 2 } } });
    const asked = endpoint.requests.length;
    expect(await generate('--json')).toBe(0);
    expect(endpoint.requests).toHaveLength(asked);
  });

  it('goes on where it was interrupted', async () => {
    answer = (request) => (JSON.stringify(request.body).includes('Name: weather') ? { status: 401 } : good(request));
    expect(await generate('--yes')).toBe(1);
    answer = good;
    const before = endpoint.requests.length;
    expect(await generate('--yes', '--json')).toBe(0);
    expect(lastJson().requests).toBe(3);
    expect(endpoint.requests.length - before).toBeLessThan(4);
  });
});
