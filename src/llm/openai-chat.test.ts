import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionRequest } from './language-model.ts';
import { createOpenAiChatModel } from './openai-chat.ts';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint, type TestEndpoint } from './test-endpoint.ts';

let endpoint: TestEndpoint;
afterEach(() => endpoint.close());

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };
const REQUEST: CompletionRequest = {
  system: 'Be short.',
  messages: [{ role: 'user', content: 'Hello' }],
  maxTokens: 50,
};
const say = (content: unknown, more: object = {}): CannedAnswer => ({
  body: {
    choices: [{ message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 3 },
  },
});

async function modelFor(answer: (request: ReceivedRequest, turn: number) => CannedAnswer, path = '/v1') {
  endpoint = await startTestEndpoint(answer);
  return createOpenAiChatModel({ model: 'small', apiKey: 'k-1', baseUrl: endpoint.url + path });
}

describe('an OpenAI-compatible endpoint', () => {
  it('is asked in its own shape', async () => {
    const model = await modelFor(() => say('Hi'));
    expect(model.id).toBe('openai/small');
    const reply = await model.complete({ ...REQUEST, temperature: 0, schema: SCHEMA });
    expect(reply).toEqual({ text: 'Hi', stop: 'end', usage: { inputTokens: 11, outputTokens: 3 } });
    const [request] = endpoint.requests;
    expect(request).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer k-1' } });
    expect(request!.body).toEqual({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Hello' },
      ],
      max_tokens: 50,
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: SCHEMA } },
    });
  });

  it.each([
    ['/v1/', '/v1/chat/completions'],
    ['/x/chat/completions', '/x/chat/completions'],
    ['/deploy?api-version=1', '/deploy/chat/completions?api-version=1'],
  ])('is found from a base address like %s', async (base, path) => {
    const model = await modelFor(() => say('Hi'), base);
    await model.complete(REQUEST);
    expect(endpoint.requests[0]!.path).toBe(path);
  });

  it('is asked for less where it refuses something, and not again for what it refused', async () => {
    const refuse = (param?: string): CannedAnswer => ({ status: 400, body: { error: { message: 'no', param } } });
    const model = await modelFor(({ body }) => {
      if ('max_tokens' in body) return refuse('max_tokens');
      if ('temperature' in body) return refuse('temperature');
      return 'response_format' in body ? refuse() : say('Hi');
    });
    const request = { ...REQUEST, temperature: 0, schema: SCHEMA };
    expect(await model.complete(request)).toMatchObject({ text: 'Hi' });
    expect(endpoint.requests).toHaveLength(4);
    await model.complete(request);
    expect(endpoint.requests).toHaveLength(5);
    expect(Object.keys(endpoint.requests[4]!.body).sort()).toEqual(['max_completion_tokens', 'messages', 'model']);
  });

  it('may refuse two requests at one time, and both are made again', async () => {
    const model = await modelFor(({ body }) => ('response_format' in body ? { status: 400 } : say('Hi')));
    const both = [1, 2].map(() => model.complete({ ...REQUEST, schema: SCHEMA }));
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['Hi', 'Hi']);
  });

  it('has the last word where nothing can be given up', async () => {
    const model = await modelFor(() => ({ status: 400, body: { error: { message: 'unknown model' } } }));
    await expect(model.complete(REQUEST)).rejects.toMatchObject({
      code: 'LLM_REJECTED',
      message: expect.stringContaining('400: unknown model.'),
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  it('may answer in parts, or decline', async () => {
    const model = await modelFor((_request, turn) =>
      turn === 0
        ? say([
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ])
        : say(null, { refusal: 'No.' }),
    );
    expect((await model.complete(REQUEST)).text).toBe('ab');
    expect(await model.complete(REQUEST)).toMatchObject({ text: '', stop: 'refusal' });
  });

  it.each([{}, { choices: [] }, { choices: [{ message: { content: 7 } }] }, []])('may not answer %j', async (body) => {
    const model = await modelFor(() => ({ body }));
    await expect(model.complete(REQUEST)).rejects.toMatchObject({ code: 'LLM_REPLY_INVALID' });
  });
});
