import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEndpointEmbedder } from '../../src/backends/index.ts';
import type { Embedder } from '../../src/engine/index.ts';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint } from '../../src/llm/test-endpoint.ts';
import { createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { closeAfterEach, connect, entry, later, openGateway, serve } from './harness.ts';

closeAfterEach();

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => entry('depot', `move_${i}`, `Moves crate number ${i} to its shelf.`));

/** Counts how often each document was embedded. */
function counter() {
  const times = new Map<string, number>();
  const vectors = (texts: readonly string[], role: string): Float32Array[] => {
    if (role === 'document') for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
    return texts.map((text) => (text.includes('snow') ? Float32Array.of(0, 1) : Float32Array.of(1, 0)));
  };
  return { times, vectors };
}

interface Answer {
  readonly hits: readonly { readonly name: string }[];
  readonly degraded?: boolean;
}

describe('complaint 2: each session embeds the whole catalog, and nobody sees a tool meanwhile', () => {
  it('fifty sessions at once are answered from words while the embedder reads, and each text is read once', async () => {
    const { times, vectors } = counter();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const embedder: Embedder = {
      id: 'slow@1',
      dimensions: 2,
      embed: async (texts, role) => {
        await held;
        return vectors(texts, role);
      },
    };
    later(() => release());
    const entries = [...many(5_000), entry('weather', 'measure', 'Tells how deep the snow is.')];
    const gateway = await openGateway({
      entries,
      embedder,
      embedAhead: true,
      policy: { agents: { all: {}, few: { deny: ['depot__move_7'] } } },
      session: { agent: 'all' },
    });
    const url = await serve(gateway);
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect(url)));
    const lists = await Promise.all(clients.map(({ client }) => client.listTools()));
    for (const { tools } of lists) expect(tools.map(({ name }) => name)).toContain('tool_search');
    const ask = async (client: (typeof clients)[number]['client']): Promise<Answer> => {
      const { structuredContent } = await client.callTool({
        name: 'tool_search',
        arguments: { query: 'how deep is the snow' },
      });
      return structuredContent as unknown as Answer;
    };
    // Another set of rights, another index, the same tools.
    const few = gateway.session({ agent: 'few' });
    const [answers] = await Promise.all([
      Promise.all(clients.map(({ client }) => ask(client))),
      few.search({ query: 'snow' }),
    ]);
    for (const { hits, degraded } of answers) {
      expect(hits[0]?.name).toBe('weather__measure');
      expect(degraded).toBe(true);
    }
    release();
    await expect.poll(async () => (await ask(clients[0]!.client)).degraded, { timeout: 30_000 }).not.toBe(true);
    await expect
      .poll(async () => ((await few.search({ query: 'x' })) as Answer).degraded, { timeout: 30_000 })
      .not.toBe(true);
    expect(times.size).toBeGreaterThan(5_000);
    expect([...times.values()].filter((count) => count !== 1)).toEqual([]);
  });
});

describe('complaint 5: a search that was cancelled destroys the index', () => {
  it('the next search is right after a thousand that were given up', async () => {
    const { vectors } = counter();
    let asked = 0;
    const embedder: Embedder = {
      id: 'first@1',
      dimensions: 2,
      embed: async (texts, role) => {
        if (role === 'query') {
          asked++;
          await setImmediate();
        }
        return vectors(texts, role);
      },
    };
    const gateway = await openGateway({
      entries: [...many(300), entry('weather', 'measure', 'Tells how deep the snow is.')],
      embedder,
    });
    const { client } = await connect(await serve(gateway));
    const search = (query: string, signal?: AbortSignal) =>
      client.callTool({ name: 'tool_search', arguments: { query } }, signal === undefined ? {} : { signal });
    const before = await search('how deep is the snow');
    for (let round = 0; round < 20; round++) {
      const begun = asked;
      const stop = new AbortController();
      const given = Array.from({ length: 50 }, (_, n) => search(`shelf ${round} ${n}`, stop.signal));
      // Some are in the middle by now, some have not begun.
      while (asked === begun) await setImmediate();
      stop.abort();
      const outcomes = await Promise.allSettled(given);
      expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    }
    expect(asked).toBeGreaterThan(20);
    const other = await connect(await serve(gateway));
    const after = await other.client.callTool({ name: 'tool_search', arguments: { query: 'how deep is the snow' } });
    expect(after.structuredContent).toEqual(before.structuredContent);
    expect((after.structuredContent as unknown as Answer).hits[0]?.name).toBe('weather__measure');
  });
});

