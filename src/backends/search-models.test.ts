import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint, type TestEndpoint } from '../llm/test-endpoint.ts';
import { createMemoryBackend, searchTools } from '../retrieval/index.ts';
import { REFERENCE_TEXTS } from '../retrieval/reference-texts.ts';
import { createTestEmbedder } from '../retrieval/test-embedder.ts';
import { createCatalog } from '../tools/index.ts';
import { type EmbedderSettings, openEmbedder, openReranker } from './search-models.ts';

let folder: string;
let endpoint: TestEndpoint | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-models-'));
});
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const machine = (env: Record<string, string> = {}) => ({
  platform: process.platform,
  home: folder,
  env: { TOOLSCOUT_CACHE: folder, ...env },
});
const settings = (more: object = {}): EmbedderSettings => ({
  type: 'openai-compatible',
  baseUrl: `${endpoint!.url}/v1`,
  model: 'themes',
  dimensions: 3,
  retries: 1,
  ...more,
});
const catalog = (examples: readonly string[] = []) =>
  createCatalog(
    [
      ['send_mail', 'Send a mail to somebody'],
      ['get_weather', 'The weather of tomorrow'],
      ['read_file', 'Read a file'],
    ].map(([name, description]) => ({
      source: { kind: 'mcp' as const, name: 's1' },
      definition: { name: name!, description: description! },
      ...(name === 'send_mail' && examples.length > 0 ? { examples } : {}),
    })),
  );

/** Real vectors over HTTP, of a model that knows three themes. */
const themes = createTestEmbedder();
const answers = new Map<string, number[]>();
async function learn(texts: readonly string[]): Promise<void> {
  const vectors = await themes.embed(texts, 'document');
  for (const [i, text] of texts.entries()) answers.set(text, [...vectors[i]!]);
}
const embed = ({ body }: ReceivedRequest): CannedAnswer => ({
  body: { data: (body.input as string[]).map((text, index) => ({ index, embedding: answers.get(text) ?? [0, 0, 0] })) },
});
const textsOf = (requests: readonly ReceivedRequest[]): string[] =>
  requests.flatMap(({ body }) => body.input as string[]);
/** In the order of their ids. */
const TOOLS = [
  'get weather . s1 . The weather of tomorrow',
  'read file . s1 . Read a file',
  'send mail . s1 . Send a mail to somebody',
];
await learn([...REFERENCE_TEXTS, ...TOOLS, 'отправь письмо', 'drop them a line by mail', 'send a mail']);

const search = async (embedder: ReturnType<typeof openEmbedder>, query = 'отправь письмо', some = catalog()) => {
  const errors: unknown[] = [];
  const backend = createMemoryBackend(some, { embedder: embedder!, onDenseError: (error) => void errors.push(error) });
  const result = await searchTools(backend, { query, refuse: 'never' });
  return { ...result, names: result.hits.map(({ tool }) => tool.originalName), errors };
};

