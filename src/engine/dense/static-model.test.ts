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

  it.each(['query', 'document'] as const)('embeds texts one by one and together alike, as a %s', async (role) => {
    const texts = ['red', 'green blue', '', 'green '.repeat(30)];
    const single = texts.map((text) => embedder.embedSync(text, role));
    expect(await embedder.embed(texts, role)).toEqual(single);
    expect(await embedder.embed([], role)).toEqual([]);
  });

  it('lets what a document says late count little, and what a request says late as much as its beginning', () => {
    const directionOf = (text: string, role: 'query' | 'document') => {
      const [x, y] = embedder.embedSync(text, role);
      return y! / x!;
    };
    const short = `${'red '.repeat(19)}green`;
    expect(directionOf(short, 'document')).toBe(directionOf(short, 'query'));
    // 40 · (2, 0), then (0, 4) at place 41; as a document the red ones from place 21 on weigh 20/21 … 20/40.
    const late = `${'red '.repeat(40)}green`;
    const red = 20 + Array.from({ length: 20 }, (_, i) => 20 / (21 + i)).reduce((sum, weight) => sum + weight);
    expect(directionOf(late, 'query')).toBeCloseTo(4 / (40 * 2), 6);
    expect(directionOf(late, 'document')).toBeCloseTo(((20 / 41) * 4) / (red * 2), 6);
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
