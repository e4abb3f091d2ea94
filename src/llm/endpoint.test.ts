import { afterEach, describe, expect, it } from 'vitest';
import { ToolscoutError } from '../errors.ts';
import type { EndpointOptions } from './endpoint.ts';
import { createOpenAiChatModel } from './openai-chat.ts';
import { type CannedAnswer, startTestEndpoint, type TestEndpoint } from './test-endpoint.ts';

let endpoint: TestEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const KEY = 'sk-test-0123456789abcdef';
const OK: CannedAnswer = { body: { choices: [{ message: { content: 'fine' }, finish_reason: 'stop' }] } };

/** What a model makes of a script of answers; the last one is repeated. Waiting is noted instead of done. */
async function ask(script: readonly CannedAnswer[], options: EndpointOptions & { signal?: AbortSignal } = {}) {
  const waits: number[] = [];
  endpoint = await startTestEndpoint((_request, turn) => script[Math.min(turn, script.length - 1)]!);
  const model = createOpenAiChatModel({
    model: 'm',
    apiKey: KEY,
    baseUrl: endpoint.url,
    random: () => 0,
    wait: async (delayMs) => void waits.push(delayMs),
    ...options,
  });
  const { signal } = options;
  const outcome: unknown = await model
    .complete({ messages: [{ role: 'user', content: 'x' }], maxTokens: 9, ...(signal === undefined ? {} : { signal }) })
    .catch((error: unknown) => error);
  return { outcome, waits, attempts: endpoint.requests.length };
}

describe('a request to an endpoint', () => {
  it.each([408, 429, 500, 503, 529])('is made again after %i', async (status) => {
    const { outcome, waits } = await ask([{ status }, { status }, OK]);
    expect(outcome).toMatchObject({ text: 'fine' });
    expect(waits).toEqual([500, 1000]);
  });

  it('waits as long as the endpoint asks for', async () => {
    const { waits } = await ask([
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after-ms': '20' } },
      OK,
    ]);
    expect(waits).toEqual([7000, 20]);
  });

  it('is given up at once where the endpoint asks for longer than anybody waits', async () => {
    const { outcome, attempts } = await ask([{ status: 429, headers: { 'retry-after': '3600' } }]);
    expect(outcome).toMatchObject({ code: 'LLM_UNAVAILABLE', details: { status: 429 } });
    expect(attempts).toBe(1);
  });

  it('is given up after the last retry, with what the endpoint said', async () => {
    const { outcome, attempts } = await ask([{ status: 529, body: { error: { message: 'Overloaded' } } }], {
      retries: 2,
    });
    expect(attempts).toBe(3);
    expect(outcome).toMatchObject({ code: 'LLM_UNAVAILABLE', message: expect.stringContaining('529: Overloaded.') });
  });

  it.each([400, 401, 403, 404, 301])('is not repeated after %i', async (status) => {
    const { outcome, attempts } = await ask([{ status, headers: { location: 'http://127.0.0.1:1/' } }]);
    expect(outcome).toMatchObject({ code: 'LLM_REJECTED', details: { status } });
    expect(attempts).toBe(1);
  });

  it('never shows the key, whole, shortened, or as text of a page', async () => {
    for (const said of [
      { error: { message: `Incorrect API key provided: ${KEY}.` } },
      { error: { message: 'Incorrect API key provided: sk-test-********cdef. See your account.' } },
      `<p>no such key ${KEY}</p>`,
    ]) {
      const { outcome } = await ask([{ status: 401, body: said }]);
      expect(outcome).toBeInstanceOf(ToolscoutError);
      const shown = JSON.stringify([
        (outcome as ToolscoutError).message,
        (outcome as ToolscoutError).details,
        String((outcome as ToolscoutError).cause),
      ]);
      expect(shown).toContain('[key]');
      expect(shown).not.toMatch(/sk-test|cdef/);
      await endpoint!.close();
    }
  });

  it('ends with its time, each attempt having its own', async () => {
    const { outcome, attempts } = await ask(['hang'], { timeoutMs: 20, retries: 1 });
    expect(outcome).toMatchObject({ code: 'LLM_TIMEOUT', message: expect.stringContaining('within 20 ms') });
    expect(attempts).toBe(2);
  });

  it('ends with its signal, and with the reason of that', async () => {
    const stop = new AbortController();
    const reason = new Error('the user left');
    const asked = ask(['hang'], { signal: stop.signal });
    while (endpoint === undefined || endpoint.requests.length === 0) await new Promise(setImmediate);
    stop.abort(reason);
    expect((await asked).outcome).toBe(reason);
  });

  it('waits no longer once its signal has fired', async () => {
    const stop = new AbortController();
    endpoint = await startTestEndpoint(() => ({ status: 503, headers: { 'retry-after': '50' } }));
    const model = createOpenAiChatModel({ model: 'm', baseUrl: endpoint.url });
    const asked = model.complete({ messages: [], maxTokens: 9, signal: stop.signal });
    while (endpoint.requests.length === 0) await new Promise(setImmediate);
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('says that nobody listens', async () => {
    const closed = await startTestEndpoint(() => OK);
    await closed.close();
    const { outcome } = await ask([OK], {
      retries: 0,
      fetch: (_url, init) => fetch(closed.url, init),
    });
    expect(outcome).toMatchObject({ code: 'LLM_UNAVAILABLE', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('refuses an answer that is no JSON, or endless', async () => {
    const page = await ask([{ body: '<html>' }]);
    expect(page.outcome).toMatchObject({ code: 'LLM_REPLY_INVALID', next: expect.stringContaining('/v1') });
    await endpoint!.close();
    const endless = await ask([{ body: 'x'.repeat(5_000_000) }]);
    expect(endless.outcome).toMatchObject({ code: 'LLM_REPLY_INVALID', message: expect.stringContaining('bytes') });
  });
});
