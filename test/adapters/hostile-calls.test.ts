import { AIMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';
import { createAiSdkTools } from '../../src/adapters/ai-sdk/index.ts';
import { createAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { createLangChainTools } from '../../src/adapters/langchain/index.ts';
import { lintRequest } from '../../src/adapters/lint/index.ts';
import { runToolLoop, type ToolLoopOptions } from '../../src/adapters/loop/index.ts';
import {
  createChatTools,
  createOpenAITools,
  type OpenAIItem,
  type ToolAccess,
  type ToolAccessOptions,
} from '../../src/adapters/openai/index.ts';
import type { RawToolResult } from '../../src/calling/index.ts';
import { OFFICE, testAccess } from './test-access.ts';

const invoice = 'office__create_invoice';
const bill = { customer: 'ACME', amount: 10 };
const FREQUENT = ['office__clock', invoice];

/** Runs one call as a provider hands it over; gives all that the model is answered. */
type Run = (name: string, args: unknown) => Promise<unknown>;

/** Every way from a model's call to its answer. Arguments come as a text or as a value, whichever the model sent. */
const WAYS: Readonly<Record<string, (access: ToolAccess) => Promise<Run>>> = {
  anthropic: async (access) => {
    const tools = createAnthropicTools({ access });
    await tools.request([{ role: 'user', content: 'Hi.' }]);
    return (name, input) => {
      const block = { type: 'tool_use', id: 'a', name, input };
      return tools.answer([block]);
    };
  },
  'openai responses': async (access) => {
    const tools = createOpenAITools({ access });
    await tools.request([{ role: 'user', content: 'Hi.' }]);
    return (name, args) => tools.answer([{ type: 'function_call', id: 'fc', call_id: 'a', name, arguments: args }]);
  },
  'openai responses, strict': async (access) => {
    const tools = createOpenAITools({ access, strict: true });
    await tools.request([{ role: 'user', content: 'Hi.' }]);
    return (name, args) => tools.answer([{ type: 'function_call', id: 'fc', call_id: 'a', name, arguments: args }]);
  },
  'openai chat': async (access) => {
    const tools = createChatTools({ access });
    await tools.tools();
    return (name, args) => tools.answer([{ id: 'a', type: 'function', function: { name, arguments: args as string } }]);
  },
  'ai-sdk': async (access) => {
    const { tools } = await createAiSdkTools({ access });
    return async (name, input) => {
      const { execute, toModelOutput } = tools[name]!;
      const output: unknown = await execute!(input, { toolCallId: 'a', messages: [], context: {} });
      return toModelOutput!({ toolCallId: 'a', input, output });
    };
  },
  langchain: async (access) => {
    const tools = createLangChainTools({ access });
    return async (name, args) => {
      const call = { id: 'a', name, args: args as Record<string, unknown>, type: 'tool_call' as const };
      const [answer] = await tools.answer(new AIMessage({ content: '', tool_calls: [call] }));
      return answer!.content;
    };
  },
};

describe.each(Object.entries(WAYS))('what a model writes instead of arguments: %s', (_name, start) => {
  const ready = async (more: Partial<ToolAccessOptions> = {}) => {
    const tested = await testAccess(OFFICE, FREQUENT, more);
    return { ...tested, run: await start(tested.access) };
  };

  it.each([
    ['JSON text', JSON.stringify(bill)],
    ['JSON text in JSON text', JSON.stringify(JSON.stringify(bill))],
  ])('reads %s as the arguments that it is', async (_how, text) => {
    const { run, calls } = await ready();
    await run(invoice, text);
    await run('tool_call', JSON.stringify({ name: invoice, arguments: text }));
    expect(calls).toEqual([
      { name: 'create_invoice', arguments: bill },
      { name: 'create_invoice', arguments: bill },
    ]);
  });

  it.each([null, undefined, '', ' ', 'null', '{}', '"null"'])('takes %j for no arguments', async (given) => {
    const { run, calls } = await ready();
    await run('office__clock', given);
    expect(calls).toEqual([{ name: 'clock', arguments: {} }]);
    expect(JSON.stringify(await run(invoice, given))).toContain('customer');
    expect(calls).toHaveLength(1);
  });

  it.each(['{"customer":', '[1]', '7', 'true', '"text"'])(
    'says what is wrong with %s, and runs nothing',
    async (given) => {
      const { run, calls } = await ready();
      expect(JSON.stringify(await run(invoice, given))).toMatch(/INVALID_ARGUMENTS/);
      expect(calls).toEqual([]);
    },
  );

  const answers = async (result: unknown) => {
    const { run } = await ready({ execute: async () => result as RawToolResult });
    return JSON.stringify(await run('office__clock', {}));
  };

  it('answers with no text that was cut within a character', async () => {
    const text = await answers({ content: [{ type: 'text', text: 'cut \ud83d' }] });
    expect(text).toContain('cut');
    expect(text).not.toMatch(/\\ud83d/);
    const inside = await answers({ content: [{ type: 'resource', resource: { uri: 'a:b', text: '\udc4b cut' } }] });
    expect(inside).not.toMatch(/\\udc4b/);
  });

  it('answers with pictures that are some, and with words for those that are none', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const good = await answers({
      content: [{ type: 'image', mimeType: 'image/jpg', data: `data:image/jpg;base64,${png}` }],
    });
    expect(good).toContain('image/png');
    expect(good).not.toContain('base64,data:');
    for (const data of ['', 'https://x.test/a.png', 'no picture!']) {
      const bad = await answers({ content: [{ type: 'image', mimeType: 'image/png', data }] });
      expect(bad).toContain('[image that cannot be read]');
    }
  });

  it.each([
    {},
    { content: null },
    { content: [] },
    { content: 'text' },
    { content: [null, 7, {}, { type: 'text' }, { type: 'text', text: ' ' }] },
    { content: [{ type: 'resource', resource: { uri: 'a:b', text: '\n' } }] },
    { content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] },
    { content: [], structuredContent: { a: 1 } },
    { content: [], isError: true },
  ])('answers in words whatever the result is: %j', async (result) => {
    const { run } = await ready({ execute: async () => result as RawToolResult });
    const answer = await run('office__clock', {});
    const texts = textsIn(answer).filter((text) => text.trim() !== '');
    expect(texts.length).toBeGreaterThan(0);
  });
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (['type', 'role'].includes(key) ? [] : textsIn(one)));
}

