import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const parse = (llm: unknown): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify({ llm }), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
  });

describe('the section llm', () => {
  it('says where a model is and how it is asked', async () => {
    const llm = {
      provider: 'anthropic',
      model: 'm',
      apiKeyEnv: 'MY_KEY',
      timeoutMs: 5000,
      retries: 1,
      maxConcurrent: 2,
    };
    expect((await parse(llm)).llm).toEqual(llm);
    expect((await parse({ model: 'm' })).llm).toEqual({ provider: 'openai', model: 'm' });
    expect(await parse({ model: 'm', retries: 99 })).toMatchObject({
      llm: { retries: 10 },
      warnings: [{ path: 'llm.retries' }],
    });
  });

  it.each<[object, string]>([
    [{}, 'llm.model must be a text'],
    [{ model: 'm', provider: 'openia' }, 'did you mean "openai"?'],
    [{ model: 'm', baseUrl: 'localhost:1234' }, 'llm.baseUrl must be an address'],
    [{ model: 'm', baseUrl: 'https://me:secret@host/v1' }, 'llm.baseUrl must not hold a name or password'],
    [{ model: 'm', apiKey: 'sk-secret' }, 'llm.apiKey would put a key into a file'],
    [{ model: 'm', apiKeyEnv: 'sk-secret' }, 'llm.apiKeyEnv must be the name of an environment variable'],
  ])('refuses %j', async (llm, message) => {
    const error: Error = await parse(llm).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining(message) });
    expect(error.message).not.toContain('secret');
  });

  it('warns of a key that travels in the open, unknown keys, and nothing else', async () => {
    const remote = await parse({ model: 'm', baseUrl: 'http://models.example/v1', apiKeyEnv: 'K' });
    expect(remote.warnings).toMatchObject([{ path: 'llm.baseUrl' }]);
    expect((await parse({ model: 'm', baseUrl: 'http://localhost:1/v1', apiKeyEnv: 'K' })).warnings).toEqual([]);
    expect((await parse({ model: 'm', modle: 'n' })).warnings).toMatchObject([{ path: 'llm.modle', nearest: 'model' }]);
  });
});
