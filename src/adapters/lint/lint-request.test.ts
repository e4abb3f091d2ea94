import { describe, expect, it } from 'vitest';
import { FAULT_CODES, type FaultCode, type LintOptions, lintRequest } from './index.ts';

type Part = Record<string, unknown>;

const seen = new Set<FaultCode>();

function codes(request: object, options: LintOptions): readonly string[] {
  const faults = lintRequest(request, options);
  for (const { code } of faults) seen.add(code);
  return faults.map(({ code, path }) => `${code} ${path}`);
}

const SCHEMA = { type: 'object', properties: {} };
const STRICT = { type: 'object', properties: {}, required: [], additionalProperties: false };
const schemaWith = (count: number, member: object, required = false) => {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return {
    ...STRICT,
    properties: Object.fromEntries(names.map((name) => [name, member])),
    required: required ? names : [],
  };
};

describe("the linter for Anthropic's Messages API", () => {
  const anthropic = (request: object, options: Partial<LintOptions> = {}) =>
    codes(request, { provider: 'anthropic', ...options });
  const tool = (name: string, more: Part = {}) => ({ name, input_schema: SCHEMA, ...more });
  const hidden = (name: string, more: Part = {}) => tool(name, { defer_loading: true, ...more });
  const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
  const user = (...content: Part[]) => ({ role: 'user', content });
  const assistant = (...content: Part[]) => ({ role: 'assistant', content });
  const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'a', input });
  const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content });
  const START = { role: 'user', content: 'Hi.' };

  it('finds nothing in a request with deferred tools, references and parallel calls', () => {
    const reference = { type: 'tool_reference', tool_name: 'b' };
    const messages = [
      START,
      assistant(
        use('1'),
        use('2'),
        { type: 'server_tool_use', id: 'srvtoolu_1', name: search.name, input: {} },
        {
          type: 'tool_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: { type: 'tool_search_tool_search_result', tool_references: [reference] },
        },
      ),
      user(result('1', [reference]), result('2'), { type: 'text', text: 'Go on.' }),
    ];
    expect(anthropic({ tools: [search, tool('a', { cache_control: {} }), hidden('b')], messages })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    [
      'a request whose tools are all deferred',
      { tools: [hidden('a')] },
      ['all-deferred tools', 'deferral-without-search tools[0]'],
    ],
    [
      'a cache mark on a deferred tool',
      { tools: [search, hidden('a', { cache_control: {} })] },
      ['deferred-with-cache-control tools[1].cache_control'],
    ],
    [
      'more deferred tools than the provider searches',
      { tools: [search, ...Array.from({ length: 10_001 }, (_, index) => hidden(`t${index}`))] },
      ['too-many-deferred tools'],
    ],
    ['a hidden tool that nothing brings in', { tools: [tool('a'), hidden('b')] }, ['deferral-without-search tools[1]']],
    [
      'a reference to a tool that is not there',
      {
        tools: [tool('a')],
        messages: [START, assistant(use('1')), user(result('1', [{ type: 'tool_reference', tool_name: 'x' }]))],
      },
      ['undefined-reference messages[2].content[0].content[0]'],
    ],
    ['a name that stands twice', { tools: [tool('a'), tool('a')] }, ['name-twice tools[1].name']],
    ['a name with a dot', { tools: [tool('a.b')] }, ['bad-name tools[0].name']],
    [
      'a forced tool that is not declared',
      { tools: [tool('a')], tool_choice: { type: 'tool', name: 'x' } },
      ['forced-tool-undeclared tool_choice.name'],
    ],
    [
      'a fifth cache mark',
      { tools: ['a', 'b', 'c', 'd', 'e'].map((name) => tool(name, { cache_control: {} })) },
      ['too-many-cache-marks tools[4]'],
    ],
    [
      'a union at the root of a schema',
      { tools: [{ name: 'a', input_schema: { type: 'object', anyOf: [SCHEMA] } }] },
      ['bad-schema tools[0].input_schema'],
    ],
    [
      'a keyword that strict mode does not know',
      { tools: [tool('a', { strict: true, input_schema: { ...STRICT, minProperties: 1 } })] },
      ['strict-schema tools[0].input_schema'],
    ],
    [
      'a twenty-first strict tool',
      { tools: Array.from({ length: 21 }, (_, index) => tool(`t${index}`, { strict: true, input_schema: STRICT })) },
      ['strict-too-many-tools tools'],
    ],
    [
      'a twenty-fifth optional argument over all strict tools',
      {
        tools: [13, 12].map((count) =>
          tool(`t${count}`, { strict: true, input_schema: schemaWith(count, { type: 'string' }) }),
        ),
      },
      ['strict-too-many-optional tools'],
    ],
    [
      'a seventeenth union over all strict tools',
      {
        tools: [9, 8].map((count) =>
          tool(`t${count}`, { strict: true, input_schema: schemaWith(count, { type: ['string', 'null'] }, true) }),
        ),
      },
      ['strict-too-many-unions tools'],
    ],
    [
      'a call at the end',
      { tools: [tool('a')], messages: [START, assistant(use('1'))] },
      ['call-without-result messages[1].content[0]'],
    ],
    [
      'a result of nothing',
      { tools: [tool('a')], messages: [user(result('1'))] },
      ['result-without-call messages[0].content[0]'],
    ],
    [
      'two results of one call',
      { tools: [tool('a')], messages: [START, assistant(use('1')), user(result('1'), result('1'))] },
      ['result-twice messages[2].content[1]'],
    ],
    [
      'a result behind a text',
      { tools: [tool('a')], messages: [START, assistant(use('1')), user({ type: 'text', text: 'So:' }, result('1'))] },
      ['result-misplaced messages[2].content[1]'],
    ],
    [
      'two calls with one id',
      {
        tools: [tool('a')],
        messages: [START, assistant(use('1')), user(result('1')), assistant(use('1')), user(result('1'))],
      },
      ['call-id-twice messages[3].content[0].id'],
    ],
    [
      "an answer to the provider's own call",
      {
        messages: [
          START,
          assistant({ type: 'server_tool_use', id: 'srvtoolu_1', input: {} }),
          user(result('srvtoolu_1')),
        ],
      },
      ['server-call-answered messages[2].content[0]'],
    ],
    [
      'an input that is text',
      { tools: [tool('a')], messages: [START, assistant(use('1', '{}')), user(result('1'))] },
      ['bad-arguments messages[1].content[0].input'],
    ],
    ['an empty text', { messages: [user({ type: 'text', text: '' })] }, ['empty-text messages[0].content[0]']],
    [
      'a history that begins with the model',
      { messages: [assistant({ type: 'text', text: 'Hi.' })] },
      ['first-message messages[0].role'],
    ],
    [
      'a history of calls without tools',
      { messages: [START, assistant(use('1')), user(result('1'))] },
      ['tools-left-out tools'],
    ],
  ])('names %s', (_what, request, faults) => {
    expect(anthropic(request)).toEqual(faults);
  });

  it.each(['compaction', 'title', 'retry'] as const)('holds a %s to the tools of the turn', (kind) => {
    const previous = { tools: [search, tool('a')] };
    expect(anthropic({ ...previous, messages: [START] }, { kind, previous })).toEqual([]);
    expect(anthropic({ tools: [tool('a')], messages: [START] }, { kind, previous })).toEqual(['tools-changed tools']);
    expect(anthropic({ tools: [tool('a')], messages: [START] }, { kind: 'turn', previous })).toEqual([]);
  });

  it('tells what is refused from what is only lost, by provider', () => {
    const request = { tools: [tool('a'), hidden('b')] };
    const [fault] = lintRequest(request, { provider: 'anthropic' });
    expect(fault).toMatchObject({ code: 'deferral-without-search', severity: 'harmful' });
    const fn = { type: 'function', name: 'a', parameters: SCHEMA, strict: false, defer_loading: true };
    const [other] = lintRequest({ tools: [fn] }, { provider: 'openai-responses' });
    expect(other).toMatchObject({ code: 'deferral-without-search', severity: 'refused' });
  });

  it('knows a search tool of the host by its name', () => {
    const request = { tools: [tool('find'), hidden('b')] };
    expect(anthropic(request, { searchTool: 'find' })).toEqual([]);
  });
});