const inputOf = ({ body }: ReceivedRequest): string[] => body.input as string[];

describe('complaint 24: all texts in one request, which an endpoint does not take', () => {
  it('ten thousand tools go in batches within the endpoint’s cap, a batch that fails is tried again, and what was read is kept', async () => {
    const { times, vectors } = counter();
    const sizes: number[] = [];
    let refusals = 0;
    let isBroken = true;
    const endpoint = await startTestEndpoint((request): CannedAnswer => {
      const texts = inputOf(request);
      sizes.push(texts.length);
      if (texts.length > 40) return { status: 413, body: { error: { message: 'too many inputs' } } };
      if (sizes.length === 60 && refusals++ === 0) return { status: 503, headers: { 'retry-after': '0' } };
      if (isBroken && times.size > 5_000) return { status: 400, body: { error: { message: 'not today' } } };
      return {
        body: { data: vectors(texts, 'document').map(([a, b], index) => ({ index, embedding: [a, b] })) },
      };
    });
    later(() => endpoint.close());
    const embedder = createEndpointEmbedder({
      baseUrl: `${endpoint.url}/v1`,
      model: 'small',
      dimensions: 2,
      batchSize: 100,
      wait: async () => {},
    });
    const catalog = createCatalog(many(10_000));
    const first = createMemoryBackend(catalog, { embedder });
    await expect(first.prepare!()).rejects.toMatchObject({ code: expect.any(String) });
    expect(refusals).toBe(1);
    const kept = times.size;
    expect(kept).toBeGreaterThan(5_000);
    isBroken = false;
    const second = createMemoryBackend(catalog, { embedder });
    await second.prepare!();
    expect(sizes.slice(3).every((size) => size <= 40)).toBe(true);
    // One batch of the memory's own was lost half-way; nothing else is asked for again.
    expect([...times.values()].filter((count) => count > 1).length).toBeLessThan(100);
    expect(times.size).toBeGreaterThanOrEqual(10_000);
    const { hits, degraded } = await searchTools(second, { query: 'crate number 9999', limit: 3 });
    expect(hits[0]?.tool.originalName).toBe('move_9999');
    expect(degraded).toBe(false);
  });
});

describe('complaint 26: a request that is too long is refused, with everything else', () => {
  it('twenty thousand tokens are cut for the embedder, and where that refuses them, words still find the tool', async () => {
    const { vectors } = counter();
    const lengths: number[] = [];
    let takes = 8_000;
    const embedder: Embedder = {
      id: 'strict@1',
      dimensions: 2,
      embed: async (texts, role) => {
        for (const text of texts) if (role === 'query') lengths.push(text.length);
        if (role === 'query' && texts.some((text) => text.length > takes)) throw new Error('input too long');
        return vectors(texts, role);
      },
    };
    const entries = [...many(50), entry('weather', 'measure', 'Tells how deep the snow is.')];
    const gateway = await openGateway({
      entries,
      embedder,
      execute: async () => ({ content: [{ type: 'text', text: '7 cm' }] }),
    });
    const { client } = await connect(await serve(gateway));
    // About 20,000 tokens.
    const query = 'How deep is the snow in the valley, and how deep was the snow before? '.repeat(1_200);
    const ask = async (): Promise<Answer> => {
      const { structuredContent, isError } = await client.callTool({ name: 'tool_search', arguments: { query } });
      expect(isError).not.toBe(true);
      return structuredContent as unknown as Answer;
    };
    expect((await ask()).hits.map(({ name }) => name)).toContain('weather__measure');
    expect(Math.max(...lengths)).toBeLessThanOrEqual(takes);
    takes = 10;
    const lexical = await ask();
    expect(lexical.hits.map(({ name }) => name)).toContain('weather__measure');
    const called = await client.callTool({ name: 'weather__measure', arguments: {} });
    expect(called.content).toEqual([{ type: 'text', text: '7 cm' }]);
  });
});
