import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type LanguageModel, type ModelMessage, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { type AiSdkDiscovery, createAiSdkTools } from '../../src/adapters/ai-sdk/index.ts';
import { lintRequest } from '../../src/adapters/lint/index.ts';
import { taskModel } from './endpoint/model.ts';
import { BOTH, FAR, FREQUENT, INVOICE, LETTER, officeEndpoint } from './endpoint/office-tasks.ts';
import type { Part } from './endpoint/parts.ts';
import type { Endpoint } from './endpoint/start-endpoint.ts';
import { manyTools, OFFICE, testAccess } from './test-access.ts';

let endpoint: Endpoint;
officeEndpoint((started) => {
  endpoint = started;
});

const MODELS = {
  responses: () => createOpenAI({ baseURL: `${endpoint.url}/v1`, apiKey: 'test' }).responses('gpt-5.5'),
  chat: () => createOpenAI({ baseURL: `${endpoint.url}/v1`, apiKey: 'test' }).chat('gpt-5.5'),
  anthropic: () => createAnthropic({ baseURL: `${endpoint.url}/v1`, apiKey: 'test' })('claude-sonnet-5'),
} as const;

type ToolsOfSdk = Awaited<ReturnType<typeof createAiSdkTools>>;

interface RunOptions {
  readonly stream?: boolean;
  /** The provider keeps items, and later requests name them (what the provider's package does by default). */
  readonly store?: boolean;
}

/** A conversation as a user of the SDK leads it. Gives the history with what was added to it. */
async function run(
  { tools, prepareStep }: ToolsOfSdk,
  model: LanguageModel,
  messages: ModelMessage[],
  { stream = false, store = true }: RunOptions = {},
): Promise<ModelMessage[]> {
  const settings = {
    model,
    tools,
    prepareStep,
    messages,
    stopWhen: isStepCount(8),
    maxRetries: 0,
    providerOptions: { openai: { store } },
  };
  const { responseMessages } = stream ? await settled(streamText(settings)) : await generateText(settings);
  return [...messages, ...responseMessages];
}

async function settled(result: ReturnType<typeof streamText>): Promise<{ readonly responseMessages: ModelMessage[] }> {
  return { responseMessages: await result.responseMessages };
}

const START: ModelMessage[] = [{ role: 'user', content: 'Bill ACME and write to them.' }];
const sorted = (calls: readonly { readonly name: string }[]) =>
  [...calls].sort((one, other) => (one.name < other.name ? -1 : 1));
const namesIn = (body: Part) => (body.tools as Part[]).map(({ name, type }) => name ?? type);

const AT_ONCE = { stream: false };
const STREAMED = { stream: true };
const CASES: readonly (readonly [keyof typeof MODELS, AiSdkDiscovery])[] = [
  ['chat', 'bridge'],
  ['chat', 'found'],
  ['responses', 'bridge'],
  ['responses', 'found'],
  ['responses', 'tool-search'],
  ['responses', 'all'],
  ['anthropic', 'bridge'],
  ['anthropic', 'found'],
  ['anthropic', 'references'],
];

describe.each(CASES)('the AI SDK with a real provider, over HTTP: %s, by %s', (api, discovery) => {
  const ways: RunOptions[] = [AT_ONCE, STREAMED];
  if (api === 'responses') ways.push({ ...AT_ONCE, store: false }, { ...STREAMED, store: false });

  it.each(ways)('finds, calls side by side under the real names and is done, %j', async (how) => {
    const { access, calls, remove } = await testAccess(OFFICE, FREQUENT);
    const toolscout = await createAiSdkTools({ access, discovery });
    endpoint.use(taskModel(INVOICE, LETTER));
    const history = await run(toolscout, MODELS[api](), START, how);
    expect(endpoint.refusals).toEqual([]);
    expect(sorted(calls)).toEqual(BOTH);
    const faults = endpoint.requests.flatMap((body) =>
      lintRequest(body, { provider: api === 'anthropic' ? 'anthropic' : `openai-${api}` }),
    );
    expect(faults).toEqual([]);

    // A later turn over the same history, after a tool that it refers to has gone.
    remove('create_invoice');
    calls.length = 0;
    endpoint.use((seen) => (seen.history.includes('Thanks') ? { text: 'You are welcome.' } : { text: 'What?' }));
    await run(toolscout, MODELS[api](), [...history, { role: 'user', content: 'Thanks.' }], how);
    expect(endpoint.refusals).toEqual([]);
  });
});

