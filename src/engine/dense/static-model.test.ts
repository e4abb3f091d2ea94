import { describe, expect, it } from 'vitest';
import { writeModelFile } from './model-file.ts';
import { createStaticEmbedder, type StaticModelParts, writeStaticModel } from './static-model.ts';

/** Three pieces in two dimensions: `red` = (2, 0), `green` = (0, 4), `blue` = (-3, 4). */
const PARTS: StaticModelParts = {
  id: 'tiny@1',
  dimensions: 2,
  pieces: ['\u2581red', '\u2581green', '\u2581blue'],
  scores: [-1, -2, -3],
  rows: Int8Array.of(4, 0, 0, 1, -3, 4),
  scales: Float32Array.of(0.5, 4, 1),
};
const bytes = writeStaticModel(PARTS);
const embedder = createStaticEmbedder(bytes);
const [RED, GREEN, BLUE] = [4, 5, 6];
const INVALID = expect.objectContaining({ code: 'MODEL_INVALID' });

describe('a static embedder', () => {
  it('adds the vectors of the tokens and makes the sum unit length', () => {
    expect([...embedder.embedSync('red', 'query')]).toEqual([1, 0]);
    expect([...embedder.embedSync('blue', 'query')]).toEqual([-0.6, 0.8].map(Math.fround));
    // 2 · (2, 0) + (0, 4) = (4, 4)
    expect([...embedder.embedSync('Red green RED', 'query')]).toEqual([Math.SQRT1_2, Math.SQRT1_2].map(Math.fround));
  });

  it('embeds requests and documents alike, one by one or together', async () => {
    const texts = ['red', 'green blue', ''];
    const single = texts.map((text) => embedder.embedSync(text, 'document'));
    expect(await embedder.embed(texts, 'query')).toEqual(single);
    expect(await embedder.embed([], 'query')).toEqual([]);
  });

  it('gives vectors that later ones do not change', () => {
    const first = embedder.embedSync('red', 'query');
    embedder.embedSync('green', 'query');
    expect([...first]).toEqual([1, 0]);
  });

  it('gives the zero vector where it knows no token, and where the tokens cancel out', () => {
    expect([...embedder.embedSync('purple', 'query')]).toEqual([0, 0]);
    expect([...embedder.embedSync('', 'query')]).toEqual([0, 0]);
    const opposite = createStaticEmbedder(
      writeStaticModel({ ...PARTS, rows: Int8Array.of(8, 0, -1, 0, 0, 0), scales: Float32Array.of(0.5, 4, 1) }),
    );
    expect([...opposite.embedSync('red green', 'query')]).toEqual([0, 0]);
    expect(opposite.tokenCosine(RED, BLUE)).toBe(0);
  });

  it('leaves out unknown tokens and keeps the rest in order', () => {
    expect(embedder.tokenIds('blue purple red Blue')).toEqual([BLUE, RED, BLUE]);
  });

  it('takes the first 128 tokens', () => {
    const text = `${'red '.repeat(128)}${'green '.repeat(400)}`;
    expect(embedder.tokenIds(text)).toEqual(Array(128).fill(RED));
    expect([...embedder.embedSync(text, 'document')]).toEqual([1, 0]);
  });

  it('reads the beginning of an endless text only', () => {
    expect(embedder.tokenIds(`${' '.repeat(1_000_000)}red`)).toEqual([]);
    expect(embedder.tokenIds(`${'green '.repeat(3)}${'-'.repeat(1_000_000)}`)).toEqual([GREEN, GREEN, GREEN]);
  });

  it('shows the vector of each token and its weight', () => {
    const { ids, vector, weight } = embedder.tokenVectors('blue green');
    expect(ids).toEqual([BLUE, GREEN]);
    expect(ids.map((_, i) => [...vector(i)])).toEqual([
      [-3, 4],
      [0, 4],
    ]);
    expect(ids.map((_, i) => weight(i))).toEqual([5, 4]);
    expect(() => vector(2)).toThrow(RangeError);
  });

  it('compares tokens by direction', () => {
    expect(embedder.tokenCosine(GREEN, BLUE)).toBeCloseTo(0.8, 12);
    expect(embedder.tokenCosine(BLUE, GREEN)).toBe(embedder.tokenCosine(GREEN, BLUE));
    expect(embedder.tokenCosine(RED, GREEN)).toBe(0);
    expect(embedder.tokenCosine(BLUE, BLUE)).toBe(1);
  });

  it('says what it is', () => {
    expect(embedder).toMatchObject({ id: 'tiny@1', dimensions: 2 });
    expect(embedder.tokenizer.size).toBe(7);
    expect(createStaticEmbedder(writeStaticModel({ ...PARTS, id: 'tiny@2' })).checksum).not.toBe(embedder.checksum);
  });

  it('stops when asked to', async () => {
    const reason = new Error('enough');
    await expect(embedder.embed(['red'], 'query', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('reads its file at any place of a buffer, and in place', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const there = createStaticEmbedder(shifted.subarray(3));
    expect(there.embedSync('blue red', 'query')).toEqual(embedder.embedSync('blue red', 'query'));
  });

  it('refuses a file that was cut off or has a bit flipped', () => {
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => createStaticEmbedder(bytes.subarray(0, length))).toThrow(INVALID);
    }
    for (let bit = 0; bit < 8 * bytes.length; bit += 3) {
      const damaged = bytes.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => createStaticEmbedder(damaged)).toThrow(INVALID);
    }
  });

  it.each([
    ['rows for another number of pieces', { rows: Int8Array.of(1, 2, 3, 4) }],
    ['rows of another length', { dimensions: 3 }],
    ['no dimensions', { dimensions: 0 }],
    ['a scale too few', { scales: Float32Array.of(1, 1) }],
    ['a scale that is no number', { scales: Float32Array.of(1, Number.NaN, 1) }],
  ])('refuses a table with %s', (_, wrong) => {
    expect(() => createStaticEmbedder(writeStaticModel({ ...PARTS, ...wrong }))).toThrow(INVALID);
  });

  it('refuses a model of another kind', () => {
    expect(() => createStaticEmbedder(writeModelFile('other@1', { kind: 'encoder' }, {}))).toThrow(INVALID);
  });
});
