import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, jsonSchema, type ModelMessage, streamText, tool } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { createAiSdkTools, type ToolAccessOptions } from '../../src/adapters/ai-sdk/index.ts';
import type { ToolDefinition } from '../../src/tools/index.ts';
import { type ChatEndpoint, type ChatRequestBody, type ChatTurn, startChatEndpoint } from './chat-endpoint.ts';
import { anthropicProblems } from './request-rules.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';
const bill = { customer: 'ACME', amount: 10 };
const prompt = 'Bill ACME for 10.';
const open: ChatEndpoint[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const call = (id: string, name: string, args: unknown): ChatTurn => ({ calls: [{ id, name, arguments: args }] });
const namesIn = ({ tools = [] }: ChatRequestBody): string[] => tools.map((one) => one.function.name);

async function modelThat(...turns: readonly ChatTurn[]) {
  const endpoint = await startChatEndpoint((_request, turn) => turns[turn] ?? { text: 'Done.' });
  open.push(endpoint);
  const model = createOpenAICompatible({ name: 'scripted', baseURL: endpoint.url, includeUsage: true })('any');
  return { model, endpoint };
}

async function toolsOf(
  options: Omit<Parameters<typeof createAiSdkTools>[0], 'access'> = {},
  definitions: readonly ToolDefinition[] = OFFICE,
  more: Partial<ToolAccessOptions> = {},
) {
  const tested = await testAccess(definitions, FREQUENT, more);
  return { ...tested, toolscout: await createAiSdkTools({ ...options, access: tested.access }) };
}

describe('tools for the AI SDK, behind the bridge', () => {
  it.each(['generateText', 'streamText'] as const)('are found and called in steps (%s)', async (how) => {
    const { toolscout, calls } = await toolsOf();
    const { model, endpoint } = await modelThat(
      call('a', 'tool_search', { query: 'create an invoice' }),
      call('b', 'tool_call', { name: invoice, arguments: bill }),
    );
    const { tools, prepareStep } = toolscout;
    const settings = { model, tools, prepareStep, prompt, stopWhen: isStepCount(5) };
    const text = how === 'generateText' ? (await generateText(settings)).text : await streamText(settings).text;
    expect(text).toBe('Done.');
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(endpoint.refusals).toEqual([]);
    const [first, ...others] = endpoint.requests.map(({ tools: sent }) => JSON.stringify(sent));
    expect(namesIn(endpoint.requests[0]!)).toEqual(['office__clock', 'tool_search', 'tool_describe', 'tool_call']);
    // The cached prefix stays.
    expect(others).toEqual([first, first]);
    expect(endpoint.requests[1]!.messages.at(-1)).toMatchObject({
      tool_call_id: 'a',
      content: expect.stringContaining(invoice),
    });
    expect(endpoint.requests[2]!.messages.at(-1)).toMatchObject({
      tool_call_id: 'b',
      content: expect.stringContaining('ACME'),
    });
  });

  it('answers calls side by side under their own ids, also those that fail', async () => {
    const { toolscout, calls } = await toolsOf();
    const { model, endpoint } = await modelThat({
      calls: [
        { id: 'a', name: 'office__clock', arguments: {} },
        { id: 'b', name: 'tool_call', arguments: { name: invoice, arguments: { amount: 'much' } } },
        { id: 'c', name: 'tool_call', arguments: { name: 'nothing_like_it' } },
        { id: 'd', name: 'nothing_at_all', arguments: {} },
        { id: 'e', name: 'office__clock', arguments: '{"broken' },
      ],
    });
    const { tools, prepareStep } = toolscout;
    const { steps } = await generateText({ model, tools, prepareStep, prompt, stopWhen: isStepCount(3) });
    expect(calls).toEqual([{ name: 'clock', arguments: {} }]);
    const answers = endpoint.requests[1]!.messages.filter(({ role }) => role === 'tool');
    expect(Object.fromEntries(answers.map((one) => [one.tool_call_id, String(one.content)]))).toEqual({
      a: 'clock {}',
      b: expect.stringContaining('INVALID_ARGUMENTS'),
      c: expect.stringContaining('UNKNOWN_TOOL'),
      d: expect.stringContaining('nothing_at_all'),
      e: expect.any(String),
    });
    expect(steps[0]!.toolResults.find(({ toolCallId }) => toolCallId === 'b')!.output).toMatchObject({ isError: true });
  });

  it('keep the tools of the host, and its own settings of a step', async () => {
    const own = {
      greet: tool({
        inputSchema: jsonSchema<{ who: string }>({ type: 'object', properties: { who: { type: 'string' } } }),
        execute: async ({ who }) => `Hello ${who}`,
      }),
    };
    const { toolscout } = await toolsOf({ own });
    const { model, endpoint } = await modelThat(call('a', 'greet', { who: 'Ada' }));
    const { tools } = toolscout;
    const prepareStep = async (step: { messages: ModelMessage[] }) => ({
      ...(await toolscout.prepareStep(step)),
      temperature: 0,
    });
    await generateText({ model, tools, prepareStep, prompt, stopWhen: isStepCount(3) });
    expect(namesIn(endpoint.requests[0]!)[0]).toBe('greet');
    expect(endpoint.requests[0]).toMatchObject({ temperature: 0 });
    expect(endpoint.requests[1]!.messages.at(-1)).toMatchObject({ content: 'Hello Ada' });
  });

  it('end with the signal of the run', async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const { toolscout } = await toolsOf({}, OFFICE, {
      execute: async (_tool, _args, { signal }) => {
        given = signal;
        controller.abort(new Error('enough'));
        return { content: [] };
      },
    });
    const { model, endpoint } = await modelThat(call('a', 'office__clock', {}));
    const { tools, prepareStep } = toolscout;
    const running = generateText({
      model,
      tools,
      prepareStep,
      prompt,
      abortSignal: controller.signal,
      stopWhen: isStepCount(3),
    });
    await expect(running).rejects.toThrow('enough');
    expect(given?.aborted).toBe(true);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('hand pictures over as files, and say what is none', async () => {
    const result = {
      content: [
        { type: 'text', text: 'a map' },
        { type: 'image', mimeType: 'image/png', data: 'aGk=' },
      ],
    };
    const { toolscout } = await toolsOf({}, OFFICE, { execute: async () => result });
    const { toModelOutput } = toolscout.tools.office__clock!;
    expect(await toModelOutput!({ toolCallId: 'a', input: {}, output: result })).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'a map' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } },
      ],
    });
    const failed = { isError: true, content: [{ type: 'text', text: 'broken' }] };
    expect(await toModelOutput!({ toolCallId: 'a', input: {}, output: failed })).toEqual({
      type: 'error-text',
      value: 'broken',
    });
  });
});

