import { describe, expect, it, vi } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import { createBackgroundEmbedding, type EmbeddingProgress } from './background-embedding.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { REFERENCE_TEXTS } from './reference-texts.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder } from './test-embedder.ts';

const entries = Array.from({ length: 40 }, (_, i) => ({
  source: { kind: 'mcp' as const, name: 's1' },
  definition: { name: `tool_${i}`, description: i % 2 === 0 ? `Send mail number ${i}` : `The weather on day ${i}` },
}));
const catalog = createCatalog(entries);

/** An embedder whose documents wait until they are let through. */
function createGate() {
  const waiting: (() => void)[] = [];
  const embedder = createTestEmbedder('deep@1', (_, role) =>
    role === 'query' ? undefined : new Promise((resolve) => waiting.push(() => resolve(undefined as never))),
  );
  const letThrough = async (): Promise<void> => {
    while (waiting.length > 0) {
      waiting.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { embedder, letThrough };
}

const documentsOf = (embedder: ReturnType<typeof createTestEmbedder>): string[] =>
  embedder.asked
    .filter(({ role, text }) => role === 'document' && !REFERENCE_TEXTS.includes(text))
    .map(({ text }) => text);

describe('a catalog embedded in the background', () => {
  it('is searched by the first model until all tools are known, then by both', async () => {
    const { embedder, letThrough } = createGate();
    const deep = createBackgroundEmbedding(embedder);
    const backend = createMemoryBackend(catalog, { embedder: createTestEmbedder('static@1'), deep });
    const ask = () => searchTools(backend, { query: 'письмо', refuse: 'never' });
    expect((await ask()).tier).toBe('static@1');
    const done = deep.embed(catalog.tools);
    expect(deep.progress()).toMatchObject({ state: 'embedding', embedded: 0, total: 40 });
    const before = await ask();
    expect([before.tier, before.degraded]).toEqual(['static@1', false]);
    await letThrough();
    expect(await done).toEqual({ state: 'ready', embedded: 40, total: 40, tier: 'deep@1' });
    const after = await ask();
    expect([after.tier, after.degraded]).toEqual(['static@1+deep@1', false]);
    expect(await ask()).toEqual(after);
  });

  it('shares what it knows with the next catalog and embeds only what is new', async () => {
    const embedder = createTestEmbedder('deep@1');
    const deep = createBackgroundEmbedding(embedder);
    await deep.embed(catalog.tools);
    const next = createCatalog([
      ...entries.slice(1),
      { source: { kind: 'mcp', name: 's2' }, definition: { name: 'read_file', description: 'Read a file' } },
    ]);
    expect(deep.vectors(next.tools)).toBeUndefined();
    const known = documentsOf(embedder).length;
    expect(await deep.embed(next.tools)).toMatchObject({ state: 'ready', total: 40 });
    expect(documentsOf(embedder).slice(known)).toEqual([expect.stringContaining('Read a file')]);
    expect(deep.vectors(next.tools)).toHaveLength(40);
  });

  it('leaves a catalog that was replaced, and says nothing of it', async () => {
    const { embedder, letThrough } = createGate();
    const states: EmbeddingProgress['state'][] = [];
    const deep = createBackgroundEmbedding(embedder, { onProgress: ({ state }) => states.push(state) });
    const first = deep.embed(catalog.tools);
    const small = createCatalog(entries.slice(0, 3));
    const second = deep.embed(small.tools);
    await letThrough();
    await Promise.all([first, second]);
    expect(deep.progress()).toMatchObject({ state: 'ready', total: 3 });
    expect(states.filter((state) => state === 'ready')).toHaveLength(1);
  });

  it('fails once, and searches say that something is missing', async () => {
    const errors: unknown[] = [];
    const deep = createBackgroundEmbedding(
      createTestEmbedder('deep@1', () => Promise.reject(new Error('no model'))),
      { onError: (error) => errors.push(error) },
    );
    expect(await deep.embed(catalog.tools)).toMatchObject({ state: 'failed', embedded: 0 });
    const backend = createMemoryBackend(catalog, { embedder: createTestEmbedder('static@1'), deep });
    const results = [await searchTools(backend, { query: 'mail' }), await searchTools(backend, { query: 'weather' })];
    expect(results.map(({ tier, degraded }) => [tier, degraded])).toEqual([
      ['static@1', true],
      ['static@1', true],
    ]);
    expect(errors).toHaveLength(1);
  });

  it('goes on with the first model where the second fails at a request', async () => {
    const deep = createBackgroundEmbedding(
      createTestEmbedder('deep@1', (_, role) => (role === 'query' ? Promise.reject(new Error('gone')) : undefined)),
    );
    await deep.embed(catalog.tools);
    const errors: unknown[] = [];
    const backend = createMemoryBackend(catalog, {
      embedder: createTestEmbedder('static@1'),
      deep,
      onDenseError: (error) => errors.push(error),
    });
    expect(await searchTools(backend, { query: 'mail' })).toMatchObject({ tier: 'static@1', degraded: true });
    await searchTools(backend, { query: 'weather' });
    expect(errors).toHaveLength(1);
  });

  it('is none for a catalog above the bound', async () => {
    const embedder = createTestEmbedder('deep@1');
    const deep = createBackgroundEmbedding(embedder, { limit: 39 });
    expect(await deep.embed(catalog.tools)).toMatchObject({ state: 'too-many', total: 40 });
    expect(embedder.asked).toEqual([]);
    const backend = createMemoryBackend(catalog, { embedder: createTestEmbedder('static@1'), deep });
    expect(await searchTools(backend, { query: 'mail' })).toMatchObject({ tier: 'static@1', degraded: false });
  });

  it.each([
    ['as a whole', 2],
    ['in part', 0],
  ])('has the examples of a tool read as one text more where it is embedded %s', async (_, limit) => {
    const { tools } = createCatalog([
      { source: { kind: 'mcp', name: 's' }, definition: { name: 'notify' }, examples: ['send a mail', 'письмо маме'] },
      { source: { kind: 'mcp', name: 's' }, definition: { name: 'plain' } },
    ]);
    const embedder = createTestEmbedder('deep@1');
    const deep = createBackgroundEmbedding(embedder, { limit });
    await deep.embed(tools);
    if (limit === 0) {
      expect(await deep.some(tools)).toBeUndefined();
      await vi.waitFor(() => expect(deep.vectors(tools)).toHaveLength(2));
    }
    const texts = documentsOf(embedder).sort();
    expect(texts).toEqual([
      expect.stringMatching(/^notify/),
      expect.stringMatching(/^plain/),
      'send a mail\nписьмо маме',
    ]);
    // The tool itself says nothing of mail.
    expect(deep.vectors(tools)!.map(([mail]) => mail)).toEqual([1, 0]);
  });

  it('stops when it is told to', async () => {
    const { embedder, letThrough } = createGate();
    const deep = createBackgroundEmbedding(embedder);
    const done = deep.embed(catalog.tools);
    deep.stop();
    await letThrough();
    await done;
    expect(deep.progress().state).toBe('embedding');
    expect(documentsOf(embedder).length).toBeLessThan(40);
  });
});
