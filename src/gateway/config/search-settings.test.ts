import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const parse = (search: unknown, env: Record<string, string> = {}): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify({ search }), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env },
  });

const ENDPOINT = { type: 'openai-compatible', baseUrl: 'https://example.com/v1', model: 'm', dimensions: 8 };
const RERANKER = { type: 'endpoint', baseUrl: 'http://127.0.0.1:8080', model: 'r' };

describe('the section search', () => {
  it('is the built-in models where it says nothing', async () => {
    const all = { embedder: 'built-in', deep: 'auto', reranker: 'none' };
    expect((await parse({})).search).toEqual(all);
    expect((await parse({ deep: false })).search).toEqual({ ...all, deep: false });
    expect((await parse({ embedder: 'none' })).search.embedder).toBe('none');
  });

  it('names an endpoint and how it is asked', async () => {
    const embedder = {
      ...ENDPOINT,
      apiKeyEnv: 'MY_KEY',
      sendDimensions: true,
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
      timeoutMs: 5000,
      retries: 1,
      batchSize: 16,
      batchCharacters: 20_000,
    };
    const { search, warnings } = await parse({ embedder });
    expect([search.embedder, warnings]).toEqual([embedder, []]);
  });

  it('names a model for Transformers.js', async () => {
    const embedder = {
      type: 'transformers',
      model: 'm',
      dimensions: 384,
      pooling: 'cls',
      dtype: 'q8',
      localFilesOnly: true,
    };
    expect((await parse({ embedder })).search.embedder).toEqual(embedder);
  });

  it('names a reranker', async () => {
    const reranker = { ...RERANKER, format: 'tei', candidates: 20, timeoutMs: 800 };
    expect((await parse({ reranker })).search.reranker).toEqual(reranker);
  });

  it('takes secrets in headers from the environment', async () => {
    const embedder = { ...ENDPOINT, headers: { 'api-key': `\${AZURE_KEY}`, 'x-team': 'search' } };
    const { search, warnings } = await parse({ embedder }, { AZURE_KEY: 'k' });
    expect(search.embedder).toEqual({ ...ENDPOINT, headers: { 'api-key': 'k', 'x-team': 'search' } });
    expect(warnings).toEqual([]);
  });

  it('warns of a header whose variable is not set, and lets the rest run', async () => {
    const embedder = { ...ENDPOINT, headers: { 'api-key': `\${AZURE_KEY}` } };
    const { search, warnings } = await parse({ embedder });
    expect(search.embedder).toMatchObject({ unusable: { code: 'LLM_KEY_MISSING' } });
    expect(warnings).toEqual([
      {
        path: 'search.embedder.headers',
        message: 'search.embedder.headers.api-key needs the environment variable AZURE_KEY, which is not set',
      },
    ]);
  });

  it('warns of what looks like a secret, without showing it, and of keys on an open line', async () => {
    const secret = 'abcdef0123456789';
    const plain = await parse({ embedder: { ...ENDPOINT, headers: { 'api-key': secret } } });
    expect(plain.warnings).toMatchObject([{ path: 'search.embedder.headers.api-key' }]);
    expect(JSON.stringify(plain.warnings)).not.toContain(secret);
    const open = await parse({ reranker: { ...RERANKER, baseUrl: 'http://example.com', apiKeyEnv: 'K' } });
    expect(open.warnings).toMatchObject([{ path: 'search.reranker.baseUrl' }]);
  });

  it.each<[unknown, RegExp]>([
    [{ embedder: 'builtin' }, /search\.embedder must be one of .*did you mean "built-in"/],
    [{ embedder: 7 }, /search\.embedder must be "built-in", "none" or an object with a type, not/],
    [{ embedder: { type: 'openai' } }, /search\.embedder\.type must be one of "openai-compatible", "transformers"/],
    [{ embedder: { ...ENDPOINT, dimensions: undefined } }, /search\.embedder\.dimensions is missing/],
    [{ embedder: { ...ENDPOINT, baseUrl: undefined } }, /search\.embedder\.baseUrl is missing/],
    [{ embedder: { ...ENDPOINT, baseUrl: 'ftp://x' } }, /search\.embedder\.baseUrl must be an address/],
    [{ embedder: { ...ENDPOINT, model: '' } }, /search\.embedder\.model is empty/],
    [{ embedder: { ...ENDPOINT, apiKey: 'sk-123' } }, /search\.embedder\.apiKey would put a key into a file/],
    [{ embedder: { ...ENDPOINT, apiKeyEnv: 'sk-12 3' } }, /search\.embedder\.apiKeyEnv must be the name of an env/],
    [{ embedder: { ...ENDPOINT, headers: { 'a b': 'c' } } }, /headers\.a b is no valid name/],
    [{ embedder: { type: 'transformers', model: 'm', dimensions: 3, pooling: 'max' } }, /pooling must be one of/],
    [{ embedder: ENDPOINT, deep: true }, /search\.deep is true, but the deep model works beside the built-in/],
    [{ deep: 'yes' }, /search\.deep must be true, false or "auto"/],
    [{ reranker: { ...RERANKER, format: 'jina' } }, /search\.reranker\.format must be one of "standard", "tei"/],
    [{ reranker: 'jina' }, /search\.reranker must be one of "none"/],
  ])('refuses %j', async (search, message) => {
    await expect(parse(search)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('never repeats what may be a key', async () => {
    const error = await parse({ embedder: { ...ENDPOINT, apiKeyEnv: 'sk-secret value' } }).catch((thrown) => thrown);
    expect(JSON.stringify([error.message, error.next, error.details])).not.toContain('sk-secret');
  });

  it('warns of unknown keys and moves numbers into their range', async () => {
    const { search, warnings } = await parse({ embedder: { ...ENDPOINT, retries: 99, dimension: 4 } });
    expect(search.embedder).toMatchObject({ retries: 10 });
    expect(warnings.map(({ path }) => path).sort()).toEqual(['search.embedder.dimension', 'search.embedder.retries']);
  });
});
