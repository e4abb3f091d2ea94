import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../backends/index.ts';
import { createMemoryBackend, DEEP_TOOL_LIMIT, searchTools } from '../retrieval/index.ts';
import { createCatalog } from '../tools/index.ts';
import { type DeepWish, openDeepTier } from './deep-tier.ts';
import type { CliIo } from './io.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deep-tier-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string, description: string) => ({
  source: { kind: 'mcp' as const, name: 'office' },
  definition: { name, description },
});
const catalog = createCatalog([tool('send_mail', 'Send an e-mail'), tool('read_file', 'Read a file')]);

async function open(wish: DeepWish, some = catalog) {
  const shown: string[] = [];
  const errors: string[] = [];
  const io: CliIo = {
    stdout: () => {},
    stderr: (text) => errors.push(text),
    isTty: false,
    isOutputTty: false,
    columns: 80,
    environment: { platform: process.platform, home: folder, cwd: folder, env: { TOOLSCOUT_CACHE: folder } },
  };
  const progress = { update: (text: string) => void shown.push(text), clear: () => void shown.push('') };
  return { deep: await openDeepTier(some, wish, progress, io), shown, errors };
}

const answer = async (deep: Awaited<ReturnType<typeof open>>['deep']) =>
  searchTools(
    createMemoryBackend(catalog, {
      embedder: createBuiltInEmbedder(),
      ...(deep === undefined ? {} : { deep: deep.embedding }),
    }),
    { query: 'прочитай, что там написано' },
  );

describe('the deep model of a command that ends', () => {
  it('is used at once where its vectors are on disk, with the same answer, and else only when asked for', async () => {
    expect((await open('if-cached')).deep).toBeUndefined();

    const { deep: cold, shown, errors } = await open('always');
    expect(shown).toEqual(['Preparing the deep model 0/2', 'Preparing the deep model 2/2', '']);
    const first = await answer(cold);
    await cold?.close();

    const { deep: warm } = await open('if-cached');
    const second = await answer(warm);
    await warm?.close();
    expect(second).toEqual(first);
    expect(second.tier).toMatch(/^static-.*\+deep-/);

    const larger = createCatalog([
      tool('send_mail', 'Send an e-mail'),
      tool('read_file', 'Read a file'),
      tool('get_weather', 'The weather of tomorrow'),
    ]);
    expect((await open('if-cached', larger)).deep).toBeUndefined();
    expect((await open('never')).deep).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('reranks a catalog that is too large, and each search waits for what it needs', async () => {
    const large = createCatalog(
      Array.from({ length: DEEP_TOOL_LIMIT + 1 }, (_, i) => tool(`tool_${i}`, `Number ${i}, a tool`)),
    );
    const { deep } = await open('always', large);
    expect(deep?.tier).toMatch(/^rerank:deep-/);
    const backend = createMemoryBackend(large, { embedder: createBuiltInEmbedder(), deep: deep!.embedding });
    const ask = () => searchTools(backend, { query: 'number 4711', refuse: 'never' });
    const first = await ask();
    expect(first.tier).toMatch(/^static-.*\+rerank:deep-/);
    expect(first.degraded).toBe(false);
    expect(await ask()).toEqual(first);
    await deep?.close();
  });
});
