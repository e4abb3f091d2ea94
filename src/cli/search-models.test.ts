import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SEARCH } from '../gateway/index.ts';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint, type TestEndpoint } from '../llm/test-endpoint.ts';
import { createTestEmbedder } from '../retrieval/test-embedder.ts';
import { registerEval } from './eval.ts';
import { runCommandLine } from './run.ts';
import { deepWish, openSearchModels } from './search-models.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
let endpoint: TestEndpoint | undefined;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
  await machine.remove();
});

const jsonl = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** A set of two tools and a request that only its meaning connects with one of them. */
async function writeSet(): Promise<void> {
  await machine.write(
    'project/set/tools.jsonl',
    jsonl([
      { id: 'a/send_mail', name: 'send_mail', description: 'Send a mail to somebody', parameters: {} },
      { id: 'a/get_weather', name: 'get_weather', description: 'The weather of tomorrow', parameters: {} },
    ]),
  );
  await machine.write('project/set/queries.jsonl', jsonl([{ id: 'q1', text: 'отправь письмо', lang: 'ru' }]));
  await machine.write('project/set/qrels.tsv', 'q1\ta/send_mail\t1\n');
}

const measure = (...argv: string[]): Promise<number> =>
  runCommandLine(['eval', '--set', 'set', '--json', ...argv], machine.io, [registerEval]);

const themes = createTestEmbedder();
async function serveThemes(answer?: (request: ReceivedRequest) => CannedAnswer | undefined): Promise<TestEndpoint> {
  // The vectors of a model are computed before they are asked for, as the endpoint answers at once.
  const known = new Map<string, number[]>();
  const learn = async (text: string) => known.set(text, [...(await themes.embed([text], 'document'))[0]!]);
  for (const text of ['mail', 'weather', 'file', 'none']) await learn(text);
  const themeOf = (text: string): string => {
    if (/mail|письм/i.test(text)) return 'mail';
    if (/weather/i.test(text)) return 'weather';
    return /file/i.test(text) ? 'file' : 'none';
  };
  return startTestEndpoint((request) => {
    const input = (request.body.input ?? []) as string[];
    const data = input.map((text, index) => ({ index, embedding: known.get(themeOf(text)) }));
    return answer?.(request) ?? { body: { data } };
  });
}

const configure = (search: object): Promise<void> =>
  machine.write('project/toolscout.json', JSON.stringify({ search }));

describe('toolscout eval --config', () => {
  it('measures the embedder and the reranker of the configuration, and waits for them', async () => {
    await writeSet();
    endpoint = await serveThemes(({ path, body }) =>
      path === '/v1/rerank'
        ? {
            body: {
              results: (body.documents as string[]).map((text, index) => ({
                index,
                relevance_score: text.includes('weather') ? 1 : 0,
              })),
            },
          }
        : undefined,
    );
    const baseUrl = `${endpoint.url}/v1`;
    const embedder = { type: 'openai-compatible', baseUrl, model: 'themes', dimensions: 3 };
    await configure({ embedder });
    expect(await measure('--config', 'toolscout.json')).toBe(0);
    const first = JSON.parse(machine.stdout());
    expect(first).toMatchObject({ hit: { 1: 1 }, config: { tier: expect.stringMatching(/^themes@\w+$/) } });

    await configure({ embedder, reranker: { type: 'endpoint', baseUrl, model: 'contrary' } });
    expect(await measure('--config', 'toolscout.json')).toBe(0);
    const second = JSON.parse(machine.stdout().slice(machine.stdout().indexOf('\n') + 1));
    expect(second).toMatchObject({ hit: { 1: 0, 5: 1 }, config: { tier: expect.stringMatching(/\+contrary$/) } });
    expect(machine.stderr()).toBe('');
  });

  it('says so where the embedder is not there', async () => {
    await writeSet();
    endpoint = await startTestEndpoint(() => ({ status: 401 }));
    const embedder = { type: 'openai-compatible', baseUrl: endpoint.url, model: 'themes', dimensions: 3 };
    await configure({ embedder });
    expect(await measure('--config', 'toolscout.json')).toBe(0);
    expect(JSON.parse(machine.stdout())).toMatchObject({ hit: { 1: 0 } });
    expect(machine.stderr()).toContain('searching without the embedder');
    expect(machine.stderr()).toContain('1 of 1 answers lack a model that was asked for');
  });

  it('takes no configuration that it was not told of', async () => {
    await writeSet();
    await configure({ embedder: 'none' });
    expect(await measure('--tier', 'static')).toBe(0);
    expect(JSON.parse(machine.stdout())).toMatchObject({ config: { tier: expect.stringMatching(/^static-/) } });
  });
});

describe('the models of a command', () => {
  const endpointSettings = {
    type: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1',
    model: 'm',
    dimensions: 3,
  } as const;

  it('are those of the configuration, which --tier overrules', () => {
    const settings = { ...DEFAULT_SEARCH, embedder: endpointSettings };
    const idOf = (...args: Parameters<typeof openSearchModels>) => {
      const { embedder, slow, deep } = openSearchModels(...args);
      return [embedder?.id.replace(/@.*/, '@'), slow, deep];
    };
    expect(idOf(settings, machine.io)).toEqual(['m@', true, false]);
    expect(idOf(settings, machine.io, 'static')).toEqual(['static-45k-256@', false, false]);
    expect(idOf(settings, machine.io, 'deep')).toEqual(['static-45k-256@', false, true]);
    expect(idOf(settings, machine.io, 'lexical')).toEqual([undefined, false, false]);
    expect(idOf({ ...DEFAULT_SEARCH, deep: false }, machine.io)).toEqual(['static-45k-256@', false, false]);
    expect(idOf(DEFAULT_SEARCH, machine.io)).toEqual(['static-45k-256@', false, 'auto']);
  });

  it('leave to the command what "auto" is', () => {
    expect(deepWish('auto', undefined, 'if-cached')).toBe('if-cached');
    expect(deepWish(false, 'static', 'always')).toBe('never');
  });

  it('embed a large catalog as a whole only where that is asked for', () => {
    expect(deepWish(true, 'deep', 'never')).toBe('always');
    expect(deepWish(true, 'deep-all', 'never')).toBe('all');
    expect(deepWish(true, undefined, 'never')).toBe('all');
  });
});
