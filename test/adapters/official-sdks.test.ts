import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import {
  type AnthropicTools,
  type AnthropicToolsOptions,
  type CapabilityEvent,
  createAnthropicTools,
  createCapabilityMemory,
} from '../../src/adapters/anthropic/index.ts';
import {
  createChatTools,
  createOpenAITools,
  type OpenAITools,
  type OpenAIToolsOptions,
} from '../../src/adapters/openai/index.ts';
import { createMemoryStateStore } from '../../src/state/index.ts';
import { taskModel } from './endpoint/model.ts';
import { BOTH, FAR, FREQUENT, INVOICE, LETTER, officeEndpoint } from './endpoint/office-tasks.ts';
import type { ProxyMode } from './endpoint/proxies.ts';
import type { Endpoint } from './endpoint/start-endpoint.ts';
import { manyTools, OFFICE, type TestAccess, testAccess } from './test-access.ts';

let endpoint: Endpoint;
officeEndpoint((started) => {
  endpoint = started;
});

interface LoopOptions {
  readonly url?: string;
  readonly stream?: boolean;
}

/** A loop as a user of the client writes it: no cast, no type of ours. Ends when the model calls nothing. */
async function anthropicLoop(
  tools: AnthropicTools,
  messages: Anthropic.MessageParam[],
  { url = endpoint.url, stream = false }: LoopOptions = {},
): Promise<Anthropic.MessageParam[]> {
  const client = new Anthropic({ baseURL: url, apiKey: 'test', maxRetries: 0 });
  for (let turn = 0; turn < 8; turn++) {
    const part = await tools.request(messages);
    const body = { model: 'claude-sonnet-5', max_tokens: 1_000, tools: part.tools, messages: part.messages };
    try {
      const reply = stream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
      messages = [...part.messages, { role: 'assistant', content: reply.content }];
      const results = await tools.answer(reply.content);
      if (results.length === 0) return messages;
      messages.push({ role: 'user', content: results });
    } catch (error) {
      if (!(await tools.recover(error))) throw error;
    }
  }
  throw new Error('The model did not come to an end.');
}

async function responsesLoop(
  tools: OpenAITools,
  input: OpenAI.Responses.ResponseInputItem[],
  { url = endpoint.url, stream = false }: LoopOptions = {},
): Promise<OpenAI.Responses.ResponseInputItem[]> {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'test', maxRetries: 0 });
  for (let turn = 0; turn < 8; turn++) {
    const part = await tools.request(input);
    const body = { model: 'gpt-5.5', tools: part.tools, input: part.input };
    try {
      const reply = stream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body);
      const answers = await tools.answer(reply.output);
      input = [...part.input, ...(reply.output as OpenAI.Responses.ResponseInputItem[]), ...answers];
      if (answers.length === 0) return input;
    } catch (error) {
      if (!(await tools.recover(error))) throw error;
    }
  }
  throw new Error('The model did not come to an end.');
}

const modes = [
  ['at once', {}],
  ['streamed', { stream: true }],
] as const;

