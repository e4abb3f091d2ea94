import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { createScriptedModel } from '../../llm/index.ts';
import { createCatalog, type Tool } from '../../tools/index.ts';
import type { EvaluationQuery } from '../queries.ts';
import { askCalls, type OfferedCall, planCalls } from './ask-calls.ts';
import { callFigures } from './call-figures.ts';
import { appendCallLine, type CallLine, readCallLines } from './call-line.ts';
import { judgeCall } from './judge-call.ts';

const catalog = createCatalog(
  ['send', 'read'].map((name) => ({
    source: { kind: 'mcp' as const, name: 'mail' },
    definition: {
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    },
  })),
);
const [read, send] = catalog.tools as [Tool, Tool];
const toolOf = (id: string): Tool | undefined => catalog.byId(id);

const query = (id: string, relevant: readonly string[], more: Partial<EvaluationQuery> = {}): EvaluationQuery => ({
  id,
  text: `request ${id}`,
  lang: 'en',
  split: undefined,
  match: 'any',
  noTool: relevant.length === 0,
  relevant: new Map(relevant.map((tool) => [tool, 1])),
  ...more,
});
const figures = (pairs: readonly (readonly [EvaluationQuery, Omit<CallLine, 'query'>])[]) =>
  callFigures(pairs.map(([one, line]) => judgeCall(one, { ...line, query: one.id }, toolOf)));

describe('the two halves of a recorded run', () => {
  it('gives 93 %, 94 % and 87.5 % for 400 requests of which 372 are found and 350 called right', () => {
    const pairs = Array.from({ length: 400 }, (_, i): [EvaluationQuery, Omit<CallLine, 'query'>] => [
      query(String(i), [send.id]),
      { hits: i < 372 ? [read.id, send.id] : [read.id], called: i < 350 ? send.id : read.id },
    ]);
    const { answerable, failures, confused } = figures(pairs);
    expect(answerable).toMatchObject({ total: 400, found: 372, called: 350 });
    const percent = (share: number | null): number => Math.round(share! * 1000) / 10;
    expect([answerable.foundShare, answerable.calledShare, answerable.endToEnd].map(percent)).toEqual([93, 94.1, 87.5]);
    expect(answerable.endToEnd).toBeCloseTo(answerable.foundShare! * answerable.calledShare!, 4);
    expect(failures).toEqual({ notFound: 28, otherTool: 22, noCall: 0, unusable: 0 });
    expect(confused).toEqual([{ right: send.id, called: read.id, count: 22 }]);
  });

  it('counts declining as right where no tool serves, and a right call only where the tool was offered', () => {
    const offered = { hits: [send.id] };
    const { noTool, answerable } = figures([
      [query('a', []), { ...offered, called: null }],
      [query('b', []), { ...offered, called: send.id }],
      [query('c', []), { ...offered, called: null, problem: 'no JSON' }],
      [query('d', [read.id]), { ...offered, called: read.id }],
    ]);
    expect(noTool).toEqual({ total: 3, declined: 1 });
    expect(answerable).toMatchObject({ total: 1, found: 0, called: 0, calledShare: null, endToEnd: 0 });
  });

  it('holds arguments to the schema, and to the labels where there are any', () => {
    const want = (args: Record<string, unknown>): EvaluationQuery => query('q', [send.id], { arguments: args });
    const call = (args: Record<string, unknown>) => ({ hits: [send.id], called: send.id, arguments: args });
    const result = figures([
      [want({ to: 'Anna' }), call({ to: ' anna', cc: 'x' })],
      [want({ to: 'Anna' }), call({ to: 'Berta' })],
      [want({ count: 3, list: [{ a: 1 }] }), call({ to: 'x', count: '3', list: [{ a: '1' }] })],
      [want({ to: 'Anna' }), call({})],
      [query('free', [send.id]), call({ to: 'x' })],
    ]);
    expect(result.arguments).toEqual({ total: 4, right: 2, share: 0.5 });
    expect(result.answerable.invalidArguments).toBe(1);
  });
});

