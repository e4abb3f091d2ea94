import { afterEach, describe, expect, it } from 'vitest';
import { createAnthropicModel } from './anthropic-messages.ts';
import type { CompletionRequest } from './language-model.ts';
import { type CannedAnswer, startTestEndpoint, type TestEndpoint } from './test-endpoint.ts';

let endpoint: TestEndpoint;
afterEach(() => endpoint.close());

const REQUEST: CompletionRequest = { system: 'S', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 50 };
const SCHEMA = { type: 'object', properties: {} };

async function modelFor(answer: CannedAnswer, path = '') {
  endpoint = await startTestEndpoint(() => answer);
  return createAnthropicModel({ model: 'm', apiKey: 'k-1', baseUrl: endpoint.url + path });
}

describe('a messages endpoint', () => {
  it('is asked in its own shape', async () => {
    const model = await modelFor({
      body: {
        content: [
          { type: 'thinking', thinking: '…' },
          { type: 'text', text: 'Hi' },
        ],
        stop_reason: 'max_tokens',
        usage: { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 100 },
      },
    });
    expect(await model.complete(REQUEST)).toEqual({
      text: 'Hi',
      stop: 'length',
      usage: { inputTokens: 105, outputTokens: 2 },
    });
    expect(endpoint.requests).toMatchObject([
      { path: '/v1/messages', headers: { 'x-api-key': 'k-1', 'anthropic-version': '2023-06-01' } },
    ]);
    expect(endpoint.requests[0]!.body).toEqual({
      model: 'm',
      max_tokens: 50,
      system: 'S',
      messages: [{ role: 'user', content: 'Hello' }],
    });
  });

  it('is held to a schema by a tool, whose input is the reply', async () => {
    const model = await modelFor({
      body: { content: [{ type: 'tool_use', name: 'reply', input: { a: ['b'] } }], stop_reason: 'tool_use' },
    });
    expect(await model.complete({ ...REQUEST, schema: SCHEMA })).toEqual({ text: '{"a":["b"]}', stop: 'end' });
    expect(endpoint.requests[0]!.body).toMatchObject({
      tools: [{ name: 'reply', input_schema: SCHEMA }],
      tool_choice: { type: 'tool', name: 'reply' },
    });
  });

  it.each(['/v1', '/v1/messages', '/'])('is found from a base address with %s', async (path) => {
    const model = await modelFor({ body: { content: [] } }, path);
    await model.complete(REQUEST);
    expect(endpoint.requests[0]!.path).toBe('/v1/messages');
  });

  it('may not answer without content', async () => {
    const model = await modelFor({ body: { type: 'message' } });
    await expect(model.complete(REQUEST)).rejects.toMatchObject({ code: 'LLM_REPLY_INVALID' });
  });
});