describe('tools for the AI SDK that join when found', () => {
  it('are in the next step, last, are called under their own names, and stay while the history has them', async () => {
    const { toolscout, calls, remove } = await toolsOf({ discovery: 'found', dialect: 'openai-strict' });
    const { model, endpoint } = await modelThat(
      {
        calls: [
          { id: 'a', name: 'tool_search', arguments: { query: 'invoice' } },
          { id: 'b', name: 'tool_search', arguments: { query: 'create an invoice for a customer' } },
        ],
      },
      call('c', invoice, { ...bill, note: null }),
    );
    const { tools, prepareStep } = toolscout;
    const { responseMessages } = await generateText({ model, tools, prepareStep, prompt, stopWhen: isStepCount(5) });
    expect(endpoint.refusals).toEqual([]);
    expect(namesIn(endpoint.requests[0]!)).toEqual(['office__clock', 'tool_search']);
    expect(namesIn(endpoint.requests[1]!).slice(0, 3)).toEqual(['office__clock', 'tool_search', invoice]);
    expect(endpoint.requests[1]!.tools![2]).toMatchObject({ function: { strict: true } });
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    const messages: ModelMessage[] = [{ role: 'user', content: prompt }, ...responseMessages];
    expect((await prepareStep({ messages })).activeTools).toContain(invoice);
    // After a compaction nothing refers to it.
    expect((await prepareStep({ messages: [{ role: 'user', content: 'Summary: billed.' }] })).activeTools).toEqual([
      'office__clock',
      'tool_search',
    ]);
    remove('create_invoice');
    expect((await prepareStep({ messages })).activeTools).not.toContain(invoice);
    expect(tools).not.toHaveProperty(invoice);
  });

  it('may be many', async () => {
    const { toolscout, calls } = await toolsOf({ discovery: 'found' }, manyTools(12_000));
    const { model, endpoint } = await modelThat(
      call('a', 'tool_search', { query: 'tool_11987', limit: 3 }),
      call('b', 'office__tool_11987', {}),
    );
    const { tools, prepareStep } = toolscout;
    await generateText({ model, tools, prepareStep, prompt, stopWhen: isStepCount(5) });
    expect(endpoint.requests.map(namesIn).every(({ length }) => length < 10)).toBe(true);
    expect(calls).toEqual([{ name: 'tool_11987', arguments: {} }]);
  });
});