describe("the linter for OpenAI's Responses API", () => {
  const responses = (tools: readonly object[], input: readonly object[] = [], more: Part = {}) =>
    codes({ tools, input, ...more }, { provider: 'openai-responses' });
  const search = { type: 'tool_search', execution: 'client' };
  const fn = (name: string, more: Part = {}) => ({
    type: 'function',
    name,
    parameters: SCHEMA,
    strict: false,
    ...more,
  });
  const space = (name: string, ...tools: Part[]) => ({ type: 'namespace', name, description: 'Tools.', tools });
  const asked = (id: string, args: unknown = {}) => ({
    type: 'tool_search_call',
    call_id: id,
    execution: 'client',
    arguments: args,
  });
  const found = (id: string, ...tools: Part[]) => ({
    type: 'tool_search_output',
    call_id: id,
    execution: 'client',
    tools,
  });
  const call = (id: string, args: unknown = '{}') => ({
    type: 'function_call',
    call_id: id,
    name: 'a',
    arguments: args,
  });
  const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'ok' });

  it('finds nothing in a request with searches of both kinds, namespaces and calls', () => {
    const input = [
      asked('s'),
      found('s', fn('c', { defer_loading: true })),
      { type: 'tool_search_call', call_id: null, execution: 'server', arguments: {} },
      { type: 'tool_search_output', call_id: null, execution: 'server', tools: [space('n', fn('d'))] },
      call('1'),
      call('2'),
      output('2'),
      output('1'),
    ];
    expect(responses([fn('a'), space('m', fn('b', { defer_loading: true })), search], input)).toEqual([]);
  });

  it.each<[string, readonly object[], readonly object[], string[]]>([
    ['two search tools', [search, search], [], ['two-searches tools[1]']],
    [
      'deferral without a search',
      [fn('a', { defer_loading: true })],
      [],
      ['deferral-without-search tools[0].defer_loading'],
    ],
    [
      'a search in the history of a request without one',
      [fn('a')],
      [asked('s'), found('s')],
      ['search-item-without-search input[0]'],
    ],
    [
      'a namespace that stands twice',
      [search, space('n', fn('a')), space('n', fn('b'))],
      [],
      ['namespace-twice tools[2].name'],
    ],
    [
      'a namespace that two searches loaded',
      [search],
      [asked('s'), found('s', space('n', fn('a'))), asked('t'), found('t', space('n', fn('b')))],
      ['namespace-twice input[3].tools[0].name'],
    ],
    [
      'a namespace without a description',
      [search, { ...space('n', fn('a')), description: '' }],
      [],
      ['namespace-without-description tools[1]'],
    ],
    [
      'a found tool that is shown anyhow',
      [fn('a'), search],
      [asked('s'), found('s', fn('a'))],
      ['loaded-and-declared input[1].tools[0]'],
    ],
    ['silence about strict', [fn('a', { strict: undefined })], [], ['strict-unsaid tools[0]']],
    [
      'a strict schema with an optional argument',
      [fn('a', { strict: true, parameters: schemaWith(1, { type: 'string' }) })],
      [],
      ['strict-schema tools[0].parameters'],
    ],
    [
      'a list without items',
      [fn('a', { parameters: schemaWith(1, { type: 'array' }) })],
      [],
      ['bad-schema tools[0].parameters'],
    ],
    [
      'arguments of a call that are no text',
      [fn('a')],
      [call('1', {}), output('1')],
      ['bad-arguments input[0].arguments'],
    ],
    [
      'arguments of a search that are text',
      [search],
      [asked('s', '{}'), found('s')],
      ['bad-arguments input[0].arguments'],
    ],
    ['a call without an output', [fn('a')], [call('1')], ['call-without-result input[0]']],
    ['an output of nothing', [fn('a')], [output('1')], ['result-without-call input[0]']],
    [
      'an output before its call',
      [fn('a')],
      [output('1'), call('1')],
      ['result-without-call input[0]', 'call-without-result input[1]'],
    ],
    ['a search answered as a call', [search], [asked('1'), output('1')], ['result-without-call input[1]']],
    ['two outputs of one call', [fn('a')], [call('1'), output('1'), output('1')], ['result-twice input[2]']],
    [
      'two calls with one id',
      [fn('a')],
      [call('1'), output('1'), call('1'), output('1')],
      ['call-id-twice input[2].call_id', 'result-twice input[3]'],
    ],
    [
      "an answer in the provider's name",
      [search],
      [asked('s'), { ...found('s'), execution: 'server' }],
      ['server-call-answered input[1]'],
    ],
  ])('names %s', (_what, tools, input, faults) => {
    expect(responses(tools, input)).toEqual(faults);
  });

  it('lets an output answer a call of a stored response', () => {
    expect(responses([fn('a')], [output('1')], { previous_response_id: 'resp_1' })).toEqual([]);
  });
});