describe('the official client of Anthropic, over HTTP', () => {
  const start: Anthropic.MessageParam[] = [{ role: 'user', content: 'Bill ACME and write to them.' }];
  const make = async (options: Partial<AnthropicToolsOptions> = {}, access?: TestAccess) => {
    const used = access ?? (await testAccess(OFFICE, FREQUENT));
    return { ...used, tools: createAnthropicTools({ access: used.access, lint: 'throw', ...options }) };
  };

  describe.each(['references', 'bm25', 'regex', 'bridge', 'all'] as const)('by %s', (discovery) => {
    it.each(modes)('finds, calls under the real names and is done, %s', async (_how, how) => {
      const { tools, calls } = await make({ discovery, strict: true, cache: true });
      endpoint.use(taskModel(INVOICE, LETTER));
      await anthropicLoop(tools, start, how);
      // Two searches overlap in one turn, and two calls run in one.
      expect([...calls].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(BOTH);
      expect(endpoint.refusals).toEqual([]);
    });
  });

  it('summarises a long history with the tools of the turn', async () => {
    const { tools } = await make();
    endpoint.use(taskModel(INVOICE));
    const history = await anthropicLoop(tools, start);
    const { tools: turn } = await tools.request([...history, { role: 'user', content: 'More.' }]);
    const summary = await tools.request([...history, { role: 'user', content: 'Summarise.' }], { kind: 'compaction' });
    expect(summary.faults).toEqual([]);
    expect(summary.tools).toEqual(turn);
    endpoint.use(() => ({ text: 'They were billed.' }));
    await anthropicLoop(tools, summary.messages);
    // What is left after it refers to nothing, and the rest is found anew.
    endpoint.use(taskModel(LETTER));
    await anthropicLoop(tools, [{ role: 'user', content: 'So far: they were billed. Write to them.' }]);
    expect(endpoint.refusals).toEqual([]);
  });

  it('goes on when a tool that was found is gone', async () => {
    const { tools, calls, remove } = await make();
    endpoint.use(taskModel(INVOICE));
    const history = await anthropicLoop(tools, start);
    remove('create_invoice');
    endpoint.use(taskModel(LETTER));
    await anthropicLoop(tools, [...history, { role: 'user', content: 'Now the letter.' }]);
    expect(calls).toEqual(BOTH);
    expect(endpoint.refusals).toEqual([]);
  });

  it.each(['references', 'bm25'] as const)('reaches one of 12,000 tools by %s', async (discovery) => {
    const { tools, calls } = await make({ discovery }, await testAccess(manyTools(12_000)));
    endpoint.use(taskModel(FAR));
    await anthropicLoop(tools, start);
    expect(calls.map(({ name }) => name)).toEqual(['tool_11987']);
  });

  describe.each<[ProxyMode, 'references' | 'bm25', CapabilityEvent['how']]>([
    ['refuse', 'references', 'refused'],
    ['refuse', 'bm25', 'refused'],
    ['refuse-422', 'references', 'refused'],
    ['strip-deferral', 'bm25', 'stripped'],
    ['strip-references', 'references', 'stripped'],
    ['convert-search', 'bm25', 'stripped'],
  ])('behind a proxy that does %s, by %s', (mode, discovery, how) => {
    it('notices once, says so, remembers it for others, and uses the bridge', async () => {
      const events: CapabilityEvent[] = [];
      const store = createMemoryStateStore();
      const capabilities = createCapabilityMemory({ store, onChange: (event) => events.push(event) });
      const url = endpoint.proxy(mode);
      const place = { baseUrl: url, model: 'claude-sonnet-5' };
      const { tools, calls } = await make({ discovery, capabilities, endpoint: place });
      endpoint.use(taskModel(INVOICE, LETTER));
      await anthropicLoop(tools, start, { url });
      expect([...calls].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(BOTH);
      expect(events).toMatchObject([{ api: 'anthropic', endpoint: place, native: false, how }]);

      endpoint.requests.length = 0;
      endpoint.refusals.length = 0;
      const next = await make({ discovery, capabilities: createCapabilityMemory({ store }), endpoint: place });
      expect((await next.tools.request(start)).notes).toEqual([expect.stringContaining('the bridge is used')]);
      endpoint.use(taskModel(INVOICE));
      await anthropicLoop(next.tools, start, { url });
      expect(next.calls).toEqual(BOTH.slice(0, 1));
      expect(endpoint.refusals).toEqual([]);
      expect(JSON.stringify(endpoint.requests)).not.toMatch(/defer_loading|tool_reference|tool_search_tool/);
    });
  });

  it.each<[ProxyMode | undefined, 'references' | 'bm25', boolean]>([
    [undefined, 'references', true],
    [undefined, 'bm25', true],
    ['refuse', 'references', false],
    ['strip-deferral', 'references', false],
    ['strip-references', 'references', false],
    ['strip-deferral', 'bm25', false],
    ['strip-search', 'bm25', false],
    ['convert-search', 'bm25', false],
  ])('is probed with one request: %s, by %s', async (mode, discovery, native) => {
    const url = mode === undefined ? endpoint.url : endpoint.proxy(mode);
    const client = new Anthropic({ baseURL: url, apiKey: 'test', maxRetries: 0 });
    const { tools } = await make({ discovery, endpoint: { baseUrl: url, model: 'claude-sonnet-5' } });
    endpoint.use(taskModel());
    const send = () => tools.probe((body) => client.messages.create({ model: 'claude-sonnet-5', ...body }));
    expect(await send()).toMatchObject({ native });
    expect(await send()).toMatchObject({ native });
    expect(endpoint.requests).toHaveLength(1);
    expect((await tools.request(start)).notes).toHaveLength(native ? 0 : 1);
  });

  it('lets other errors through and learns nothing of them', async () => {
    const { tools } = await make();
    const { tools: list } = await tools.request(start);
    const client = new Anthropic({ baseURL: endpoint.url, apiKey: 'test', maxRetries: 0 });
    const refused = async (body: object): Promise<unknown> =>
      client.messages
        .create({ model: 'm', max_tokens: 1, tools: list, messages: start, ...body })
        .catch((error) => error);
    expect(await tools.recover(await refused({ max_tokens: undefined }))).toBe(false);
    expect(await tools.recover(new Error('no connection'))).toBe(false);
    expect((await tools.request(start)).notes).toEqual([]);
    await expect(tools.probe(() => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  });
});

describe('the official client of OpenAI, over HTTP: Responses', () => {
  const start: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Bill ACME and write to them.' }];
  const make = async (options: Partial<OpenAIToolsOptions> = {}, access?: TestAccess) => {
    const used = access ?? (await testAccess(OFFICE, FREQUENT));
    return { ...used, tools: createOpenAITools({ access: used.access, lint: 'throw', ...options }) };
  };

  describe.each(['client', 'server', 'bridge', 'all'] as const)('by %s', (discovery) => {
    it.each(modes)('finds, calls under the real names and is done, %s', async (_how, how) => {
      const { tools, calls } = await make({ discovery });
      endpoint.use(taskModel(INVOICE, LETTER));
      await responsesLoop(tools, start, how);
      expect([...calls].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(BOTH);
      expect(endpoint.refusals).toEqual([]);
    });
  });

  it('summarises with the tools of the turn, and goes on when a tool that was found is gone', async () => {
    const { tools, calls, remove } = await make();
    endpoint.use(taskModel(INVOICE));
    const history = await responsesLoop(tools, start);
    const { tools: turn } = await tools.request([...history, { role: 'user', content: 'More.' }]);
    const summary = await tools.request([...history, { role: 'user', content: 'Summarise.' }], { kind: 'compaction' });
    expect(summary.faults).toEqual([]);
    expect(summary.tools).toEqual(turn);
    remove('create_invoice');
    endpoint.use(taskModel(LETTER));
    await responsesLoop(tools, [...history, { role: 'user', content: 'Now the letter.' }]);
    expect(calls).toEqual(BOTH);
    expect(endpoint.refusals).toEqual([]);
  });

  it('reaches one of 12,000 tools', async () => {
    const { tools, calls } = await make({}, await testAccess(manyTools(12_000)));
    endpoint.use(taskModel(FAR));
    await responsesLoop(tools, start);
    expect(calls.map(({ name }) => name)).toEqual(['tool_11987']);
  });

  describe.each<[ProxyMode, 'client' | 'server', CapabilityEvent['how']]>([
    ['refuse', 'client', 'refused'],
    ['refuse', 'server', 'refused'],
    ['refuse-422', 'client', 'refused'],
    ['strip-deferral', 'server', 'stripped'],
    ['strip-references', 'client', 'stripped'],
    ['convert-search', 'client', 'stripped'],
    // An ordinary function is no search to the provider: it refuses what is deferred.
    ['convert-search', 'server', 'refused'],
    ['strip-search', 'server', 'refused'],
  ])('behind a proxy that does %s, by %s', (mode, discovery, how) => {
    it('notices once, says so, remembers it for others, and uses the bridge', async () => {
      const events: CapabilityEvent[] = [];
      const capabilities = createCapabilityMemory({ onChange: (event) => events.push(event) });
      const url = endpoint.proxy(mode);
      const place = { baseUrl: url, model: 'gpt-5.5' };
      const { tools, calls } = await make({ discovery, capabilities, endpoint: place });
      endpoint.use(taskModel(INVOICE, LETTER));
      await responsesLoop(tools, start, { url });
      expect([...calls].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(BOTH);
      expect(events).toMatchObject([{ api: 'openai-responses', endpoint: place, native: false, how }]);

      endpoint.requests.length = 0;
      endpoint.refusals.length = 0;
      const next = await make({ discovery, capabilities, endpoint: { ...place, baseUrl: `${url}/` } });
      expect((await next.tools.request(start)).notes).toEqual([expect.stringContaining('the bridge is used')]);
      endpoint.use(taskModel(INVOICE));
      await responsesLoop(next.tools, start, { url });
      expect(next.calls).toEqual(BOTH.slice(0, 1));
      expect(endpoint.refusals).toEqual([]);
      expect(JSON.stringify(endpoint.requests)).not.toMatch(/defer_loading|tool_search_|namespace/);
    });
  });

  it.each<[ProxyMode | undefined, 'client' | 'server', boolean]>([
    [undefined, 'client', true],
    [undefined, 'server', true],
    ['refuse', 'client', false],
    ['strip-deferral', 'client', false],
    ['strip-references', 'client', false],
    ['strip-deferral', 'server', false],
    ['strip-search', 'server', false],
    ['convert-search', 'client', false],
  ])('is probed with one request: %s, by %s', async (mode, discovery, native) => {
    const url = mode === undefined ? endpoint.url : endpoint.proxy(mode);
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'test', maxRetries: 0 });
    const { tools } = await make({ discovery });
    endpoint.use(taskModel());
    const send = () => tools.probe((body) => client.responses.create({ model: 'gpt-5.5', ...body }));
    expect(await send()).toMatchObject({ native });
    expect(await send()).toMatchObject({ native });
    expect(endpoint.requests).toHaveLength(1);
    expect((await tools.request(start)).notes).toHaveLength(native ? 0 : 1);
  });
});

describe('the official client of OpenAI, over HTTP: Chat Completions', () => {
  it.each(modes)('finds, calls under the real names and is done, %s', async (_how, { stream = false }: LoopOptions) => {
    const { access, calls } = await testAccess(OFFICE, FREQUENT);
    const chat = createChatTools({ access, lint: 'throw' });
    const client = new OpenAI({ baseURL: `${endpoint.url}/v1`, apiKey: 'test', maxRetries: 0 });
    endpoint.use(taskModel(INVOICE, LETTER));
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Bill ACME and write to them.' }];
    for (let turn = 0; turn < 8; turn++) {
      const body = { model: 'gpt-5.5', messages, tools: await chat.tools(messages) };
      const message = stream
        ? await client.chat.completions.stream(body).finalMessage()
        : (await client.chat.completions.create(body)).choices[0]!.message;
      messages.push(message);
      if (message.tool_calls === undefined) break;
      messages.push(...(await chat.answer(message.tool_calls)));
    }
    expect([...calls].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(BOTH);
    expect(endpoint.refusals).toEqual([]);
  });
});
