import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import { createBackgroundEmbedding } from './background-embedding.ts';
import { EMBED_TIMEOUT_MS, PATIENT_TIMEOUT_MS, REST_MS } from './dense-leg.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder, type Misbehaviour } from './test-embedder.ts';

const catalog = () =>
  createCatalog(
    [
      ['send_mail', 'Send a mail to somebody'],
      ['get_weather', 'The weather of tomorrow'],
      ['read_file', 'Read a file'],
    ].map(([name, description]) => ({
      source: { kind: 'mcp', name: 's1' },
      definition: { name: name!, description: description! },
    })),
  );

/** As the built-in one, whose cosines are not moved. */
const FITTED = 'static-45k-256@3';

const search = async (misbehave: Misbehaviour | undefined, query: string) => {
  const embedder = createTestEmbedder('test@1', misbehave);
  const errors: unknown[] = [];
  const backend = createMemoryBackend(catalog(), { embedder, onDenseError: (error) => errors.push(error) });
  const ask = () => searchTools(backend, { query, refuse: 'never' });
  return { embedder, errors, ask };
};

const only =
  (role: string, act: Misbehaviour): Misbehaviour =>
  (texts, asked) =>
    asked === role ? act(texts, asked) : undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a search by meaning', () => {
  it('finds what shares no word with the request, and names the model', async () => {
    const { ask } = await search(undefined, 'отправь письмо');
    const result = await ask();
    expect([result.hits[0]?.tool.originalName, result.tier, result.degraded]).toEqual(['send_mail', 'test@1', false]);
  });

  const faults: [string, Misbehaviour][] = [
    ['throws', () => Promise.reject(new Error('no connection'))],
    ['gives no vector', async () => []],
    ['gives a vector of another length', async (texts) => texts.map(() => new Float32Array(5).fill(0.4))],
    ['gives numbers that are none', async (texts) => texts.map(() => new Float32Array(3).fill(Number.NaN))],
  ];
  for (const role of ['query', 'document'])
    it.each(faults)(`goes on by words and says so where the embedder %s for a ${role}`, async (_, fault) => {
      const { ask, errors } = await search(only(role, fault), 'send a mail');
      const result = await ask();
      expect([result.hits[0]?.tool.originalName, result.tier, result.degraded]).toEqual(['send_mail', 'lexical', true]);
      await ask();
      expect(errors).toHaveLength(1);
    });

  it.each(['query', 'document'])('waits for an embedder that hangs on a %s no longer than it may', async (role) => {
    const { ask, embedder } = await search(
      only(role, () => new Promise(() => {})),
      'send a mail',
    );
    const pending = ask();
    await vi.advanceTimersByTimeAsync(EMBED_TIMEOUT_MS);
    expect(await pending).toMatchObject({ tier: 'lexical', degraded: true });
    const calls = embedder.asked.length;
    expect(await ask()).toMatchObject({ tier: 'lexical', degraded: true }); // at once: no timer was moved
    expect(embedder.asked.length).toBe(calls);
  });

  it('uses a slow embedder as soon as it has read the catalog', async () => {
    let release = () => {};
    const { ask } = await search(
      only('document', () => new Promise((resolve) => (release = () => resolve(undefined as never)))),
      'отправь письмо',
    );
    const pending = ask();
    await vi.advanceTimersByTimeAsync(EMBED_TIMEOUT_MS);
    expect(await pending).toMatchObject({ tier: 'lexical', degraded: true });
    for (let batch = 0; batch < 3; batch++) {
      release();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(await ask()).toMatchObject({ tier: 'test@1', degraded: false });
  });

  it('asks an embedder again that hung, after its rest', async () => {
    let hang = true;
    const { ask } = await search(
      only('query', () => (hang ? new Promise(() => {}) : undefined)),
      'send a mail',
    );
    const pending = ask();
    await vi.advanceTimersByTimeAsync(EMBED_TIMEOUT_MS);
    await pending;
    hang = false;
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(await ask()).toMatchObject({ tier: 'test@1', degraded: false });
  });

  it.each([
    ['wait', 'quick@1+test@1'],
    ['behind', 'quick@1'],
  ] as const)('lets a model that is read from the disk take its time where searches %s', async (missing, tier) => {
    const tools = catalog();
    const embedder = createTestEmbedder(
      'test@1',
      only(
        'query',
        () => new Promise((resolve) => setTimeout(() => resolve(undefined as never), 2 * EMBED_TIMEOUT_MS)),
      ),
    );
    const deep = createBackgroundEmbedding(embedder, { missing });
    await deep.embed(tools.tools);
    const backend = createMemoryBackend(tools, { embedder: createTestEmbedder('quick@1'), deep });
    const pending = searchTools(backend, { query: 'отправь письмо', refuse: 'never' });
    await vi.advanceTimersByTimeAsync(PATIENT_TIMEOUT_MS);
    expect(await pending).toMatchObject({ tier, degraded: missing === 'behind' });
  });

  it('compares a request without the products it names as well, and both readings together give the order', async () => {
    const tools = createCatalog(
      ['bluesky mail', 'file'].map((name) => ({
        source: { kind: 'mcp' as const, name: 'bluesky' },
        definition: { name, description: 'Of a tool' },
      })),
    );
    const embedder = createTestEmbedder(FITTED);
    const backend = createMemoryBackend(tools, { embedder });
    const sets: unknown[] = [];
    await searchTools(backend, { query: 'письмо Bluesky', refuse: 'never' }, ({ set }) => sets.push(set));
    expect(requestsTo(embedder)).toEqual(['письмо Bluesky', 'письмо']);
    expect(sets).toMatchObject([{ products: ['bluesky'], guided: false }]);
  });

  it('reads a request as it is written where no tool is for the product', async () => {
    const embedder = createTestEmbedder(FITTED);
    await searchTools(createMemoryBackend(catalog(), { embedder }), { query: 'письмо Bluesky', refuse: 'never' });
    expect(requestsTo(embedder)).toEqual(['письмо Bluesky']);
  });
});

function requestsTo({ asked }: ReturnType<typeof createTestEmbedder>): string[] {
  return asked.flatMap(({ role, text }) => (role === 'query' ? [text] : []));
}
