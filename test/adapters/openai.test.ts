import { describe, expect, it } from 'vitest';
import {
  createChatTools,
  createOpenAITools,
  type OpenAIItem,
  withoutRepeats,
} from '../../src/adapters/openai/index.ts';
import { responsesProblems } from './request-rules.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';
const START: OpenAIItem = { type: 'message', role: 'user', content: 'Bill ACME for 10.' };

const search = (id: string, query: string): OpenAIItem => ({
  type: 'tool_search_call',
  id: `ts_${id}`,
  call_id: id,
  execution: 'client',
  arguments: { query },
  status: 'completed',
});
const call = (id: string, name: string, args: string): OpenAIItem => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: args,
});

describe('tools for the Responses API, found by our own search', () => {
  it('are loaded by the output of the search, called under their real names and answered under the right id', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createOpenAITools({ access, strict: true });
    const first = await tools.request([START]);
    expect(first.tools.map((tool) => ('name' in tool ? tool.name : tool.type))).toEqual([
      'office__clock',
      'tool_search',
    ]);
    const asked = search('s1', 'create an invoice');
    const [found] = await tools.answer([asked]);
    expect(found).toMatchObject({
      type: 'tool_search_output',
      call_id: 's1',
      execution: 'client',
      status: 'completed',
    });
    expect(found?.tools).toMatchObject([{ type: 'function', name: invoice, strict: true, defer_loading: true }]);
    const second = await tools.request([START, asked, found!]);
    expect(responsesProblems(second.tools, second.input)).toEqual([]);
    expect(second.tools).toEqual(first.tools);
    const results = await tools.answer([call('c1', invoice, '{"customer":"ACME","amount":10,"note":null}')]);
    expect(calls).toEqual([{ name: 'create_invoice', arguments: { customer: 'ACME', amount: 10 } }]);
    expect(results).toMatchObject([{ type: 'function_call_output', call_id: 'c1' }]);
  });

  it('never loads a tool twice, in one turn or over the history', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const tools = createOpenAITools({ access });
    await tools.request([START]);
    const turn = [search('s1', 'invoice'), search('s2', 'create an invoice'), search('s3', 'clock')];
    const answers = await tools.answer(turn);
    expect(answers.map((item) => item.call_id)).toEqual(['s1', 's2', 's3']);
    const history = [START, ...turn, ...answers];
    const next = await tools.request(history);
    expect(responsesProblems(next.tools, next.input)).toEqual([]);
    const again = [search('s4', 'invoice')];
    const last = await tools.request([...history, ...again, ...(await tools.answer(again))]);
    expect(responsesProblems(last.tools, last.input)).toEqual([]);
  });

  it('mends a history in which a namespace comes twice', () => {
    const space = (...names: string[]) => ({
      type: 'namespace',
      name: 'crm',
      description: 'CRM',
      tools: names.map((name) => ({ type: 'function', name, strict: false })),
    });
    const output = (id: string, ...tools: unknown[]): OpenAIItem => ({
      type: 'tool_search_output',
      call_id: id,
      execution: 'client',
      status: 'completed',
      tools,
    });
    const history = [
      search('a', 'x'),
      output('a', space('one', 'two')),
      search('b', 'x'),
      output('b', space('two', 'three')),
    ];
    expect(responsesProblems([{ type: 'tool_search' }], history)).toEqual([expect.stringContaining('namespace-twice')]);
    const mended = withoutRepeats(history);
    expect(responsesProblems([{ type: 'tool_search' }], mended)).toEqual([]);
    expect(mended[1]?.tools).toEqual([space('one', 'two', 'three')]);
    expect(mended[3]?.tools).toEqual([]);
    const sound = [search('a', 'x'), output('a', space('one'))];
    expect(withoutRepeats(sound)).toBe(sound);
  });

  it('answers every call, whatever is wrong with it', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const answers = await createOpenAITools({ access }).answer([
      call('a', 'nope', '{}'),
      call('b', invoice, '{bad json'),
      call('c', 'office__clock', ''),
      { type: 'tool_search_call', id: 'ts', call_id: null, execution: 'server', arguments: {}, status: 'completed' },
      { type: 'reasoning', id: 'rs' },
    ]);
    expect(answers.map((item) => item.call_id)).toEqual(['a', 'b', 'c']);
    expect(answers[1]?.output).toContain('no JSON');
    expect(calls).toEqual([{ name: 'clock', arguments: {} }]);
  });
});

describe("tools for the Responses API, found by the provider's search", () => {
  it('are deferred in one namespace for each source, with a search tool beside them', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createOpenAITools({ access, discovery: 'server' });
    const { tools: list, input } = await tools.request([START]);
    expect(responsesProblems(list, input)).toEqual([]);
    expect(list.map(({ type }) => type)).toEqual(['function', 'namespace', 'tool_search']);
    expect(list[1]).toMatchObject({
      name: 'mcp_office',
      tools: [{ defer_loading: true }, { defer_loading: true }, { defer_loading: true }],
    });
    await tools.answer([{ ...call('c', 'office__book_room', '{"day":"Monday"}'), namespace: 'mcp_office' }]);
    expect(calls).toEqual([{ name: 'book_room', arguments: { day: 'Monday' } }]);
  });

  it('holds 12,000 of them', async () => {
    const { access } = await testAccess(manyTools(12_000));
    const { tools, input } = await createOpenAITools({ access, discovery: 'server' }).request([START]);
    expect(responsesProblems(tools, input)).toEqual([]);
  });
});

describe('requests without native forms', () => {
  it('carry no deferred tool and no search of the history', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const asked = search('s1', 'invoice');
    const history = [
      START,
      asked,
      ...(await createOpenAITools({ access }).answer([asked])),
      call('c', invoice, '{}'),
      { type: 'function_call_output', call_id: 'c', output: '' },
    ];
    for (const discovery of ['bridge', 'all'] as const) {
      const { tools, input } = await createOpenAITools({ access, discovery }).request(history);
      expect(responsesProblems(tools, input)).toEqual([]);
      expect(JSON.stringify([tools, input])).not.toMatch(/defer_loading|tool_search_/);
      expect(input).toHaveLength(3);
    }
  });
});

describe('tools for the Chat Completions API', () => {
  it('are the bridge and what is visible, each name once, and answered under their ids', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createChatTools({ access, strict: true });
    const list = await tools.tools();
    expect(list.map((tool) => tool.function.name)).toEqual([
      'office__clock',
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
    expect(list.map((tool) => tool.function.strict)).toEqual([true, undefined, undefined, undefined]);
    const ask = (id: string, name: string, args: unknown) => ({
      id,
      function: { name, arguments: JSON.stringify(args) },
    });
    const answers = await tools.answer([
      ask('a', 'tool_search', { query: 'invoice' }),
      ask('b', 'tool_describe', { name: invoice }),
      ask('c', 'tool_call', { name: invoice, arguments: { customer: 'A', amount: 1 } }),
      ask('d', invoice, { customer: 'B', amount: 2 }),
    ]);
    expect(answers.map(({ role, tool_call_id: id }) => [role, id])).toEqual(
      ['a', 'b', 'c', 'd'].map((id) => ['tool', id]),
    );
    expect(answers[0]?.content).toContain(invoice);
    expect(calls.map(({ arguments: args }) => args)).toEqual([
      { customer: 'A', amount: 1 },
      { customer: 'B', amount: 2 },
    ]);
  });
});
