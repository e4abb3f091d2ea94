import { afterEach, describe, expect, it } from 'vitest';
import {
  type LoopEvent,
  type LoopMessage,
  runToolLoop,
  type ToolAccessOptions,
  type ToolLoopOptions,
} from '../../src/adapters/loop/index.ts';
import type { ToolDefinition } from '../../src/tools/index.ts';
import { type ChatEndpoint, type ChatTurn, startChatEndpoint } from './chat-endpoint.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';
const bill = { customer: 'ACME', amount: 10 };
const START: LoopMessage = { role: 'user', content: 'Bill ACME for 10.' };
const open: ChatEndpoint[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const call = (id: string, name: string, args: unknown): ChatTurn => ({ calls: [{ id, name, arguments: args }] });
const FIND = call('a', 'tool_search', { query: 'create an invoice' });
const BILL = call('b', 'tool_call', { name: invoice, arguments: bill });

interface Setting {
  readonly turns: readonly (ChatTurn | number)[];
  readonly stream?: boolean;
  readonly definitions?: readonly ToolDefinition[];
  readonly more?: Partial<ToolAccessOptions>;
  readonly retries?: number;
}

/** Runs the loop against a scripted endpoint. */
async function settingOf({ turns, stream = false, definitions = OFFICE, more = {}, retries = 0 }: Setting) {
  const tested = await testAccess(definitions, FREQUENT, more);
  const endpoint = await startChatEndpoint((_request, turn) => turns[turn] ?? { text: 'Done.' });
  open.push(endpoint);
  const events: LoopEvent[] = [];
  const run = (options: Partial<Omit<ToolLoopOptions, 'endpoint' | 'complete'>> = {}) =>
    runToolLoop({
      access: tested.access,
      messages: [START],
      endpoint: { baseUrl: endpoint.url, model: 'any', stream, retries, wait: async () => {} },
      onEvent: (event) => events.push(event),
      ...options,
    });
  return { ...tested, endpoint, events, run };
}

describe('a plain loop over Chat Completions', () => {
  it.each([false, true])('finds, calls and answers (streaming: %s)', async (stream) => {
    const { run, calls, endpoint, events } = await settingOf({
      turns: [FIND, BILL, { text: 'Billed, so be it.' }],
      stream,
    });
    const { text, stopped, turns, usage, messages } = await run();
    expect([text, stopped, turns]).toEqual(['Billed, so be it.', 'answered', 3]);
    expect(usage).toEqual({ inputTokens: 300, outputTokens: 30 });
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(endpoint.refusals).toEqual([]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant']);
    expect(messages[2]).toMatchObject({ tool_call_id: 'a', content: expect.stringContaining(invoice) });
    const [first, ...others] = endpoint.requests.map(({ tools }) => JSON.stringify(tools));
    expect(others).toEqual([first, first]);
    expect(events.filter(({ type }) => type === 'text').length).toBe(stream ? 4 : 0);
    expect(events.filter(({ type }) => type === 'call')).toMatchObject([{ id: 'a' }, { id: 'b', name: 'tool_call' }]);
  });

  it.each([false, true])('answers calls side by side under their own ids (streaming: %s)', async (stream) => {
    const turn: ChatTurn = {
      text: 'I look.',
      calls: [
        { id: 'a', name: 'tool_search', arguments: { query: 'invoice' } },
        { id: 'b', name: 'tool_search', arguments: { query: 'invoice for a customer' } },
        { id: 'c', name: 'office__clock', arguments: '' },
        { id: 'd', name: 'tool_call', arguments: '{"name":' },
        { id: 'e', name: 'nothing_at_all', arguments: {} },
        { id: 'e', name: 'office__clock', arguments: {} },
      ],
    };
    const { run, calls, endpoint } = await settingOf({ turns: [turn], stream });
    await run();
    expect(endpoint.refusals).toEqual([]);
    expect(calls).toHaveLength(2);
    const answers = endpoint.requests[1]!.messages.filter(({ role }) => role === 'tool');
    expect(answers.map((one) => one.tool_call_id)).toEqual(['a', 'b', 'c', 'd', 'e', 'call_1_5']);
    expect(answers[3]!.content).toContain('INVALID_ARGUMENTS');
    expect(answers[4]!.content).toContain('UNKNOWN_TOOL');
  });

  it('runs what it found though the tool has gone meanwhile: the model is told', async () => {
    const { run, remove, calls, endpoint } = await settingOf({ turns: [FIND, BILL] });
    await run({ onEvent: ({ type }) => type === 'answer' && remove('create_invoice') });
    expect(calls).toEqual([]);
    expect(endpoint.requests[2]!.messages.at(-1)).toMatchObject({
      tool_call_id: 'b',
      content: expect.stringContaining('UNKNOWN_TOOL'),
    });
  });

  it('searches many tools', async () => {
    const turns = [
      call('a', 'tool_search', { query: 'tool_11987' }),
      call('b', 'tool_call', { name: 'office__tool_11987' }),
    ];
    const { run, calls, endpoint } = await settingOf({ turns, definitions: manyTools(12_000) });
    await run();
    expect(calls).toEqual([{ name: 'tool_11987', arguments: {} }]);
    expect(endpoint.requests[0]!.tools!.length).toBeLessThan(10);
  });
});

describe('the bounds of a loop', () => {
  it('are turns and tokens; what it gives back goes on', async () => {
    const { run, endpoint } = await settingOf({
      turns: Array.from({ length: 9 }, (_, index) => call(`c${index}`, 'office__clock', {})),
    });
    const first = await run({ maxTurns: 2 });
    expect([first.stopped, first.turns, first.text]).toEqual(['turns', 2, '']);
    const second = await run({ messages: first.messages, maxTokens: 200 });
    expect([second.stopped, second.turns]).toEqual(['tokens', 2]);
    expect(endpoint.refusals).toEqual([]);
    expect(endpoint.requests).toHaveLength(4);
  });

  it('are the signal, which also ends the call that runs', async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const execute: ToolAccessOptions['execute'] = async (_tool, _args, { signal }) => {
      given = signal;
      controller.abort(new Error('enough'));
      return { content: [] };
    };
    const { run, endpoint } = await settingOf({ turns: [call('a', 'office__clock', {})], more: { execute } });
    await expect(run({ signal: controller.signal })).rejects.toThrow('enough');
    expect(given?.aborted).toBe(true);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are those of the stream: half a reply runs nothing', async () => {
    const { run, calls } = await settingOf({ turns: [{ ...BILL, cut: true }], stream: true });
    await expect(run()).rejects.toMatchObject({ code: 'LLM_UNAVAILABLE' });
    expect(calls).toEqual([]);
  });

  it('let an endpoint be late or fail once', async () => {
    const { run, endpoint } = await settingOf({ turns: [503, { text: 'Here.' }], stream: true, retries: 1 });
    expect((await run()).text).toBe('Here.');
    expect(endpoint.requests).toHaveLength(2);
    const refused = await settingOf({ turns: [422] });
    await expect(refused.run()).rejects.toMatchObject({ code: 'LLM_REJECTED' });
  });
});

describe('a loop whose history is made shorter', () => {
  it('mends what was torn apart, and still calls what it has found', async () => {
    const turns = [
      FIND,
      { calls: [...(BILL.calls ?? []), { id: 'c', name: 'office__clock', arguments: {} }] },
      { text: 'Done.' },
    ];
    const { run, endpoint, events, calls } = await settingOf({ turns });
    // Cuts between a call and its result, once in front and once behind.
    const compact = (messages: readonly LoopMessage[]) =>
      messages.length > 4 ? [START, ...messages.slice(2, 5)] : messages.length === 3 ? [START, messages[2]!] : messages;
    const { messages } = await run({ compact });
    expect(endpoint.refusals).toEqual([]);
    expect(calls.map(({ name }) => name).sort()).toEqual(['clock', 'create_invoice']);
    expect(events.filter(({ type }) => type === 'compacted')).not.toEqual([]);
    expect(messages.at(-1)).toMatchObject({ content: 'Done.' });
  });
});

describe('a loop over a model that is a function', () => {
  it('hands it the messages and the tools', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const { text } = await runToolLoop({
      access,
      messages: [START],
      complete: async ({ messages, tools }) =>
        messages.length > 1
          ? { message: { role: 'assistant', content: [{ type: 'text', text: `${tools.length} tools` }] } }
          : {
              message: {
                role: 'assistant',
                content: null,
                tool_calls: [{ id: '', function: { name: 'office__clock', arguments: '' } }],
              },
            },
    });
    expect(text).toBe('4 tools');
    expect(calls).toHaveLength(1);
  });
});
