import { describe, expect, it } from 'vitest';
import { createFunctionEmbedder } from './function-embedder.ts';
import { createTransformersEmbedder } from './transformers-embedder.ts';

describe('an embedder of a function', () => {
  it('hands on texts and role, and brings vectors to unit length', async () => {
    const embedder = createFunctionEmbedder({
      id: 'own@1',
      dimensions: 2,
      embed: async (texts, role) => texts.map((text) => [text.length, role === 'query' ? 4 : 0]),
    });
    const [request] = await embedder.embed(['abc'], 'query');
    expect([...request!].map((component) => component.toFixed(1))).toEqual(['0.6', '0.8']);
    const [document] = await embedder.embed([''], 'document');
    expect([...document!]).toEqual([0, 0]); // knows nothing of it
    expect(await embedder.embed([], 'query')).toEqual([]);
  });

  it.each([
    ['too few vectors', async () => []],
    ['vectors of another length', async () => [[1, 2, 3]]],
    ['what is no number', async () => [[Number.NaN, 1]]],
  ])('refuses %s', async (_, embed) => {
    const embedder = createFunctionEmbedder({ id: 'own@1', dimensions: 2, embed });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'MODEL_INVALID' });
  });
});

/** Stands for the foreign package: a model whose vector is what it was asked. */
function transformers(asked: unknown[], faults = 0) {
  let left = faults;
  return {
    pipeline: async (task: string, model: string, options: unknown) => {
      asked.push([task, model, options]);
      if (left-- > 0) throw new Error('no such file');
      return async (text: string, settings: unknown) => {
        asked.push([text, settings]);
        return { data: Float32Array.of(text.length, 0) };
      };
    },
  };
}

describe('an embedder by Transformers.js', () => {
  it('says how to install the package where it is missing', async () => {
    const embedder = createTransformersEmbedder({ model: 'some/model', dimensions: 2 });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'OPTIONAL_DEPENDENCY_MISSING',
      next: expect.stringContaining('npm install @huggingface/transformers'),
    });
  });

  it('loads the model once, with the first text, and asks for it as its card says', async () => {
    const asked: unknown[] = [];
    const embedder = createTransformersEmbedder({
      model: 'some/model',
      dimensions: 2,
      pooling: 'cls',
      dtype: 'q8',
      localFilesOnly: true,
      documentPrefix: 'passage: ',
      importPackage: async () => transformers(asked),
    });
    expect(asked).toEqual([]);
    expect(await embedder.embed(['a', 'b'], 'document')).toEqual([Float32Array.of(1, 0), Float32Array.of(1, 0)]);
    await embedder.embed(['c'], 'query');
    const how = { pooling: 'cls', normalize: true };
    expect(asked).toEqual([
      ['feature-extraction', 'some/model', { dtype: 'q8', local_files_only: true }],
      ['passage: a', how],
      ['passage: b', how],
      ['c', how],
    ]);
  });

  it('is named by the end of a path, and told apart by the whole', () => {
    const ids = ['/home/ada/models/org/small', '/opt/models/org/small'].map(
      (model) => createTransformersEmbedder({ model, dimensions: 2 }).id,
    );
    expect(ids[0]).toMatch(/^org\/small@\w{8}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('tries again to load a model that could not be loaded', async () => {
    const asked: unknown[] = [];
    const broken = transformers(asked, 1);
    const embedder = createTransformersEmbedder({ model: 'm', dimensions: 2, importPackage: async () => broken });
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      message: expect.stringContaining('no such file'),
    });
    expect(await embedder.embed(['a'], 'query')).toHaveLength(1);
  });
});
