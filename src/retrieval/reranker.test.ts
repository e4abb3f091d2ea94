import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import { createMemoryBackend } from './memory-backend.ts';
import type { RerankCandidate, Reranker, Reranking } from './reranker.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder } from './test-embedder.ts';

const catalog = createCatalog(
  [
    ['read_file', 'Read a file'],
    ['write_file', 'Write a file', { text: { type: 'string' } }] as const,
    ['copy_file', 'Copy a file'],
    ['delete_file', 'Delete a file'],
    ['get_weather', 'The weather of tomorrow'],
  ].map(([name, description, properties]) => ({
    source: { kind: 'mcp' as const, name: 'disk' },
    definition: {
      name: name as string,
      description: description as string,
      inputSchema: { type: 'object', properties: properties ?? {} },
    },
  })),
);

type Act = (request: string, candidates: readonly RerankCandidate[]) => Promise<readonly number[]>;
const judge = (rerank: Act): Reranker & { asked: (readonly RerankCandidate[])[] } => {
  const asked: (readonly RerankCandidate[])[] = [];
  return {
    id: 'judge@1',
    asked,
    rerank: (request, candidates) => {
      asked.push(candidates);
      return rerank(request, candidates);
    },
  };
};
const favour =
  (name: string): Act =>
  async (_, candidates) =>
    candidates.map(({ id }) => (id.endsWith(name) ? 9 : -9));

const search = async (rerank: Act, query = 'the file', more: Partial<Reranking> = {}) => {
  const reranker = judge(rerank);
  const errors: unknown[] = [];
  const reranking = { reranker, onError: (error: unknown) => void errors.push(error), ...more };
  const backend = createMemoryBackend(catalog, { embedder: createTestEmbedder(), reranking });
  const ask = async () => {
    const result = await searchTools(backend, { query, refuse: 'never' });
    return { ...result, names: result.ranked.map(({ tool }) => tool.originalName) };
  };
  return { reranker, errors, ask };
};
const plain = async (query = 'the file') => {
  const backend = createMemoryBackend(catalog, { embedder: createTestEmbedder() });
  const result = await searchTools(backend, { query, refuse: 'never' });
  return { ...result, names: result.ranked.map(({ tool }) => tool.originalName) };
};

afterEach(() => void vi.useRealTimers());

describe('a reranker', () => {
  it('decides the order, is named, and the verdict is not called calibrated', async () => {
    const { ask, reranker } = await search(favour('write_file'));
    const result = await ask();
    expect([result.names[0], result.tier, result.degraded, result.calibrated]).toEqual([
      'write_file',
      'test@1+judge@1',
      false,
      false,
    ]);
    const written = reranker.asked[0]?.find(({ id }) => id.endsWith('write_file'));
    expect(written?.text).toBe('write_file (disk)\nWrite a file\nParameters: text');
  });

  it('leaves ties in the order of fusion, and scores that fall', async () => {
    const before = await plain();
    const tied = await (await search(async (_, candidates) => candidates.map(() => 0.5))).ask();
    expect(tied.names).toEqual(before.names);
    const { ranked } = await (await search(favour(before.names.at(-1)!))).ask();
    const scores = ranked.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores).toEqual(before.ranked.map(({ score }) => score));
  });

  it('moves nothing beyond the candidates that it may judge', async () => {
    const before = await plain();
    const { ask, reranker } = await search(async (_, candidates) => candidates.map((_, rank) => rank), 'the file', {
      candidates: 2,
    });
    expect((await ask()).names).toEqual([before.names[1], before.names[0], ...before.names.slice(2)]);
    expect(reranker.asked[0]).toHaveLength(2);
  });

  it('is asked nothing, and neither is the embedder, where the request is the name of a tool', async () => {
    const reranker = judge(favour('write_file'));
    const embedder = createTestEmbedder();
    const backend = createMemoryBackend(catalog, { embedder, reranking: { reranker, onError: () => {} } });
    for (const query of ['read_file', 'mcp:disk:read_file', 'disk__read_file', 'select:read_file']) {
      const { verdict, hits } = await searchTools(backend, { query });
      expect([verdict, hits[0]?.tool.originalName], query).toEqual(['exact', 'read_file']);
    }
    expect([reranker.asked, embedder.asked.filter(({ role }) => role === 'query')]).toEqual([[], []]);
  });

  it('is not asked about a tool that is named outright', async () => {
    const { ask, reranker } = await search(favour('write_file'), 'use read_file for it');
    const result = await ask();
    expect([result.names[0], result.verdict, result.calibrated]).toEqual(['read_file', 'exact', true]);
    expect(reranker.asked).toEqual([]);
  });

  it.each<[string, Act]>([
    ['throws', () => Promise.reject(new Error('no connection'))],
    ['gives too few scores', async () => [1]],
    ['gives a score that is no number', async (_, candidates) => candidates.map(() => Number.NaN)],
  ])('that %s costs its order and is told of once', async (_, act) => {
    const before = await plain();
    const { ask, errors } = await search(act);
    const result = await ask();
    expect([result.names, result.tier, result.degraded]).toEqual([before.names, 'test@1', true]);
    await ask();
    expect(errors).toHaveLength(1);
  });

  it('that hangs is waited for no longer than it may, told to stop, and left to rest', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    const reranker: Reranker = {
      id: 'slow@1',
      rerank: (_request, _candidates, options) => {
        signal = options.signal;
        return new Promise(() => {});
      },
    };
    const backend = createMemoryBackend(catalog, { reranking: { reranker, timeoutMs: 500 } });
    const pending = searchTools(backend, { query: 'the file' });
    await vi.advanceTimersByTimeAsync(500);
    expect((await pending).degraded).toBe(true);
    expect(signal?.aborted).toBe(true);
    expect((await searchTools(backend, { query: 'the file' })).degraded).toBe(true); // at once: no timer was moved
  });
});