describe('tools for the AI SDK that a person is asked about', () => {
  const policy = ({ tool: { name } }: { readonly tool: { readonly name: string } }) =>
    name !== invoice || { ask: 'it costs money' };

  it.each([
    ['tool_call', { name: invoice, arguments: bill }],
    [invoice, bill],
  ] as const)('wait for the answer of the SDK, and run once it is given (%s)', async (name, args) => {
    const { toolscout, calls } = await toolsOf(name === invoice ? { discovery: 'all' } : {}, OFFICE, { policy });
    const { model } = await modelThat(call('a', name, args), { text: 'Billed.' });
    const { tools, prepareStep, toolApproval } = toolscout;
    const first = await generateText({ model, tools, prepareStep, toolApproval, prompt, stopWhen: isStepCount(5) });
    const asked = first.content.find((part) => part.type === 'tool-approval-request')!;
    expect(asked).toMatchObject({ reason: 'it costs money', toolCall: { toolCallId: 'a' } });
    expect(calls).toEqual([]);
    const answer = (approved: boolean): ModelMessage[] => [
      { role: 'user', content: prompt },
      ...first.responseMessages,
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: asked.approvalId, approved }] },
    ];
    await generateText({ model, tools, prepareStep, messages: answer(false), stopWhen: isStepCount(5) });
    expect(calls).toEqual([]);
    await generateText({ model, tools, prepareStep, messages: answer(true), stopWhen: isStepCount(5) });
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
  });

  it('do not run on the word of a model alone', async () => {
    const { toolscout, calls } = await toolsOf({ discovery: 'all' }, OFFICE, { policy });
    const execute = toolscout.tools[invoice]!.execute!;
    const output = await execute(bill, { toolCallId: 'a', messages: [], context: {} });
    expect(output).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'APPROVAL_DENIED', ran: false } },
    });
    expect(calls).toEqual([]);
  });
});

describe("tools for the AI SDK in Anthropic's own form", () => {
  it('come deferred and by reference, and a tool that is gone keeps the history valid', async () => {
    const bodies: { tools: object[]; messages: object[] }[] = [];
    const replies = [
      [{ type: 'tool_use', id: 'toolu_1', name: 'tool_search', input: { query: 'create an invoice' } }],
      [{ type: 'tool_use', id: 'toolu_2', name: invoice, input: bill }],
    ];
    const provider = createAnthropic({
      apiKey: 'none',
      fetch: async (_url, init) => {
        const content = replies[bodies.length] ?? [{ type: 'text', text: 'Done.' }];
        bodies.push(JSON.parse(String(init?.body)));
        const stop = content[0]!.type === 'text' ? 'end_turn' : 'tool_use';
        return Response.json({
          type: 'message',
          id: 'm',
          role: 'assistant',
          model: 'claude',
          content,
          stop_reason: stop,
          usage: { input_tokens: 1, output_tokens: 1 },
        });
      },
    });
    const { toolscout, calls, remove } = await toolsOf({ discovery: 'references' });
    const model = provider('claude-sonnet-5-5');
    const { tools, prepareStep } = toolscout;
    const { responseMessages } = await generateText({ model, tools, prepareStep, prompt, stopWhen: isStepCount(5) });
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(bodies.flatMap(({ tools: sent, messages }) => anthropicProblems(sent, messages))).toEqual([]);
    expect(bodies[1]!.tools).toContainEqual(expect.objectContaining({ name: invoice, defer_loading: true }));
    expect(JSON.stringify(bodies[1]!.messages)).toContain(`{"type":"tool_reference","tool_name":"${invoice}"}`);
    remove('create_invoice');
    const messages: ModelMessage[] = [
      { role: 'user', content: prompt },
      ...responseMessages,
      { role: 'user', content: 'Again.' },
    ];
    await generateText({ model, tools, prepareStep, messages, stopWhen: isStepCount(5) });
    const last = bodies.at(-1)!;
    expect(anthropicProblems(last.tools, last.messages)).toEqual([]);
    expect(last.tools).toContainEqual(
      expect.objectContaining({ name: invoice, description: expect.stringContaining('no longer') }),
    );
  });
});
