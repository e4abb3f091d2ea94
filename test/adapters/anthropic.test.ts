import { describe, expect, it } from 'vitest';
import {
  type AnthropicBlock,
  type AnthropicMessage,
  createAnthropicTools,
  readProviderSearches,
  readRefusal,
  withoutReferences,
} from '../../src/adapters/anthropic/index.ts';
import { anthropicProblems } from './request-rules.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';

function use(id: string, name: string, input: unknown): AnthropicBlock {
  return { type: 'tool_use', id, name, input };
}

const assistant = (...content: AnthropicBlock[]): AnthropicMessage => ({ role: 'assistant', content });
const user = (...content: readonly AnthropicBlock[]): AnthropicMessage => ({ role: 'user', content });
const START: AnthropicMessage = { role: 'user', content: 'Bill ACME for 10.' };

describe('tools for the Messages API, found by our own search', () => {
  it('are in the next request once found, are called under their real names, and answered under the right id', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access, cache: true });
    const first = await tools.request([START]);
    expect(first.tools.map(({ name }) => name)).toEqual(['office__clock', 'tool_search']);
    expect(first.tools.at(-1)).toHaveProperty('cache_control');

    const search = assistant(use('toolu_1', 'tool_search', { query: 'create an invoice' }));
    const found = await tools.answer(search.content as AnthropicBlock[]);
    expect(found[0]).toMatchObject({
      tool_use_id: 'toolu_1',
      content: [{ type: 'tool_reference', tool_name: invoice }],
    });

    const history = [START, search, user(...found)];
    const second = await tools.request(history);
    expect(anthropicProblems(second.tools, second.messages)).toEqual([]);
    expect(second.tools.find(({ name }) => name === invoice)).toMatchObject({ defer_loading: true });
    // What is cached has not changed.
    expect(second.tools.slice(0, 2)).toEqual(first.tools);

    const results = await tools.answer([use('toolu_2', invoice, { customer: 'ACME', amount: 10 })]);
    expect(calls).toEqual([{ name: 'create_invoice', arguments: { customer: 'ACME', amount: 10 } }]);
    expect(results).toMatchObject([{ tool_use_id: 'toolu_2', content: [{ type: 'text' }] }]);
  });

  it('answers every call of a turn, also searches that overlap and calls that cannot run', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access });
    const turn = assistant(
      use('a', 'tool_search', { query: 'invoice' }),
      use('b', 'tool_search', { query: 'invoice for a customer' }),
      use('c', 'nothing_like_it', {}),
      use('d', invoice, { amount: 'much' }),
      use('e', 'office__clock', {}),
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: {} },
    );
    const results = await tools.answer(turn.content as AnthropicBlock[]);
    expect(results.map(({ tool_use_id: id, is_error: failed = false }) => [id, failed])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', true],
      ['e', false],
    ]);
    expect(calls).toEqual([{ name: 'clock', arguments: {} }]);
    const next = await tools.request([START, turn, user(...results)]);
    expect(anthropicProblems(next.tools, next.messages)).toEqual([]);
  });

  it('keeps a history valid whose tool is gone, byte for byte, and says so to a call', async () => {
    const { access, remove } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access });
    const search = assistant(use('toolu_1', 'tool_search', { query: 'create an invoice' }));
    await tools.request([START]);
    const history = [START, search, user(...(await tools.answer(search.content as AnthropicBlock[])))];
    remove('create_invoice');
    const { tools: list, messages, notes } = await tools.request(history);
    expect(anthropicProblems(list, messages)).toEqual([]);
    expect(messages).toBe(history);
    expect(list.find(({ name }) => name === invoice)).toMatchObject({
      defer_loading: true,
      description: expect.stringContaining('no longer'),
    });
    expect(notes).toEqual([`${invoice} is gone; a stand-in keeps the history valid.`]);
    expect(await tools.answer([use('x', invoice, {})])).toMatchObject([{ tool_use_id: 'x', is_error: true }]);
  });

  it('says in words where nothing was found', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const [result] = await createAnthropicTools({ access }).answer([use('a', 'tool_search', { query: '+zebra' })]);
    expect(JSON.stringify(result?.content)).toContain('none');
  });

  it('sends the same tools for every kind of request over one history', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access });
    const search = assistant(use('toolu_1', 'tool_search', { query: 'create an invoice' }));
    await tools.request([START]);
    const history = [START, search, user(...(await tools.answer(search.content as AnthropicBlock[])))];
    const turn = await tools.request(history);
    const compaction = await tools.request([...history, { role: 'user', content: 'Summarise.' }]);
    expect(JSON.stringify(compaction.tools)).toBe(JSON.stringify(turn.tools));
  });
});