describe('asking a model', () => {
  const offered: OfferedCall[] = [
    { query: 'a', text: 'write to Anna', tools: [read, send] },
    { query: 'b', text: 'iron my shirt', tools: [read] },
    { query: 'c', text: 'nothing is offered', tools: [] },
  ];
  const ask = async (reply: (text: string) => string | Error, lines: readonly CallLine[] = []) => {
    const model = createScriptedModel(({ messages }) => reply(messages[0]!.content));
    const plan = planCalls(model.id, offered, lines);
    const told: CallLine[] = [];
    await askCalls({ model, tasks: plan.tasks, concurrency: 2, onLine: (line) => told.push(line) });
    return { model, plan, told };
  };
  const sensible = (text: string): string =>
    text.includes('Anna') ? '{"tool":"mail__send","arguments":{"to":"Anna"}}' : '{"tool":null,"arguments":{}}';

  it('takes the reply as a call, and asks nobody where nothing is offered', async () => {
    const { model, plan, told } = await ask(sensible);
    expect(model.requests).toHaveLength(2);
    expect(plan.known).toEqual([{ query: 'c', hits: [], called: null }]);
    expect(told).toMatchObject([
      { query: 'a', called: send.id, arguments: { to: 'Anna' }, hits: [read.id, send.id], model: 'scripted' },
      { query: 'b', called: null },
    ]);
  });

  it('asks again only what has changed', async () => {
    const { told } = await ask(sensible);
    expect((await ask(sensible, told)).model.requests).toHaveLength(0);
    expect(planCalls('another model', offered, told).tasks).toHaveLength(2);
    expect(planCalls('scripted', [{ ...offered[0]!, tools: [send] }], told).tasks).toHaveLength(1);
  });

  it('keeps replies that cannot be used as what they are', async () => {
    const { told } = await ask((text) => (text.includes('Anna') ? 'I would send it.' : '{"tool":"smoke_signal"}'));
    expect(told).toMatchObject([
      { called: null, problem: expect.stringContaining('no JSON') },
      { called: 'smoke_signal' },
    ]);
  });

  it('passes over a refused prompt, and gives up where all are refused or the endpoint is gone', async () => {
    const refused = new ToolscoutError('LLM_REJECTED', 'too long', { details: { status: 413 } });
    const { told } = await ask((text) => (text.includes('Anna') ? refused : sensible(text)));
    expect(told).toMatchObject([{ query: 'a', called: null, problem: 'too long' }, { query: 'b' }]);
    await expect(ask(() => new ToolscoutError('LLM_UNAVAILABLE', 'gone'))).rejects.toThrow('gone');
  });

  it('begins no more requests in a minute than it may', async () => {
    const model = createScriptedModel(() => '{"tool":null}');
    const tasks = planCalls(
      'scripted',
      Array.from({ length: 4 }, (_, i) => ({ ...offered[0]!, text: String(i) })),
      [],
    ).tasks;
    let clock = 0;
    const waits: number[] = [];
    await askCalls({
      model,
      tasks,
      concurrency: 1,
      perMinute: 30,
      onLine: () => {},
      now: () => clock,
      wait: async (delayMs) => {
        waits.push(delayMs);
        clock += delayMs;
      },
    });
    expect(waits).toEqual([2_000, 2_000, 2_000]);
  });
});

describe('the file of a recorded run', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'toolscout-calls-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('gives back what was kept, and is empty where there is none', async () => {
    const path = join(dir, 'calls.jsonl');
    expect(await readCallLines(path)).toEqual([]);
    const line: CallLine = { query: 'a', hits: [send.id], called: send.id, arguments: { to: 'x' }, key: 'k' };
    appendCallLine(path, line);
    appendCallLine(path, { query: 'b', hits: [], called: null });
    expect(await readCallLines(path)).toEqual([line, { query: 'b', hits: [], called: null }]);
  });

  it('names the place of a line that is none', async () => {
    const path = join(dir, 'calls.jsonl');
    appendCallLine(path, { query: 'a' } as unknown as CallLine);
    await expect(readCallLines(path)).rejects.toMatchObject({
      code: 'CATALOG_INVALID',
      details: { place: `${path}:1` },
    });
  });
});
