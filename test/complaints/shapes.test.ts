import { describe, expect, it } from 'vitest';
import { createAnthropicTools, createToolAccess, type ToolAccess } from '../../src/adapters/anthropic/index.ts';
import { createChatTools, createOpenAITools } from '../../src/adapters/openai/index.ts';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createPreselector } from '../../src/disclosure/index.ts';
import { createMemoryBackend } from '../../src/retrieval/index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { closeAfterEach, connect, openGateway, serve } from './harness.ts';

closeAfterEach();

/** Tools whose schemas providers take in different ways. */
const ENTRIES: readonly ToolEntry[] = ['invoice', 'letter', 'room', 'plant'].flatMap((thing) =>
  ['create', 'cancel', 'print', 'archive'].map((deed) => ({
    source: { kind: 'mcp' as const, name: 'office' },
    definition: {
      name: `${deed}.${thing}`,
      title: `${deed} ${thing}`,
      description: `${deed} one ${thing} of a customer`,
      inputSchema: {
        type: 'object',
        properties: {
          customer: { type: 'string', minLength: 1 },
          lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
          when: { type: ['string', 'null'], format: 'date' },
        },
        required: ['customer'],
        $defs: { Line: { type: 'object', properties: { text: { type: 'string' }, amount: { type: 'number' } } } },
      },
      annotations: { readOnlyHint: deed === 'print' },
    },
  })),
);

const MESSAGE = 'Please create an invoice for ACME and print the letter.';

/** The tools that a turn starts with. */
async function chosen(): Promise<readonly string[]> {
  const embedder = createBuiltInEmbedder();
  const preselector = createPreselector({ index: (catalog) => createMemoryBackend(catalog, { embedder }) });
  const { tools } = await preselector.preselect({ message: MESSAGE, catalog: createCatalog(ENTRIES) });
  return tools.map(({ tool }) => tool.id);
}

const golden = (name: string): string => `golden/${name}.golden`;
const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

describe('complaint 25: a filter over tools drops them all, or hands them over in another provider’s shape', () => {
  const access = async (): Promise<ToolAccess> => {
    const pinned = await chosen();
    expect(pinned.toSorted()).toEqual(expect.arrayContaining(['mcp:office:create.invoice', 'mcp:office:print.letter']));
    const execute = async () => ({ content: [] });
    return createToolAccess({ entries: ENTRIES, execute, context: { settings: { enabled: 'on' }, pinned } });
  };

  it.each<[string, (access: ToolAccess) => Promise<unknown>]>([
    ['openai-chat', (one) => createChatTools({ access: one }).tools()],
    ['openai-chat-strict', (one) => createChatTools({ access: one, strict: true }).tools()],
    [
      'openai-responses',
      async (one) => {
        const input = [{ type: 'message', role: 'user', content: MESSAGE }];
        return (await createOpenAITools({ access: one }).request(input)).tools;
      },
    ],
    [
      'anthropic',
      async (one) => (await createAnthropicTools({ access: one }).request([{ role: 'user', content: MESSAGE }])).tools,
    ],
  ])('what was chosen for a turn is in the request of %s, in its own shape', async (name, declare) => {
    await expect(asText(await declare(await access()))).toMatchFileSnapshot(golden(name));
  });

  it('what was chosen for a turn is listed over MCP, in its own shape', async () => {
    const gateway = await openGateway({ entries: ENTRIES, pinned: await chosen() });
    const { client } = await connect(await serve(gateway));
    await expect(asText((await client.listTools()).tools)).toMatchFileSnapshot(golden('mcp'));
  });

  it('where nothing fits, nothing is chosen, and the bridge is there all the same', async () => {
    const preselector = createPreselector({ index: (catalog) => createMemoryBackend(catalog) });
    const { tools } = await preselector.preselect({ message: 'Wie wird das Wetter?', catalog: createCatalog(ENTRIES) });
    const pinned = tools.map(({ tool }) => tool.id);
    const execute = async () => ({ content: [] });
    const one = await createToolAccess({ entries: ENTRIES, execute, context: { settings: { enabled: 'on' }, pinned } });
    const declared = await createChatTools({ access: one }).tools();
    expect(declared.map((tool) => tool.function.name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
  });
});