describe("tools for the Messages API, found by the provider's search", () => {
  it.each(['bm25', 'regex'] as const)('are deferred but for the frequent ones (%s)', async (discovery) => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const { tools, messages } = await createAnthropicTools({ access, discovery, cache: true, strict: true }).request([
      START,
    ]);
    expect(anthropicProblems(tools, messages)).toEqual([]);
    expect(tools[0]).toMatchObject({ type: `tool_search_tool_${discovery}_20251119` });
    expect(tools.filter((tool) => !('defer_loading' in tool)).map(({ name }) => name)).toEqual([
      `tool_search_tool_${discovery}`,
      'office__clock',
    ]);
    expect(tools.filter((tool) => 'cache_control' in tool).map(({ name }) => name)).toEqual(['office__clock']);
    expect(tools.filter((tool) => 'defer_loading' in tool)).toHaveLength(3);
  });

  it('keeps what its searches found defined, and reads what they ended in, in both sets of codes', async () => {
    const { access, remove } = await testAccess(OFFICE, FREQUENT);
    const result = (content: unknown): AnthropicBlock => ({
      type: 'tool_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content,
    });
    const search = assistant(
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'invoice' } },
      result({
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: invoice }],
      }),
    );
    remove('create_invoice');
    const next = await createAnthropicTools({ access, discovery: 'bm25' }).request([START, search]);
    expect(anthropicProblems(next.tools, next.messages)).toEqual([]);
    const kinds = [
      'invalid_tool_input',
      'invalid_pattern',
      'pattern_too_long',
      'too_many_requests',
      'execution_time_exceeded',
      'unavailable',
      'new_one',
    ].map(
      (code) =>
        readProviderSearches([result({ type: 'tool_search_tool_result_error', error_code: code })])[0]?.error?.kind,
    );
    expect(kinds).toEqual(['bad-input', 'bad-input', 'bad-input', 'rate-limited', 'timeout', 'unavailable', 'unknown']);
    expect(readProviderSearches(search.content as AnthropicBlock[])).toEqual([{ id: 'srvtoolu_1', names: [invoice] }]);
  });

  it('are strict as far as the provider takes it in one request, and read in the form that they were declared in', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      name: `t${index}`,
      description: 'Takes anything.',
      inputSchema: { type: 'object', properties: { value: {}, note: { type: 'string' } }, required: ['value'] },
    }));
    const { access, calls } = await testAccess(many);
    const tools = createAnthropicTools({ access, discovery: 'all', strict: true });
    const { tools: list } = await tools.request([START]);
    expect(anthropicProblems(list, [START])).toEqual([]);
    const isStrict = (name: string) => 'strict' in list.find((tool) => tool.name === name)!;
    const strict = list.filter(({ name }) => isStrict(name));
    expect(strict).toHaveLength(20);
    const loose = list.find(({ name }) => !isStrict(name))!;
    await tools.answer([use('a', strict[0]!.name, { value: '[1]' }), use('b', loose.name, { value: '[1]' })]);
    expect(calls.map(({ arguments: args }) => args)).toEqual([{ value: [1] }, { value: '[1]' }]);
  });

  it('hands over to our search above 10,000 tools', async () => {
    const { access } = await testAccess(manyTools(12_000));
    const tools = createAnthropicTools({ access, discovery: 'bm25' });
    const first = await tools.request([START]);
    expect(first.tools.length).toBeLessThan(10);
    expect(first.notes).toEqual([expect.stringContaining('12000 tools are more than the provider searches')]);
    const search = assistant(use('a', 'tool_search', { query: 'tool_11987' }));
    const answered = await tools.answer(search.content as AnthropicBlock[]);
    expect(JSON.stringify(answered)).toContain('office__tool_11987');
    const next = await tools.request([START, search, user(...answered)]);
    expect(anthropicProblems(next.tools, next.messages)).toEqual([]);
  });
});

