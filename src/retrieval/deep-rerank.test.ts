import { describe, expect, it } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import { type BackgroundEmbeddingOptions, createBackgroundEmbedding } from './background-embedding.ts';
import { DEEP_RERANKED } from './constants.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { REFERENCE_TEXTS } from './reference-texts.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder, type Misbehaviour, type TestEmbedder } from './test-embedder.ts';

/** To the first leg forty tools are the same; the deep one tells mail from weather. */
const catalog = createCatalog(
  Array.from({ length: 40 }, (_, i) => ({
    source: { kind: 'mcp' as const, name: 's1' },
    definition: {
      name: `tool_${String(i).padStart(2, '0')}`,
      description: i === 20 || i === 39 ? 'Handles a letter: mail' : 'Handles a letter: weather',
    },
  })),
);
const QUERY = 'handles letter письмо';
const blind = () => createTestEmbedder('static@1', async (texts) => texts.map(() => Float32Array.of(1, 0, 0)));

function setUp(deepEmbedder: TestEmbedder, options: BackgroundEmbeddingOptions = {}) {
  const deep = createBackgroundEmbedding(deepEmbedder, { limit: 39, ...options });
  const errors: unknown[] = [];
  const backend = createMemoryBackend(catalog, {
    embedder: blind(),
    deep,
    onDenseError: (error) => errors.push(error),
  });
  const ask = (query = QUERY) => searchTools(backend, { query, limit: 50, refuse: 'never' });
  return { deep, ask, errors };
}

const documents = (embedder: TestEmbedder): string[] =>
  embedder.asked
    .filter(({ role, text }) => role === 'document' && !REFERENCE_TEXTS.includes(text))
    .map(({ text }) => text);
const names = ({ ranked }: Awaited<ReturnType<typeof searchTools>>): string[] =>
  ranked.map(({ tool }) => tool.originalName);
const later = () => new Promise((resolve) => setImmediate(resolve));
/** The queue works in steps of a few microtasks each. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await later();
};

const onDocuments =
  (act: Misbehaviour): Misbehaviour =>
  (texts, role) =>
    role === 'document' && !texts.every((text) => REFERENCE_TEXTS.includes(text)) ? act(texts, role) : undefined;

describe('a catalog that is too large for the deep model', () => {
  it('has its best candidates reranked, with the others behind them as they were', async () => {
    const embedder = createTestEmbedder('deep@1');
    const { ask } = setUp(embedder, { missing: 'wait' });
    const result = await ask();
    expect(result.tier).toBe('static@1+rerank:deep@1');
    expect(result.degraded).toBe(false);
    expect(documents(embedder)).toHaveLength(DEEP_RERANKED);
    const order = names(result);
    const others = Array.from({ length: 40 }, (_, i) => `tool_${String(i).padStart(2, '0')}`);
    // The second mail tool was not among the best of the first leg: nobody knows, so it stays where it was.
    expect(order).toEqual(['tool_20', ...others.filter((name) => name !== 'tool_20')]);
    const scores = result.ranked.map(({ score }) => score);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
  });

  it('is searched without waiting; the same search later is reranked, and its tier says so', async () => {
    const release: (() => void)[] = [];
    const embedder = createTestEmbedder(
      'deep@1',
      onDocuments(() => new Promise((resolve) => release.push(() => resolve(undefined as never)))),
    );
    const { ask } = setUp(embedder);
    const before = await ask();
    expect([before.tier, before.degraded]).toEqual(['static@1', false]);
    expect(embedder.asked.filter(({ role }) => role === 'query')).toEqual([]);
    await later();
    release.shift()!();
    await settle();
    expect((await ask()).tier).toBe('static@1'); // some are not enough
    while (release.length > 0) {
      release.shift()!();
      await settle();
    }
    const after = await ask();
    expect(after.tier).toBe('static@1+rerank:deep@1');
    expect(await ask()).toEqual(after);
    const waiting = setUp(createTestEmbedder('deep@1'), { missing: 'wait' });
    expect(await waiting.ask()).toEqual(after);
  });

  it('uses what the embedder keeps from before, and all of it where that is everything', async () => {
    const keeping = (kept: (text: string) => boolean): TestEmbedder => {
      const embedder = createTestEmbedder('deep@1');
      const plain = createTestEmbedder('deep@1');
      return {
        ...embedder,
        recall: async (texts) => {
          const vectors = await plain.embed(texts, 'document');
          return texts.map((text, i) => (kept(text) ? vectors[i] : undefined));
        },
      };
    };
    const most = keeping((text) => !text.includes('39'));
    const first = setUp(most);
    expect(await first.deep.embed(catalog.tools)).toMatchObject({ state: 'too-many', total: 40 });
    expect((await first.ask()).tier).toBe('static@1+rerank:deep@1');
    expect(documents(most)).toEqual([]);
    const second = setUp(keeping(() => true));
    expect(await second.deep.embed(catalog.tools)).toMatchObject({ state: 'ready', embedded: 40 });
    expect((await second.ask()).tier).toBe('static@1+deep@1');
  });

  it('is searched by the first leg alone where the deep model fails, says so, and recovers', async () => {
    let broken = true;
    const embedder = () =>
      createTestEmbedder(
        'deep@1',
        onDocuments(() => (broken ? Promise.reject(new Error('no model')) : undefined)),
      );
    for (const missing of ['wait', 'behind'] as const) {
      broken = true;
      const errors: unknown[] = [];
      const { ask } = setUp(embedder(), { missing, onError: (error) => errors.push(error) });
      await ask();
      await settle();
      expect(await ask()).toMatchObject({ tier: 'static@1', degraded: true });
      await settle();
      expect(errors).toHaveLength(1);
      broken = false;
      await ask();
      await settle();
      expect(await ask()).toMatchObject({ tier: 'static@1+rerank:deep@1', degraded: false });
    }
  });

  it('is searched by the first leg alone where the deep model fails at the request', async () => {
    const embedder = createTestEmbedder('deep@1', (_, role) =>
      role === 'query' ? Promise.reject(new Error('gone')) : undefined,
    );
    const { ask, errors } = setUp(embedder, { missing: 'wait' });
    expect(await ask()).toMatchObject({ tier: 'static@1', degraded: true });
    expect(errors).toHaveLength(1);
  });
});
