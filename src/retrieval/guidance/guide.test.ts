import { describe, expect, it } from 'vitest';
import { type Embedder, quantise } from '../../engine/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { createBackgroundEmbedding, type MissingVectors } from '../background-embedding.ts';
import { createIndexBackend } from '../indexed/index-backend.ts';
import { toIndexDocument } from '../indexed/index-document.ts';
import { createPlainIndex } from '../indexed/test-engine-index.ts';
import { createMemoryBackend, type MemoryBackendOptions } from '../memory-backend.ts';
import { searchTools } from '../search.ts';
import { embedTools } from '../tool-vectors.ts';
import { guideBetween } from './guide.ts';
import { GUIDE_MODEL } from './guide-model.ts';

const { first, deep } = GUIDE_MODEL;
const axis = (dimensions: number, at: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => (i === at ? 1 : 0));
const OWN = axis(first.dimensions, 3);
const DEEP = axis(deep.dimensions, 5);
const MOVED = guideBetween(first, deep)!(OWN, DEEP);

/** To the first model the request is as near to "own" as can be; as the deep one reads it, to "meant". */
const firstEmbedder: Embedder = {
  ...first,
  embed: async (texts, role) =>
    texts.map((text) =>
      role === 'query' || text.startsWith('own') ? OWN : text.startsWith('meant') ? MOVED : axis(first.dimensions, 9),
    ),
};
type Act = () => Promise<readonly Float32Array[]>;
const deepEmbedder = (onRequest?: Act, onTools: Act = () => Promise.reject(new Error('not to be read'))): Embedder => ({
  ...deep,
  embed: (texts, role) => (role === 'document' ? onTools() : (onRequest?.() ?? Promise.resolve(texts.map(() => DEEP)))),
});
const catalog = createCatalog(
  ['own', 'meant', 'third'].map((name) => ({
    source: { kind: 'mcp' as const, name: 's1' },
    definition: { name, description: 'Does something' },
  })),
);

const large = (embedder: Embedder, missing: MissingVectors = 'behind', options: MemoryBackendOptions = {}) =>
  createMemoryBackend(catalog, {
    embedder: firstEmbedder,
    deep: createBackgroundEmbedding(embedder, { limit: 2, missing }),
    ...options,
  });
const ask = async (backend: Parameters<typeof searchTools>[0]) => {
  const { tier, degraded, ranked } = await searchTools(backend, { query: 'zzz', limit: 5, refuse: 'never' });
  return { tier, degraded, best: ranked[0]?.tool.originalName };
};

describe('guideBetween', () => {
  it('gives vectors of unit length between the two readings of a request', () => {
    expect(Math.hypot(...MOVED)).toBeCloseTo(1, 5);
    const read = guideBetween(first, deep)!(new Float32Array(first.dimensions), DEEP);
    const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, component, i) => sum + component * b[i]!, 0);
    expect(cosine(MOVED, OWN)).toBeCloseTo(cosine(MOVED, read), 5);
  });

  it('knows the models that it was learned for and no others', () => {
    expect(guideBetween({ ...first, id: 'static@1' }, deep)).toBeUndefined();
    expect(guideBetween(first, { ...deep, dimensions: 3 })).toBeUndefined();
  });
});

describe('a catalog whose tools the deep model has not read', () => {
  it('is searched as the deep model reads the request, and the tier says so', async () => {
    expect(await ask(large(deepEmbedder()))).toEqual({
      tier: `${first.id}+read:${deep.id}`,
      degraded: false,
      best: 'meant',
    });
  });

  it('is searched alike in memory and in an index', async () => {
    const vectors = await embedTools(firstEmbedder, catalog.tools);
    const documents = catalog.tools.map((tool, i) => toIndexDocument(tool, quantise(vectors[i]!)));
    const index = createIndexBackend(createPlainIndex(documents), {
      embedder: firstEmbedder,
      deep: createBackgroundEmbedding(deepEmbedder(), { limit: 2 }),
    });
    expect(await ask(index)).toEqual(await ask(large(deepEmbedder())));
  });

  it('is searched by the first model alone where the deep one cannot read the request, and says so', async () => {
    const failing = deepEmbedder(() => Promise.reject(new Error('gone')));
    expect(await ask(large(failing))).toEqual({ tier: first.id, degraded: true, best: 'own' });
  });

  it('does not keep a search waiting for a model that is busy', async () => {
    const busy = deepEmbedder(() => new Promise(() => {}));
    expect(await ask(large(busy))).toEqual({ tier: first.id, degraded: false, best: 'own' });
  });

  it('keeps its tier plain where the best were judged: whoever judges has read the request', async () => {
    const all = catalog.tools.map(() => DEEP);
    const reader = deepEmbedder(undefined, async () => all);
    const { tier, best } = await ask(large(reader, 'wait'));
    expect({ tier, best }).toEqual({ tier: `${first.id}+rerank:${deep.id}`, best: 'meant' });
  });
});