describe('tools for endpoints without native forms', () => {
  it('are the bridge, and a history with references is put into words', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access, discovery: 'bridge' });
    const search = assistant(use('a', 'tool_search', { query: 'invoice' }));
    const references = user({
      type: 'tool_result',
      tool_use_id: 'a',
      content: [{ type: 'tool_reference', tool_name: invoice }],
    });
    const { tools: list, messages } = await tools.request([START, search, references]);
    expect(JSON.stringify([list, messages])).not.toMatch(/defer_loading|tool_reference/);
    expect(messages[2]?.content).toMatchObject([{ content: [{ type: 'text', text: `Tools found: ${invoice}.` }] }]);
    expect(messages[0]).toBe(START);
    await tools.answer([use('b', 'tool_call', { name: invoice, arguments: { customer: 'A', amount: 1 } })]);
    expect(calls).toEqual([{ name: 'create_invoice', arguments: { customer: 'A', amount: 1 } }]);
    const own = assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_regex', input: {} });
    expect(withoutReferences([own])[0]?.content).toEqual([]);
  });

  it('knows a refusal of deferred tools by its meaning', () => {
    const refused = (message: string) => readRefusal(400, { error: { type: 'invalid_request_error', message } });
    expect(refused("Tool reference 'x' not found in available tools")).toBe('undefined-reference');
    expect(refused('defer_loading cannot be used with cache_control')).toBe('cached-deferral');
    expect(refused('At least one tool must have defer_loading=false')).toBe('nothing-visible');
    expect(refused('tools.0.defer_loading: Extra inputs are not permitted')).toBe('not-supported');
    expect(refused('max_tokens is too large')).toBeUndefined();
    expect(readRefusal(500, 'defer_loading')).toBeUndefined();
  });

  it('sends nothing strict any more when the strict tools made too large a grammar', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access, discovery: 'all', strict: true });
    const isStrict = async () => JSON.stringify((await tools.request([START])).tools).includes('strict');
    expect(await isStrict()).toBe(true);
    const error = { error: { type: 'invalid_request_error', message: 'The compiled grammar is too large.' } };
    expect(await tools.recover({ status: 400, error })).toBe(true);
    expect(await isStrict()).toBe(false);
    expect((await tools.request([START])).notes).toEqual([expect.stringContaining('grammar')]);
    expect(await tools.recover({ status: 400, error })).toBe(false);
  });

  it('is not thought to lose deferred tools when a model that was seen to find them is forgetful', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access, discovery: 'bm25' });
    const found = { type: 'tool_search_tool_search_result', tool_references: [] };
    await tools.request([START]);
    await tools.answer([
      { type: 'tool_search_tool_result', tool_use_id: 'srvtoolu_1', content: found },
    ] as AnthropicBlock[]);
    await tools.answer([use('a', invoice, { customer: 'A', amount: 1 })]);
    expect((await tools.request([START])).notes).toEqual([]);
  });

  it('does not put a fault of the request down to the endpoint', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const tools = createAnthropicTools({ access });
    await tools.request([START, assistant(use('a', 'office__clock', {}))]);
    const error = { error: { message: "Tool reference 'x' not found in available tools" } };
    expect(await tools.recover({ status: 400, error })).toBe(false);
    await tools.request([START]);
    expect(await tools.recover({ status: 400, error })).toBe(true);
  });

  it('throws what would be refused, or tells it, as it is asked to', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    const open = [START, assistant(use('a', 'office__clock', {}))];
    await expect(createAnthropicTools({ access, lint: 'throw' }).request(open)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
    const { faults } = await createAnthropicTools({ access }).request(open);
    expect(faults).toMatchObject([{ code: 'call-without-result', path: 'messages[1].content[0]' }]);
    expect((await createAnthropicTools({ access, lint: 'off' }).request(open)).faults).toEqual([]);
  });
});
