import { AIMessage, type AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { describe, expect, it } from 'vitest';
import { type BoundModel, createLangChainTools, type LangChainDiscovery } from '../../src/adapters/langchain/index.ts';
import { taskModel } from './endpoint/model.ts';
import { BOTH, FREQUENT, INVOICE, LETTER, officeEndpoint } from './endpoint/office-tasks.ts';
import type { Part } from './endpoint/parts.ts';
import type { Endpoint } from './endpoint/start-endpoint.ts';
import { OFFICE, testAccess } from './test-access.ts';

const START = new HumanMessage('Bill ACME and write to them.');

let endpoint: Endpoint;
officeEndpoint((started) => {
  endpoint = started;
});

interface Ways {
  readonly stream?: boolean;
  readonly useResponsesApi?: boolean;
}

/** A chat model as a user of LangChain makes it. */
const chatModel = ({ useResponsesApi = false }: Ways) =>
  new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'test',
    maxRetries: 0,
    configuration: { baseURL: `${endpoint.url}/v1` },
    useResponsesApi,
  });

async function agentOf(discovery: LangChainDiscovery, ways: Ways) {
  const { access, calls } = await testAccess(OFFICE, FREQUENT);
  const toolscout = createLangChainTools({ access, discovery });
  const model = chatModel(ways);
  const agent =
    discovery === 'found'
      ? createReactAgent({
          llm: ({ messages }) => toolscout.bind(model, messages),
          tools: await toolscout.callable(),
        })
      : createReactAgent({ llm: model, tools: await toolscout.tools() });
  return { agent, calls, toolscout, model };
}

/** A reply put together from its chunks, as LangChain's pages show it. */
async function streamed(model: BoundModel, messages: readonly BaseMessage[]): Promise<AIMessage> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await model.stream([...messages]))
    whole = whole?.concat(chunk as AIMessageChunk) ?? (chunk as AIMessageChunk);
  return whole!;
}

const sorted = (calls: readonly { readonly name: string }[]) =>
  [...calls].sort((one, other) => (one.name < other.name ? -1 : 1));

describe.each([
  ['Chat Completions', {}],
  ['Chat Completions, streamed', { stream: true }],
  ['Responses', { useResponsesApi: true }],
  ['Responses, streamed', { useResponsesApi: true, stream: true }],
] as const)("an agent of LangChain with OpenAI's chat model, over HTTP: %s", (_how, ways: Ways) => {
  it.each(['bridge', 'found', 'all'] as const)('finds, calls side by side and is done, by %s', async (discovery) => {
    const { agent, calls } = await agentOf(discovery, ways);
    endpoint.use(taskModel(INVOICE, LETTER));
    // Whoever wants messages as they come lets the graph stream, and the model streams in it.
    const run = await agent.stream(
      { messages: [START] },
      { streamMode: ways.stream ? ['values', 'messages'] : ['values'] },
    );
    let messages: readonly BaseMessage[] = [];
    let pieces = 0;
    for await (const [mode, chunk] of run) {
      if (mode === 'values') ({ messages } = chunk as { messages: BaseMessage[] });
      else pieces++;
    }
    expect(pieces > messages.length).toBe(ways.stream ?? false);
    expect(endpoint.refusals).toEqual([]);
    expect(sorted(calls)).toEqual(BOTH);
    expect((messages.at(-1) as AIMessage).text).toBe('Done.');
    const answered = messages.filter((one) => ToolMessage.isInstance(one));
    const asked = messages.flatMap((one) => (AIMessage.isInstance(one) ? (one.tool_calls ?? []) : []));
    expect(answered.map(({ tool_call_id: id }) => id).sort()).toEqual(asked.map(({ id }) => id).sort());
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set(['success']));
    expect(endpoint.requests.every(({ stream = false }) => stream === (ways.stream ?? false))).toBe(true);
  });

  it('sends pictures of results as such, or in words where the API refuses them', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const execute = async () => ({ content: [{ type: 'image', mimeType: 'image/png', data: png }] });
    const { access } = await testAccess(OFFICE, FREQUENT, { execute });
    const model = chatModel(ways);
    for (const pictures of ['named', 'shown'] as const) {
      let turn = 0;
      endpoint.use(() =>
        turn++ === 0 ? { calls: [{ id: 'a', name: 'office__clock', arguments: {} }] } : { text: 'Nice.' },
      );
      const toolscout = createLangChainTools({ access, pictures });
      const bound = await toolscout.bind(model);
      const call = (await bound.invoke([START])) as AIMessage;
      const asked = bound.invoke([START, call, ...(await toolscout.answer(call))]);
      const isRefused = pictures === 'shown' && ways.useResponsesApi !== true;
      if (isRefused) await expect(asked).rejects.toThrow('result-not-text');
      else await asked;
      expect(JSON.stringify(endpoint.requests.at(-1)).includes(png)).toBe(pictures === 'shown');
      expect(endpoint.refusals).toHaveLength(isRefused ? 1 : 0);
    }
  });

  it('says whether the tools are strict, which one of the APIs would take for granted', async () => {
    const { access } = await testAccess(OFFICE, FREQUENT);
    endpoint.use(() => ({ text: 'Hello.' }));
    for (const [discovery, strict] of [
      ['all', true],
      // The bridge takes the arguments of any tool.
      ['bridge', false],
    ] as const) {
      const toolscout = createLangChainTools({ access, discovery, dialect: 'openai-strict' });
      await (await toolscout.bind(chatModel(ways))).invoke([START]);
      const { tools } = endpoint.requests.at(-1) as { tools: Part[] };
      expect(
        new Set(tools.map(({ function: inner, strict: own }) => (inner as Part | undefined)?.strict ?? own)),
      ).toEqual(new Set([strict]));
    }
    expect(endpoint.refusals).toEqual([]);
  });

  it('goes on over a history of earlier turns, in a loop of its own', async () => {
    const { toolscout, calls, model } = await agentOf('found', ways);
    endpoint.use(taskModel(INVOICE));
    const messages: BaseMessage[] = [START];
    const run = async () => {
      for (let turn = 0; turn < 6; turn++) {
        const bound = await toolscout.bind(model, messages);
        const reply = ways.stream ? await streamed(bound, messages) : ((await bound.invoke(messages)) as AIMessage);
        messages.push(reply);
        if (!reply.tool_calls?.length) return;
        messages.push(...(await toolscout.answer(reply)));
      }
    };
    await run();
    endpoint.use(taskModel(LETTER));
    messages.push(new HumanMessage('And the letter.'));
    await run();
    expect(endpoint.refusals).toEqual([]);
    expect(calls).toEqual(BOTH);
  });
});
