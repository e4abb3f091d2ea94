import { afterEach, describe, expect, it } from 'vitest';
import {
  type CannedAnswer,
  type ReceivedRequest,
  startTestEndpoint,
  type TestEndpoint,
} from '../../llm/test-endpoint.ts';
import { createEndpointEmbedder, type EndpointEmbedderOptions } from './endpoint-embedder.ts';

let endpoint: TestEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const inputOf = ({ body }: ReceivedRequest): string[] => body.input as string[];
/** The vector of a text is its length, and how many blanks it holds. */
const vectorOf = (text: string): number[] => [text.length, text.split(' ').length - 1, 0];
const vectors = (request: ReceivedRequest): CannedAnswer => ({
  body: { data: inputOf(request).map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })) },
});

async function embedder(
  answer: (request: ReceivedRequest, turn: number) => CannedAnswer,
  more: Partial<EndpointEmbedderOptions> = {},
) {
  endpoint = await startTestEndpoint(answer);
  const made = createEndpointEmbedder({
    baseUrl: `${endpoint.url}/v1/`,
    model: 'small',
    dimensions: 3,
    wait: async () => {},
    ...more,
  });
  return { embedder: made, requests: endpoint.requests };
}

describe('an embedder behind an endpoint', () => {
  it('asks as OpenAI is asked and gives vectors of unit length', async () => {
    const { embedder: one, requests } = await embedder(vectors, {
      apiKey: 'secret-key-of-mine',
      headers: { 'x-team': 'search' },
    });
    const [vector] = await one.embed(['abc'], 'query');
    expect([...vector!]).toEqual([1, 0, 0]);
    expect(requests[0]?.path).toBe('/v1/embeddings');
    expect(requests[0]?.body).toEqual({ model: 'small', input: ['abc'] });
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret-key-of-mine', 'x-team': 'search' });
    expect(one.dimensions).toBe(3);
  });

  it('puts the prefixes of its model before requests and documents, and asks for shorter vectors when told', async () => {
    const { embedder: one, requests } = await embedder(vectors, {
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
      sendDimensions: true,
    });
    await one.embed(['a'], 'query');
    await one.embed(['a'], 'document');
    expect(requests.map(({ body }) => [body.input, body.dimensions])).toEqual([
      [['query: a'], 3],
      [['passage: a'], 3],
    ]);
  });

  it('goes by the index of a vector, not by its place', async () => {
    const { embedder: one } = await embedder((request) => {
      const { data } = (vectors(request) as { body: { data: unknown[] } }).body;
      return { body: { data: [...data].reverse() } };
    });
    const found = await one.embed(['a', 'b c'], 'document');
    expect(found[0]![1]).toBe(0);
    expect(found[1]![1]).toBeGreaterThan(0);
  });

  it('cuts many texts into requests by count and by characters', async () => {
    const { embedder: one, requests } = await embedder(vectors, { batchSize: 3, batchCharacters: 10 });
    const texts = ['a', 'b', 'c', 'd', 'eeeeeeee', 'ff', 'g'.repeat(20), 'h'];
    expect(await one.embed(texts, 'document')).toHaveLength(8);
    expect(requests.map(inputOf)).toEqual([['a', 'b', 'c'], ['d', 'eeeeeeee'], ['ff'], ['g'.repeat(20)], ['h']]);
  });

  it('asks for less from then on where the endpoint says that it is too much', async () => {
    const { embedder: one, requests } = await embedder((request) =>
      inputOf(request).length > 2 ? { status: 413, body: { error: 'batch too large' } } : vectors(request),
    );
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    expect(await one.embed(texts, 'document')).toHaveLength(8);
    expect(requests.map((request) => inputOf(request).length)).toEqual([8, 4, 2, 2, 2, 2]);
    await one.embed(texts, 'document');
    expect(requests.slice(6).map((request) => inputOf(request).length)).toEqual([2, 2, 2, 2]);
  });

  it('waits and tries again at 429 and 503', async () => {
    const waits: number[] = [];
    const { embedder: one } = await embedder(
      (request, turn) => [{ status: 429, headers: { 'retry-after': '2' } }, { status: 503 }][turn] ?? vectors(request),
      { wait: async (delayMs) => void waits.push(delayMs) },
    );
    expect(await one.embed(['a'], 'query')).toHaveLength(1);
    expect(waits[0]).toBe(2_000);
    expect(waits).toHaveLength(2);
  });

  it.each<[string, CannedAnswer, { code: string; message: RegExp; next: RegExp }]>([
    [
      'vectors of another length',
      {
        body: {
          data: [
            { index: 0, embedding: [1, 2] },
            { index: 1, embedding: [1, 2] },
          ],
        },
      },
      { code: 'MODEL_INVALID', message: /2 dimensions, not 3/, next: /Write 2/ },
    ],
    [
      'too few vectors',
      { body: { data: [{ index: 0, embedding: [1, 2, 3] }] } },
      { code: 'MODEL_INVALID', message: /1 vectors for 2 texts/, next: /one vector/ },
    ],
    [
      'two vectors for one text',
      {
        body: {
          data: [
            { index: 0, embedding: [1, 2, 3] },
            { index: 0, embedding: [1, 2, 3] },
          ],
        },
      },
      { code: 'LLM_REPLY_INVALID', message: /index 0/, next: /search\.embedder/ },
    ],
    [
      'texts in place of numbers',
      { body: { data: ['a', 'b'].map((embedding, index) => ({ index, embedding: [embedding, 1, 1] })) } },
      { code: 'MODEL_INVALID', message: /not of numbers/, next: /Check/ },
    ],
    [
      'no vectors',
      { body: { choices: [] } },
      { code: 'LLM_REPLY_INVALID', message: /without a list/, next: /search\.embedder/ },
    ],
    [
      'a refusal of the key',
      { status: 401, body: { error: { message: 'Incorrect key: secret-key-of-mine.' } } },
      { code: 'LLM_REJECTED', message: /401: Incorrect key: \[key\]/, next: /search\.embedder\.apiKeyEnv/ },
    ],
    [
      'a fault each time',
      { status: 500, body: { error: 'x-secret-of-the-team is wrong' } },
      { code: 'LLM_UNAVAILABLE', message: /500: \[key\] is wrong/, next: /later/ },
    ],
  ])('says what is wrong with %s', async (_, answer, { code, message, next }) => {
    const { embedder: one } = await embedder(() => answer, {
      apiKey: 'secret-key-of-mine',
      headers: { 'x-team': 'x-secret-of-the-team' },
    });
    await expect(one.embed(['a', 'b'], 'document')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      next: expect.stringMatching(next),
    });
  });

  it('gives up an endpoint that does not answer', async () => {
    const { embedder: one } = await embedder(() => 'hang', { timeoutMs: 30, retries: 0 });
    await expect(one.embed(['a'], 'query')).rejects.toMatchObject({ code: 'LLM_TIMEOUT' });
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const { embedder: one } = await embedder(() => {
      stop.abort(new Error('nobody waits'));
      return 'hang';
    });
    await expect(one.embed(['a'], 'query', { signal: stop.signal })).rejects.toThrow('nobody waits');
  });

  it('has another id for each setting that moves vectors, and none that holds an address', () => {
    const id = (more: Partial<EndpointEmbedderOptions>) =>
      createEndpointEmbedder({ baseUrl: 'https://example.com/v1', model: 'small', dimensions: 3, ...more }).id;
    const ids = [
      id({}),
      id({ queryPrefix: 'query: ' }),
      id({ dimensions: 4 }),
      id({ baseUrl: 'https://example.org/v1' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(id({ apiKey: 'k' })).toBe(ids[0]);
    expect(ids[0]).toMatch(/^small@\w{8}$/);
  });
});
