import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CannedAnswer, startTestEndpoint, type TestEndpoint } from '../llm/test-endpoint.ts';
import { registerEval } from './eval.ts';
import { displayWidth } from './layout.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const TOOLS = [
  { id: 'send_mail', name: 'send_mail', server: 'post', description: 'Send a letter by mail to somebody.' },
  { id: 'weather', name: 'weather', server: 'sky', description: 'The weather of tomorrow in a city.' },
  { id: 'drop_file', name: 'drop_file', server: 'disk', description: 'Remove a file from a folder for good.' },
  { id: 'list_rooms', name: 'list_rooms', server: 'house', description: 'Rooms of the house that are free.' },
];
const QUERIES = [
  { id: 'q1', text: 'write a mail to Anna', lang: 'en', split: 'dev', match: 'any', arguments: { to: 'Anna' } },
  { id: 'q2', text: 'will there be rain tomorrow in Oslo', lang: 'en', split: 'test', match: 'any' },
  { id: 'q3', text: 'удали файл из папки', lang: 'ru', split: 'dev', match: 'any' },
  { id: 'q4', text: 'iron my shirt', lang: 'en', no_tool: true },
];

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write('project/set/tools.jsonl', jsonLines(TOOLS));
  await machine.write('project/set/queries.jsonl', jsonLines(QUERIES));
  await machine.write('project/set/qrels.tsv', 'q1\tsend_mail\t2\nq2\tweather\t1\nq3\tdrop_file\t1\n');
});
afterEach(() => machine.remove());

const run = (...argv: string[]): Promise<number> =>
  runCommandLine(['eval', '--set', 'set', '--tier', 'static', ...argv], machine.io, [registerEval]);