describe('pictures in results, over HTTP', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const execute = async () => ({ content: [{ type: 'image', mimeType: 'image/jpg', data: png }] });

  it.each([
    ['chat', 'named', false],
    ['responses', 'shown', true],
    ['anthropic', 'shown', true],
    ['anthropic', 'named', false],
  ] as const)('reach a model of %s as they should: %s', async (api, pictures, shown) => {
    const { access } = await testAccess(OFFICE, FREQUENT, { execute });
    let turn = 0;
    endpoint.use(() =>
      turn++ === 0 ? { calls: [{ id: 'a', name: 'office__clock', arguments: {} }] } : { text: 'Nice.' },
    );
    await run(await createAiSdkTools({ access, pictures }), MODELS[api](), START, { store: false });
    expect(endpoint.refusals).toEqual([]);
    const sent = JSON.stringify(endpoint.requests.at(-1));
    expect(sent.includes(png)).toBe(shown);
    expect(sent).toContain('image/png');
  });
});

describe("OpenAI's own tool search through the AI SDK", () => {
  const toolsOf = async (definitions = OFFICE) => {
    const tested = await testAccess(definitions, FREQUENT);
    return { ...tested, toolscout: await createAiSdkTools({ access: tested.access, discovery: 'tool-search' }) };
  };

  it('sends the same tools in every request, and what was found in the answers of the search alone', async () => {
    const { toolscout } = await toolsOf();
    endpoint.use(taskModel(INVOICE, LETTER));
    await run(toolscout, MODELS.responses(), START, { store: false });
    expect(endpoint.requests.map(namesIn)).toEqual(endpoint.requests.map(() => ['office__clock', 'tool_search']));
    const tools = endpoint.requests.map((body) => JSON.stringify(body.tools));
    expect(new Set(tools).size).toBe(1);
    const outputs = (endpoint.requests.at(-1)!.input as Part[]).filter(({ type }) => type === 'tool_search_output');
    const loaded = outputs.flatMap(({ tools: list }) => (list as Part[]).map(({ name }) => name));
    // Both searches of one turn found some of the same.
    expect(outputs).toHaveLength(2);
    expect(new Set(loaded).size).toBe(loaded.length);
    expect(loaded).toContain(INVOICE.tool);
  });

  it('finds one of 12,000 tools, and forgets what a compaction has left out', async () => {
    const { toolscout, calls } = await toolsOf(manyTools(12_000));
    endpoint.use(taskModel(FAR));
    await run(toolscout, MODELS.responses(), START, { store: false });
    expect(calls).toEqual([{ name: 'tool_11987', arguments: {} }]);
    expect(Math.max(...endpoint.requests.map((body) => JSON.stringify(body).length))).toBeLessThan(20_000);
    const summary: ModelMessage[] = [{ role: 'user', content: 'So far: nothing. Go on.' }];
    await run(toolscout, MODELS.responses(), summary);
    expect(calls).toHaveLength(2);
    expect(endpoint.refusals).toEqual([]);
  });

  it('answers a search that fails with nothing found', async () => {
    const { toolscout } = await toolsOf();
    let turn = 0;
    endpoint.use(() =>
      turn++ === 0 ? { calls: [{ id: 'a', name: 'tool_search', arguments: { nothing: 1 } }] } : { text: 'Oh.' },
    );
    await run(toolscout, MODELS.responses(), START, { store: false });
    expect(endpoint.requests.at(-1)!.input).toContainEqual(
      expect.objectContaining({ type: 'tool_search_output', call_id: 'a', tools: [] }),
    );
    expect(endpoint.refusals).toEqual([]);
  });
});
