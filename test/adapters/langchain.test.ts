import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { describe, expect, it } from 'vitest';
import { createLangChainTools, type ToolAccessOptions } from '../../src/adapters/langchain/index.ts';
import type { ToolDefinition } from '../../src/tools/index.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';
const bill = { customer: 'ACME', amount: 10 };
const START = new HumanMessage('Bill ACME for 10.');

async function toolsOf(
  options: Omit<Parameters<typeof createLangChainTools>[0], 'access'> = {},
  definitions: readonly ToolDefinition[] = OFFICE,
  more: Partial<ToolAccessOptions> = {},
) {
  const tested = await testAccess(definitions, FREQUENT, more);
  return { ...tested, toolscout: createLangChainTools({ ...options, access: tested.access }) };
}

const asking = (...calls: readonly { name: string; args: Record<string, unknown>; id: string }[]) =>
  new AIMessage({ content: '', tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' as const })) });
const toolMessages = (messages: readonly BaseMessage[]) => messages.filter((one) => ToolMessage.isInstance(one));

describe('tools for LangChain, behind the bridge', () => {
  it('are found and called by an agent of LangGraph', async () => {
    const { toolscout, calls } = await toolsOf();
    const model = fakeModel()
      .respondWithTools([{ id: 'a', name: 'tool_search', args: { query: 'create an invoice' } }])
      .respondWithTools([{ id: 'b', name: 'tool_call', args: { name: invoice, arguments: bill } }])
      .respond(new AIMessage('Billed.'));
    const agent = createReactAgent({ llm: model, tools: await toolscout.tools() });
    const { messages } = await agent.invoke({ messages: [START] });
    expect(messages.at(-1)?.content).toBe('Billed.');
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(toolMessages(messages)).toMatchObject([
      { tool_call_id: 'a', name: 'tool_search', status: 'success', content: expect.stringContaining(invoice) },
      { tool_call_id: 'b', name: 'tool_call', status: 'success', content: expect.stringContaining('ACME') },
    ]);
  });

  it('answer every call under its id, those that fail with the status error', async () => {
    const { toolscout, calls } = await toolsOf();
    const answers = await toolscout.answer(
      asking(
        { id: 'a', name: 'office__clock', args: {} },
        { id: 'b', name: 'tool_call', args: { name: invoice, arguments: { amount: 'much' } } },
        { id: 'c', name: 'tool_call', args: { arguments: {} } },
        { id: 'd', name: 'nothing_at_all', args: {} },
        { id: 'e', name: 'tool_search', args: { query: 'invoice' } },
      ),
    );
    expect(calls).toEqual([{ name: 'clock', arguments: {} }]);
    expect(answers.map(({ tool_call_id: id, status }) => [id, status])).toEqual([
      ['a', 'success'],
      ['b', 'error'],
      ['c', 'error'],
      ['d', 'error'],
      ['e', 'success'],
    ]);
    expect(answers[1]!.content).toContain('INVALID_ARGUMENTS');
    expect(answers[3]!.content).toContain('UNKNOWN_TOOL');
  });

  it('mend arguments that LangChain itself would refuse', async () => {
    const { toolscout, calls } = await toolsOf({ discovery: 'all' });
    const [answer] = await toolscout.answer(asking({ id: 'a', name: invoice, args: { ...bill, note: null } }));
    expect(answer).toMatchObject({ status: 'success' });
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
  });

  it('hand pictures over, keep the raw result, and end with the signal of the run', async () => {
    const result = { content: [{ type: 'image', mimeType: 'image/png', data: 'aGk=' }], structuredContent: { n: 1 } };
    const controller = new AbortController();
    let turn = 0;
    const { toolscout } = await toolsOf({}, OFFICE, {
      execute: async () => {
        if (turn++ > 0) controller.abort(new Error('enough'));
        return result;
      },
    });
    const message = asking({ id: 'a', name: 'office__clock', args: {} });
    const [answer] = await toolscout.answer(message);
    expect(answer).toMatchObject({
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }],
      artifact: { structuredContent: { n: 1 } },
    });
    await expect(toolscout.answer(message, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('tools for LangChain that join when found', () => {
  it('are bound for the next request, and stay while the history has them', async () => {
    const { toolscout, calls, remove } = await toolsOf({ discovery: 'found' });
    const names = async (messages: BaseMessage[]) => (await toolscout.tools(messages)).map(({ name }) => name);
    expect(await names([START])).toEqual(['office__clock', 'tool_search']);
    const search = asking(
      { id: 'a', name: 'tool_search', args: { query: 'invoice' } },
      { id: 'b', name: 'tool_search', args: { query: 'create an invoice for a customer' } },
    );
    const history = [START, search, ...(await toolscout.answer(search))];
    expect((await names(history)).slice(0, 3)).toEqual(['office__clock', 'tool_search', invoice]);
    expect(new Set(await names(history)).size).toBe((await names(history)).length);
    await toolscout.answer(asking({ id: 'c', name: invoice, args: bill }));
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(await names([new HumanMessage('Summary: billed.')])).toEqual(['office__clock', 'tool_search']);
    remove('create_invoice');
    expect(await names(history)).not.toContain(invoice);
    const [gone] = await toolscout.answer(asking({ id: 'd', name: invoice, args: bill }));
    expect(gone).toMatchObject({ tool_call_id: 'd', status: 'error' });
  });

  it('may be many, in an agent that is bound anew for each request', async () => {
    const { toolscout, calls } = await toolsOf({ discovery: 'found' }, manyTools(12_000));
    const model = fakeModel()
      .respondWithTools([{ id: 'a', name: 'tool_search', args: { query: 'tool_11987', limit: 3 } }])
      .respondWithTools([{ id: 'b', name: 'office__tool_11987', args: {} }])
      .respond(new AIMessage('Done.'));
    const sizes: number[] = [];
    const agent = createReactAgent({
      llm: async ({ messages }) => {
        sizes.push((await toolscout.tools(messages)).length);
        return toolscout.bind(model, messages);
      },
      tools: await toolscout.callable(),
    });
    const { messages } = await agent.invoke({ messages: [START] });
    expect(toolMessages(messages).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(calls).toEqual([{ name: 'tool_11987', arguments: {} }]);
    expect(Math.max(...sizes)).toBeLessThan(10);
  });
});

describe('tools for LangChain that a person is asked about', () => {
  it('interrupt the graph, and run once it goes on with consent', async () => {
    const policy: NonNullable<ToolAccessOptions['policy']> = ({ tool }) =>
      tool.name !== invoice || { ask: 'it costs money' };
    for (const approved of [true, false]) {
      const { toolscout, calls } = await toolsOf({ approve: (asked) => interrupt(asked) }, OFFICE, { policy });
      const model = fakeModel()
        .respondWithTools([{ id: 'a', name: 'tool_call', args: { name: invoice, arguments: bill } }])
        .respond(new AIMessage('Done.'));
      const agent = createReactAgent({
        llm: model,
        tools: await toolscout.tools(),
        checkpointSaver: new MemorySaver(),
      });
      const thread = { configurable: { thread_id: '1' } };
      const stopped = await agent.invoke({ messages: [START] }, thread);
      expect(stopped).toMatchObject({ __interrupt__: [{ value: { name: 'tool_call', reason: 'it costs money' } }] });
      expect(calls).toEqual([]);
      const { messages } = await agent.invoke(new Command({ resume: approved }), thread);
      expect(toolMessages(messages)).toMatchObject([{ tool_call_id: 'a', status: approved ? 'success' : 'error' }]);
      expect(calls).toHaveLength(approved ? 1 : 0);
    }
  });
});