describe('calls under one id', () => {
  it('are answered each, and the fault of the history is told', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const tools = createChatTools({ access });
    const twice = [1, 2].map((amount) => ({
      id: 'a',
      type: 'function' as const,
      function: { name: invoice, arguments: JSON.stringify({ customer: 'ACME', amount }) },
    }));
    const declared = await tools.tools();
    const results = await tools.answer(twice);
    expect(calls).toHaveLength(2);
    expect(results).toHaveLength(2);
    const messages = [{ role: 'assistant', content: null, tool_calls: twice }, ...results];
    const faults = lintRequest({ tools: declared, messages }, { provider: 'openai-chat' });
    expect(faults.map(({ code }) => code)).toContain('call-id-twice');
  });

  it('get ids of their own in a loop', async () => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    let turn = 0;
    const requests: { readonly messages: readonly object[] }[] = [];
    const complete: NonNullable<ToolLoopOptions['complete']> = async (request) => {
      requests.push(request);
      const call = (amount: number) => ({
        id: 'a',
        type: 'function',
        function: { name: invoice, arguments: JSON.stringify({ customer: 'ACME', amount }) },
      });
      if (turn++ > 1) return { message: { role: 'assistant', content: 'Done.' } };
      return { message: { role: 'assistant', content: null, tool_calls: [call(turn), call(turn + 10)] } };
    };
    await runToolLoop({ access, messages: [{ role: 'user', content: 'Hi.' }], complete, lint: 'throw' });
    expect(calls.map(({ arguments: args }) => (args as typeof bill).amount).sort((a, b) => a - b)).toEqual([
      1, 2, 11, 12,
    ]);
    expect(lintRequest(requests.at(-1)!, { provider: 'openai-chat' })).toEqual([]);
  });
});

describe('a compaction that keeps a call and drops what found its tool', () => {
  it("leaves a valid request to Anthropic's API, in which the tool still stands", async () => {
    const { access } = await testAccess(OFFICE, ['office__clock']);
    const tools = createAnthropicTools({ access, lint: 'throw' });
    const history = [
      { role: 'user' as const, content: 'Summary: an invoice is to be written.' },
      { role: 'assistant' as const, content: [{ type: 'tool_use' as const, id: 'b', name: invoice, input: bill }] },
      { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 'b', content: 'done' }] },
    ];
    const { tools: carried, faults } = await tools.request(history);
    expect(faults).toEqual([]);
    expect(carried.map(({ name }) => name)).toContain(invoice);
  });

  it("leaves a valid request to OpenAI's API", async () => {
    const { access, calls } = await testAccess(OFFICE, ['office__clock']);
    const tools = createOpenAITools({ access, lint: 'throw' });
    const input: OpenAIItem[] = [
      { type: 'message', role: 'user', content: 'Summary: an invoice is to be written.' },
      { type: 'function_call', id: 'fc', call_id: 'b', name: invoice, arguments: JSON.stringify(bill) },
      { type: 'function_call_output', call_id: 'b', output: 'done' },
    ];
    expect((await tools.request(input)).faults).toEqual([]);
    // A model that calls it once more, from memory, is served.
    await tools.answer([
      { type: 'function_call', id: 'fd', call_id: 'c', name: invoice, arguments: JSON.stringify(bill) },
    ]);
    expect(calls).toHaveLength(1);
  });
});

describe('a streamed reply of a plain endpoint', () => {
  it('comes together wherever the stream was cut', async () => {
    const text = 'Grüße 👋🏽 \u2028 end';
    const escaped = JSON.stringify({ customer: text, amount: 1 }).replaceAll(/[^\x20-\x7e]/g, (one) =>
      [...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
    );
    for (const args of [JSON.stringify({ customer: text, amount: 1 }), escaped]) {
      // One UTF-16 unit in each piece, and one byte in each chunk.
      const pieces = [...Array(args.length).keys()].map((at) => args[at]!);
      const delta = (tool_calls: object[], finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls }, finish_reason }] })}\r\n\r\n`;
      const body = [
        delta([{ index: 0, id: 'a', type: 'function', function: { name: invoice, arguments: '' } }]),
        ...pieces.map((piece) => delta([{ index: 0, function: { arguments: piece } }])),
        delta([], 'tool_calls'),
        'data: [DONE]',
      ].join('');
      const bytes = new TextEncoder().encode(body);
      const { access, calls } = await testAccess(OFFICE, FREQUENT);
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      const fetched = async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      await runToolLoop({
        access,
        messages: [{ role: 'user', content: 'Hi.' }],
        endpoint: { baseUrl: 'http://127.0.0.1:1/v1', model: 'any', stream: true, fetch: fetched },
        maxTurns: 1,
      });
      expect(calls).toEqual([{ name: 'create_invoice', arguments: { customer: text, amount: 1 } }]);
    }
  });
});
