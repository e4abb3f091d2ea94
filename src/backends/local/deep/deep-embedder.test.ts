import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP_DIMENSIONS, DEEP_ID, loadDeepEmbedder } from '../built-in-models.ts';
import { withVectorCache } from '../cached-embedder.ts';
import { type BuiltInDeepOptions, createBuiltInDeepEmbedder, hasDeepCache } from './deep-embedder.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deep-embedder-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const machine = (): NonNullable<BuiltInDeepOptions['machine']> => ({
  platform: process.platform,
  home: folder,
  env: { TOOLSCOUT_CACHE: join(folder, 'cache') },
});

describe('the built-in deep embedder', () => {
  it('gives on its thread what the model gives here, the same from the cache, and knows what that holds', async () => {
    const here = await loadDeepEmbedder();
    expect([here.id, here.dimensions]).toEqual([DEEP_ID, DEEP_DIMENSIONS]);
    const texts = ['send mail . office . Send a mail', 'прочитать файл', 'x'];
    const documents = await withVectorCache(here, undefined).embed(texts, 'document');
    expect(hasDeepCache(machine())).toBe(false);
    for (const cached of [false, true]) {
      const embedder = createBuiltInDeepEmbedder({ machine: machine(), warn: (message) => expect(message).toBe('') });
      const kept = cached ? documents : texts.map(() => undefined);
      expect(await embedder.recall(texts)).toEqual(kept);
      expect(await embedder.embed(texts, 'document')).toEqual(documents);
      expect(await embedder.embed(['send mail'], 'query')).toEqual([here.embedSync('send mail', 'query')]);
      expect(await embedder.recall(['unheard of', ...texts])).toEqual([undefined, ...documents]);
      await embedder.close();
    }
    expect(hasDeepCache(machine())).toBe(true);
  });

  it('gives the same vectors whatever the number of threads', async () => {
    const texts = Array.from({ length: 10 }, (_, i) => `tool ${i} . office . ${'does something with mail '.repeat(i)}`);
    const byThreads = await Promise.all(
      [1, 3].map(async (threads) => {
        const embedder = createBuiltInDeepEmbedder({
          machine: { ...machine(), env: { TOOLSCOUT_CACHE: 'off' } },
          threads,
        });
        const vectors = await embedder.embed(texts, 'document');
        await embedder.close();
        return vectors;
      }),
    );
    expect(byThreads[1]).toEqual(byThreads[0]);
  });

  it('lets the process end while it is at work', async () => {
    const script = `
      import { createBuiltInDeepEmbedder } from ${JSON.stringify(new URL('./deep-embedder.ts', import.meta.url).href)};
      const embedder = createBuiltInDeepEmbedder();
      const alive = setInterval(() => {}, 1000);
      await embedder.embed(['first'], 'query');
      const texts = Array.from({ length: 5000 }, (_, i) => 'a text of some length about number ' + i);
      embedder.embed(texts, 'document').then(() => console.log('all done'));
      clearInterval(alive);
      process.on('exit', () => console.log('ended'));`;
    const env = { ...process.env, TOOLSCOUT_CACHE: 'off' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
    expect(stdout.trim()).toBe('ended');
  });

  it('says what is missing where the package lacks its model', async () => {
    const copy = join(folder, 'package');
    mkdirSync(join(copy, 'models'), { recursive: true });
    writeFileSync(join(copy, 'package.json'), '{"name":"toolscout","type":"module"}');
    cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(ROOT, 'models/static-45k-256.bin'), join(copy, 'models/static-45k-256.bin'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const script = `
      import { createBuiltInDeepEmbedder } from './src/backends/index.ts';
      const embedder = createBuiltInDeepEmbedder();
      const alive = setInterval(() => {}, 1000);
      await embedder.embed(['a'], 'document').catch((error) => console.log(error.code, error.message, error.next));
      clearInterval(alive);`;
    const env = { ...process.env, TOOLSCOUT_CACHE: 'off' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env, cwd: copy });
    expect(stdout).toContain('deep-45k-384.bin cannot be read');
    expect(stdout).toContain('Install toolscout again');
  });
});