const lastJson = () => JSON.parse(machine.stdout().trimEnd().split('\n').at(-1)!);
const withinColumns = (): void => {
  for (const line of machine.stdout().split('\n'))
    if (!line.startsWith('{')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
};

describe('toolscout eval', () => {
  it('reports by language, split and server, with intervals', async () => {
    expect(await run('--json')).toBe(0);
    const report = lastJson();
    expect(report).toMatchObject({ tools: 4, queries: 4, recall: { 1: 1 }, config: { backend: 'memory' } });
    expect(Object.keys(report.byLang)).toEqual(['en', 'ru']);
    expect(Object.keys(report.bySplit)).toEqual(['dev', 'test']);
    expect(Object.keys(report.byServer)).toEqual(['disk', 'post', 'sky']);
    // Of three requests that a tool is for: all of three is no proof of all.
    expect(report.intervals.recall['1']).toEqual([0.2924, 1]);
  });

  it('shows a person a report within 80 columns', async () => {
    expect(await run()).toBe(0);
    expect(machine.stdout()).toContain('4 tools, 4 requests: 3 that a tool serves, 1 that none does');
    expect(machine.stdout()).toMatch(/all +3 +1\.000/);
    expect(machine.stdout()).toMatch(/en +2 +1\.000/);
    expect(machine.stdout()).toContain('95 % from');
    withinColumns();
  });

  it('writes Markdown and JSON', async () => {
    expect(await run('--report', 'out.md')).toBe(0);
    expect(await run('--report', 'out.json')).toBe(0);
    expect(await machine.read('project/out.md')).toContain('| all | 3 | 1.000 |');
    expect(JSON.parse(await machine.read('project/out.json')).tools).toBe(4);
    expect(await run('--report', 'out.txt')).toBe(2);
  });

  it('fails where a figure is under its threshold, and says which', async () => {
    expect(await run('--fail-under', 'recall@1=1,mrr=.9')).toBe(0);
    expect(await run('--fail-under', 'recall@1=.5,refused=1,endToEnd=.5', '--json')).toBe(1);
    expect(lastJson().failed.map(({ figure }: { figure: string }) => figure)).toContain('endToEnd');
    expect(await run('--fail-under', 'recall=1')).toBe(2);
  });

  it('says what is missing without a set', async () => {
    expect(await runCommandLine(['eval'], machine.io, [registerEval])).toBe(2);
    expect(machine.stderr()).toContain('--set DIR');
  });
});

describe('toolscout eval --compare', () => {
  it('sets two tiers side by side within 80 columns', async () => {
    expect(await run('--compare', 'lexical', 'static')).toBe(0);
    expect(machine.stdout()).toMatch(/could not be chance|hardly by chance/);
    expect(machine.stdout()).toMatch(/recall@1 +\d\.\d{3}/);
    withinColumns();
  });

  it('takes saved runs, which need no search', async () => {
    expect(await run('--save-run', 'a.jsonl')).toBe(0);
    expect(await run('--compare', 'a.jsonl', 'lexical', '--json')).toBe(0);
    const { queries, measures, moved, missing } = lastJson();
    expect([queries, missing]).toEqual([3, 0]);
    expect(measures['recall@1']).toMatchObject({ a: 1, p: 1 });
    // The Russian request shares no word with its tool.
    expect(moved).toMatchObject([{ query: 'q3', from: 1, to: null }]);
  });

  it('refuses anything but two sides', async () => {
    expect(await run('--compare', 'static')).toBe(2);
  });
});

describe('toolscout eval --calls', () => {
  it('gives the two halves and their product of a recorded run, offline', async () => {
    const hits = ['send_mail', 'weather'];
    await machine.write(
      'project/calls.jsonl',
      jsonLines([
        { query: 'q1', hits, called: 'send_mail', arguments: { to: 'anna' } },
        { query: 'q2', hits, called: 'send_mail' },
        { query: 'q3', hits, called: null },
        { query: 'q4', hits, called: null },
      ]),
    );
    expect(await run('--calls', 'calls.jsonl', '--json')).toBe(0);
    const { calls } = lastJson();
    expect(calls).toMatchObject({
      answerable: { total: 3, found: 2, called: 1, foundShare: 0.6667, calledShare: 0.5, endToEnd: 0.3333 },
      arguments: { total: 1, right: 1 },
      noTool: { total: 1, declined: 1 },
      confused: [{ right: 'weather', called: 'send_mail', count: 1 }],
      missing: 0,
    });
    expect(await run('--calls', 'calls.jsonl')).toBe(0);
    expect(machine.stdout()).toMatch(/right tool found +2 of 3 +66\.7 %/);
    withinColumns();
  });
});

describe('toolscout eval --ask', () => {
  let endpoint: TestEndpoint;
  let answer: (prompt: string) => CannedAnswer;
  beforeEach(async () => {
    endpoint = await startTestEndpoint(({ body }) => answer(JSON.stringify(body.messages)));
    answer = (prompt) =>
      say(
        prompt.includes('Anna')
          ? { tool: 'post__send_mail', arguments: { to: 'Anna' } }
          : { tool: null, arguments: {} },
      );
  });
  afterEach(() => endpoint.close());

  const say = (reply: object): CannedAnswer => ({
    body: {
      choices: [{ message: { content: JSON.stringify(reply) }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    },
  });
  const ask = (...more: string[]): Promise<number> =>
    run('--ask', '--model', 'm', '--base-url', `${endpoint.url}/v1`, '--calls', 'calls.jsonl', '--json', ...more);

  it('says what it costs and asks nobody without a yes', async () => {
    expect(await ask()).toBe(2);
    expect(machine.stderr()).toMatch(/Asking openai\/m: \d requests?, [\d,]+ tokens in, about [\d,]+ out/);
    expect(endpoint.requests).toHaveLength(0);
  });

  it('has the model decide on each request once, whatever is run again', async () => {
    expect(await ask('--yes')).toBe(0);
    const { calls } = lastJson();
    expect(calls).toMatchObject({ models: ['openai/m'], arguments: { total: 1, right: 1 }, offered: 10 });
    expect(calls.answerable).toMatchObject({ total: 3, called: 1 });
    expect(calls.tokens.input).toBe(100 * endpoint.requests.length);
    const asked = endpoint.requests.length;
    expect(asked).toBeGreaterThan(2);
    expect(await ask()).toBe(0);
    expect(endpoint.requests).toHaveLength(asked);
    expect(await run('--calls', 'calls.jsonl', '--json')).toBe(0);
    expect(lastJson().calls.answerable.called).toBe(1);
  });

  it('goes on where it broke off', async () => {
    const good = answer;
    answer = (prompt) => (prompt.includes('Anna') ? good(prompt) : { status: 401, body: { error: 'who are you' } });
    expect(await ask('--yes', '--rate', '100000')).toBe(1);
    const kept = (await machine.read('project/calls.jsonl')).trim().split('\n').length;
    answer = good;
    const before = endpoint.requests.length;
    expect(await ask('--yes')).toBe(0);
    expect(lastJson().calls.missing).toBe(0);
    expect(endpoint.requests.length - before).toBeLessThanOrEqual(4 - kept);
  });
});
