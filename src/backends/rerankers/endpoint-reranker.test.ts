import { afterEach, describe, expect, it } from 'vitest';
import {
  type CannedAnswer,
  type ReceivedRequest,
  startTestEndpoint,
  type TestEndpoint,
} from '../../llm/test-endpoint.ts';
import { createEndpointReranker, type EndpointRerankerOptions } from './endpoint-reranker.ts';

let endpoint: TestEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

async function ask(
  count: number,
  answer: (request: ReceivedRequest, turn: number) => CannedAnswer,
  more: Partial<EndpointRerankerOptions> = {},
) {
  endpoint = await startTestEndpoint(answer);
  const reranker = createEndpointReranker({
    baseUrl: `${endpoint.url}/v1`,
    model: 'judge',
    wait: async () => {},
    ...more,
  });
  const candidates = Array.from({ length: count }, (_, i) => ({ id: `tool-${i}`, text: `text ${i}` }));
  const scores = reranker.rerank('do it', candidates, { signal: new AbortController().signal });
  return { scores: await scores, requests: endpoint.requests };
}

describe('a reranker behind an endpoint', () => {
  it('asks as Jina, Cohere and vLLM are asked, and goes by the index', async () => {
    const results = [
      { index: 2, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.5 },
      { index: 1, relevance_score: 0.1 },
    ];
    const { scores, requests } = await ask(3, () => ({ body: { model: 'judge', results } }), { apiKey: 'key' });
    expect(scores).toEqual([0.5, 0.1, 0.9]);
    expect(requests[0]?.body).toEqual({
      model: 'judge',
      query: 'do it',
      documents: ['text 0', 'text 1', 'text 2'],
    });
    expect(requests[0]).toMatchObject({ path: '/v1/rerank', headers: { authorization: 'Bearer key' } });
  });

  it('asks TEI in its own form, not for more than it takes at once', async () => {
    const { scores, requests } = await ask(
      40,
      ({ body }) => ({
        body: (body.texts as string[]).map((text, index) => ({ index, score: Number(text.split(' ')[1]) })).reverse(),
      }),
      { format: 'tei' },
    );
    expect(scores).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(requests.map(({ body }) => (body.texts as string[]).length)).toEqual([32, 8]);
    expect(requests[0]?.body).toMatchObject({ query: 'do it', truncate: true });
  });

  it('tries once more at 429', async () => {
    const { scores } = await ask(1, (_, turn) =>
      turn === 0 ? { status: 429 } : { body: { data: [{ index: 0, relevance_score: 1 }] } },
    );
    expect(scores).toEqual([1]);
  });

  it.each<[string, CannedAnswer, { code: string; message: RegExp }]>([
    ['no list', { body: {} }, { code: 'LLM_REPLY_INVALID', message: /without a list/ }],
    [
      'a score too few',
      { body: { results: [{ index: 0, relevance_score: 1 }] } },
      { code: 'LLM_REPLY_INVALID', message: /text 1 of 2/ },
    ],
    ['a text for a score', { body: [{ index: 0, score: 'high' }] }, { code: 'LLM_REPLY_INVALID', message: /no score/ }],
    ['a wrong route', { status: 404, body: { message: 'not found' } }, { code: 'LLM_REJECTED', message: /404/ }],
    ['a fault each time', { status: 500 }, { code: 'LLM_UNAVAILABLE', message: /500/ }],
  ])('says what is wrong with %s', async (_, answer, { code, message }) => {
    await expect(ask(2, () => answer)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
