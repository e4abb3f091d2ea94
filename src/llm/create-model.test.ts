import { describe, expect, it } from 'vitest';
import { createLanguageModel, type LlmSettings } from './create-model.ts';

/** The headers that a model sends, seen by a `fetch` that answers nothing useful. */
async function headersOf(settings: LlmSettings, env: Record<string, string>): Promise<Headers> {
  let seen = new Headers();
  const model = createLanguageModel(settings, env, {
    fetch: async (_url, init) => {
      seen = new Headers(init?.headers);
      return Response.json({ choices: [{ message: { content: '' } }], content: [] });
    },
  });
  await model.complete({ messages: [], maxTokens: 1 });
  return seen;
}

describe('createLanguageModel', () => {
  it('takes the usual key for the provider’s own address', async () => {
    const headers = await headersOf({ provider: 'openai', model: 'm' }, { OPENAI_API_KEY: ' k\n' });
    expect(headers.get('authorization')).toBe('Bearer k');
    const anthropic = await headersOf({ provider: 'anthropic', model: 'm' }, { ANTHROPIC_API_KEY: 'a' });
    expect(anthropic.get('x-api-key')).toBe('a');
  });

  it('sends no key to another address unless it is named', async () => {
    const settings: LlmSettings = { provider: 'openai', model: 'm', baseUrl: 'http://localhost:1234/v1' };
    const env = { OPENAI_API_KEY: 'k', MINE: 'other' };
    expect((await headersOf(settings, env)).has('authorization')).toBe(false);
    expect((await headersOf({ ...settings, apiKeyEnv: 'MINE' }, env)).get('authorization')).toBe('Bearer other');
  });

  it('says which variable is empty or holds no key, and not what it holds', () => {
    const create = (env: Record<string, string>) =>
      createLanguageModel({ provider: 'openai', model: 'm', apiKeyEnv: 'MY_KEY' }, env);
    expect(() => create({ MY_KEY: ' ' })).toThrow('MY_KEY holds no key');
    expect(() => create({ MY_KEY: 'two words' })).toThrow('The key in MY_KEY holds characters that no key has.');
  });
});
