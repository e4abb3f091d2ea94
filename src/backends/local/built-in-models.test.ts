import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFitted } from '../../retrieval/foreign-cosines.ts';
import { DEEP_ID, loadStaticEmbedder, readBuiltInModel } from './built-in-models.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'built-in-models-'));
  await mkdir(join(root, 'package/dist'), { recursive: true });
  await mkdir(join(root, 'package/models'));
  await writeFile(join(root, 'package/package.json'), '{"name":"toolscout"}');
  await writeFile(join(root, 'package/models/some.bin'), 'weights');
  await writeFile(join(root, 'package/dist/package.json'), '{"name":"another"}');
});
afterAll(() => rm(root, { recursive: true }));

describe('readBuiltInModel', () => {
  it('finds the models beside the manifest of this package, past others on the way', async () => {
    const bytes = await readBuiltInModel('some.bin', join(root, 'package/dist'));
    expect(new TextDecoder().decode(bytes)).toBe('weights');
  });

  it('says which file is missing and what to do', async () => {
    await expect(readBuiltInModel('none.bin', join(root, 'package/dist'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining(join(root, 'package/models/none.bin')),
      next: expect.stringContaining('Install'),
    });
  });

  it('says when the code was bundled away from its package', async () => {
    await expect(readBuiltInModel('some.bin', root)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      next: expect.stringContaining('external'),
    });
  });
});

describe('loadStaticEmbedder', () => {
  it('reads the model of this package once', async () => {
    const [first, second] = [loadStaticEmbedder(), loadStaticEmbedder()];
    expect(second).toBe(first);
    const embedder = await first;
    expect(embedder.id).toMatch(/^static-/);
    expect(embedder.embedSync('send an email', 'query').length).toBe(embedder.dimensions);
  });
});

describe('fusion and verdict', () => {
  it('know the built-in models as the ones that they were fitted with', async () => {
    expect(isFitted('first', (await loadStaticEmbedder()).id)).toBe(true);
    expect(isFitted('deep', DEEP_ID)).toBe(true);
  });
});