describe("the linter for OpenAI's Chat Completions API", () => {
  const chat = (tools: readonly object[], messages: readonly object[] = [], more: Part = {}) =>
    codes({ tools, messages, ...more }, { provider: 'openai-chat' });
  const fn = (name: string, more: Part = {}) => ({ type: 'function', function: { name, parameters: SCHEMA, ...more } });
  const calls = (...ids: string[]) => ({
    role: 'assistant',
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'a', arguments: '{}' } })),
  });
  const answer = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });

  it('finds nothing in a request with parallel calls', () => {
    const user = { role: 'user', content: 'Hi.' };
    expect(chat([fn('a')], [user, calls('1', '2'), answer('2'), answer('1'), user])).toEqual([]);
  });

  it.each<[string, readonly object[], readonly object[], string[]]>([
    ['a tool that only the other API knows', [{ type: 'tool_search' }], [], ['deferral-unknown tools[0].type']],
    ['a deferred function', [fn('a', { defer_loading: true })], [], ['deferral-unknown tools[0].defer_loading']],
    ['more than 128 tools', Array.from({ length: 129 }, (_, index) => fn(`t${index}`)), [], ['too-many-tools tools']],
    [
      'a call without an answer',
      [fn('a')],
      [calls('1', '2'), answer('1')],
      ['call-without-result messages[0].tool_calls[1]'],
    ],
    [
      'an answer that comes too late',
      [fn('a')],
      [calls('1'), { role: 'user' }, answer('1')],
      ['call-without-result messages[0].tool_calls[0]', 'result-without-call messages[2]'],
    ],
    ['two answers to one call', [fn('a')], [calls('1'), answer('1'), answer('1')], ['result-twice messages[2]']],
    [
      'a picture in an answer',
      [fn('a')],
      [
        calls('1'),
        {
          ...answer('1'),
          content: [
            { type: 'text', text: 'a map' },
            { type: 'image_url', image_url: {} },
          ],
        },
      ],
      ['result-not-text messages[1].content[1]'],
    ],
    [
      'arguments that are no text',
      [fn('a')],
      [{ role: 'assistant', tool_calls: [{ id: '1', function: { name: 'a', arguments: {} } }] }, answer('1')],
      ['bad-arguments messages[0].tool_calls[0].function.arguments'],
    ],
  ])('names %s', (_what, tools, messages, faults) => {
    expect(chat(tools, messages)).toEqual(faults);
  });
});

describe('the table of faults', () => {
  it('has no rule that these tests did not see, and a source and a next step for each', () => {
    expect(FAULT_CODES.filter((code) => !seen.has(code))).toEqual([]);
    const faults = lintRequest({ tools: [{ name: 'a b' }] }, { provider: 'anthropic' });
    for (const fault of faults)
      expect(fault).toMatchObject({
        source: expect.stringMatching(/^https/),
        next: expect.stringMatching(/\.$/),
      });
  });
});