describe('a search by an embedder of the configuration', () => {
  it('finds by its vectors, and reads a catalog that it knows from disk', async () => {
    endpoint = await startTestEndpoint(embed);
    const first = await search(openEmbedder(settings(), { machine: machine() }));
    expect([first.names[0], first.degraded, first.calibrated]).toEqual(['send_mail', false, false]);
    expect(first.tier).toMatch(/^themes@/);
    expect(textsOf(endpoint.requests)).toEqual([...TOOLS, ...REFERENCE_TEXTS, 'отправь письмо']);

    const asked = endpoint.requests.length;
    const again = await search(openEmbedder(settings(), { machine: machine() }));
    expect(textsOf(endpoint.requests.slice(asked))).toEqual(['отправь письмо']);
    expect(again.ranked).toEqual(first.ranked);
    expect(readdirSync(folder).filter((name) => name.startsWith('themes@'))).toHaveLength(1);
  });

  it('keeps the vectors of examples as well, apart from those of documents, and none of what people ask', async () => {
    endpoint = await startTestEndpoint(embed);
    const examples = ['drop them a line by mail'];
    await search(openEmbedder(settings(), { machine: machine() }), 'отправь письмо', catalog(examples));
    const asked = endpoint.requests.length;
    const embedder = openEmbedder(settings(), { machine: machine() });
    await search(embedder, 'отправь письмо', catalog(examples));
    expect(textsOf(endpoint.requests.slice(asked))).toEqual(['отправь письмо']);
    await embedder?.embed(examples, 'document');
    expect(textsOf(endpoint.requests.slice(asked))).toEqual(['отправь письмо', ...examples]);
  });

  it.each<[string, (request: ReceivedRequest) => CannedAnswer, string]>([
    ['fails', () => ({ status: 500 }), 'LLM_UNAVAILABLE'],
    ['refuses the key', () => ({ status: 401 }), 'LLM_REJECTED'],
    [
      'gives vectors of another length',
      ({ body }) => ({ body: { data: (body.input as string[]).map((_, index) => ({ index, embedding: [1, 0] })) } }),
      'MODEL_INVALID',
    ],
    ['gives too few vectors', () => ({ body: { data: [{ index: 0, embedding: [1, 0, 0] }] } }), 'MODEL_INVALID'],
  ])('goes on by words and says so where the endpoint %s', async (_, answer, code) => {
    endpoint = await startTestEndpoint(answer);
    const { names, tier, degraded, calibrated, errors } = await search(
      openEmbedder(settings({ retries: 0 }), { machine: machine() }),
      'send a mail',
    );
    expect([names[0], tier, degraded, calibrated]).toEqual(['send_mail', 'lexical', true, false]);
    expect(errors).toMatchObject([{ code }]);
  });

  it('goes on by words where the endpoint hangs', async () => {
    endpoint = await startTestEndpoint(() => 'hang');
    const embedder = openEmbedder(settings({ timeoutMs: 50, retries: 0 }), { machine: machine() });
    expect(await search(embedder, 'send a mail')).toMatchObject({ tier: 'lexical', degraded: true });
  });

  it('gets over a limit that passes', async () => {
    let limits = 1;
    endpoint = await startTestEndpoint((request) =>
      limits-- > 0 ? { status: 429, headers: { 'retry-after-ms': '1' } } : embed(request),
    );
    expect(await search(openEmbedder(settings(), { machine: machine() }))).toMatchObject({ degraded: false });
  });

  it('says which variable holds no key, and goes on by words', async () => {
    endpoint = await startTestEndpoint(embed);
    const embedder = openEmbedder(settings({ apiKeyEnv: 'MY_KEY' }), { machine: machine() });
    const { degraded, errors } = await search(embedder, 'send a mail');
    expect(degraded).toBe(true);
    expect(errors).toMatchObject([{ code: 'LLM_KEY_MISSING', next: expect.stringContaining('search.embedder') }]);
    expect(endpoint.requests).toEqual([]);
    const withKey = openEmbedder(settings({ apiKeyEnv: 'MY_KEY' }), { machine: machine({ MY_KEY: 'k-1' }) });
    expect(withKey?.id).toBe(embedder?.id);
    await search(withKey);
    expect((endpoint.requests as readonly ReceivedRequest[])[0]?.headers.authorization).toBe('Bearer k-1');
  });

  it('ends what is on its way when it is told to', async () => {
    const stop = new AbortController();
    endpoint = await startTestEndpoint(() => {
      stop.abort(new Error('closed'));
      return 'hang';
    });
    const embedder = openEmbedder(settings(), { machine: machine(), signal: stop.signal });
    await expect(embedder?.embed(['a'], 'document')).rejects.toThrow('closed');
  });

  it('needs no embedder', () => {
    expect(openEmbedder('none', { machine: machine() })).toBeUndefined();
    expect(openEmbedder('built-in', { machine: machine() })?.id).toMatch(/^static-/);
  });
});

describe('a search with a reranker of the configuration', () => {
  const ask = async (answer: (request: ReceivedRequest) => CannedAnswer, more: object = {}) => {
    endpoint = await startTestEndpoint(answer);
    const reranker = openReranker(
      { type: 'endpoint', baseUrl: endpoint.url, model: 'judge', retries: 0, ...more },
      { machine: machine() },
    )!;
    const errors: unknown[] = [];
    const reranking = { reranker, onError: (error: unknown) => void errors.push(error) };
    const backend = createMemoryBackend(catalog(), { embedder: themes, reranking });
    return { ...(await searchTools(backend, { query: 'send a mail or read a file', refuse: 'never' })), errors };
  };

  it('answers in its order, and in that of fusion where it fails', async () => {
    const favour = ({ body }: ReceivedRequest): CannedAnswer => ({
      body: {
        results: (body.documents as string[]).map((text, index) => ({
          index,
          relevance_score: text.includes('weather') ? 1 : 0,
        })),
      },
    });
    const good = await ask(favour);
    expect([good.ranked[0]?.tool.originalName, good.tier]).toEqual(['get_weather', 'test@1+judge']);
    await endpoint?.close();
    const bad = await ask(() => ({ status: 503 }));
    expect(bad).toMatchObject({ tier: 'test@1', degraded: true, errors: [{ code: 'LLM_UNAVAILABLE' }] });
    expect(bad.ranked[0]?.tool.originalName).not.toBe('get_weather');
  });

  it('says which variable holds no key', async () => {
    const { degraded, errors } = await ask(() => ({}), { apiKeyEnv: 'MY_KEY' });
    expect(degraded).toBe(true);
    expect(errors).toMatchObject([{ code: 'LLM_KEY_MISSING' }]);
  });
});
