import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer, type Tokenizer } from '../tokenizer.ts';
import { createDeepEmbedder } from './deep-embedder.ts';
import { makeTestModel, TEST_SHAPE } from './test-model.ts';

const INVALID = expect.objectContaining({ code: 'MODEL_INVALID' });

/** Pieces `a` to `e`, each with the mark of a word's beginning: ids 4 … 8. */
function tokenizerOf(letters: string): Tokenizer {
  const pieces = [...letters].map((letter) => `\u2581${letter}`);
  return createTokenizer({
    units: Uint16Array.from(pieces.join(''), (unit) => unit.charCodeAt(0)),
    starts: Uint32Array.from({ length: pieces.length + 1 }, (_, i) => 2 * i),
    scores: new Float64Array(pieces.length).fill(-1),
  });
}

const tokenizer = tokenizerOf('abcde');
const { bytes } = makeTestModel();
const embedder = createDeepEmbedder(bytes, tokenizer);

describe('a deep embedder', () => {
  it('names itself and its size as the file does', () => {
    expect(embedder.id).toBe('tiny-deep@1');
    expect(embedder.dimensions).toBe(TEST_SHAPE.dimensions);
    expect(embedder.checksum).toBe(createDeepEmbedder(bytes.slice(), tokenizer).checksum);
  });

  it('gives vectors of unit length', () => {
    for (const text of ['a', 'a b c', 'e '.repeat(50)]) {
      expect(Math.hypot(...embedder.embedSync(text, 'document'))).toBeCloseTo(1, 6);
    }
  });

  it('embeds together what it embeds one by one', async () => {
    const texts = ['a b', '', 'c d e a', 'b'];
    expect(await embedder.embed(texts, 'query')).toEqual(texts.map((text) => embedder.embedSync(text, 'query')));
    expect(await embedder.embed([], 'query')).toEqual([]);
  });

  it('tells requests from documents, and the order of words', () => {
    const query = embedder.embedSync('a b', 'query');
    expect(embedder.embedSync('a b', 'document')).not.toEqual(query);
    expect(embedder.embedSync('b a', 'query')).not.toEqual(query);
  });

  it.each([
    ['query', TEST_SHAPE.queryTokens - 4],
    ['document', TEST_SHAPE.documentTokens - 3],
  ] as const)('reads the first tokens of a long %s', (role, room) => {
    const full = embedder.embedSync('a '.repeat(room), role);
    expect(embedder.embedSync(`${'a '.repeat(room)}b c`, role)).toEqual(full);
    expect(embedder.embedSync('a '.repeat(room - 1), role)).not.toEqual(full);
  });

  it('gives the zero vector where it knows no token', () => {
    for (const text of ['', '???', 'zzz', ' '.repeat(100_000)]) {
      expect([...embedder.embedSync(text, 'query')]).toEqual(Array(TEST_SHAPE.dimensions).fill(0));
    }
  });

  it('stops between two texts when the caller gives up', async () => {
    const controller = new AbortController();
    const endless = Array<string>(1_000_000).fill('a b c');
    const running = embedder.embed(endless, 'document', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('no longer wanted')), 0);
    await expect(running).rejects.toThrow('no longer wanted');
    await expect(embedder.embed(['a'], 'query', { signal: controller.signal })).rejects.toThrow('no longer wanted');
  });

  it('holds on to nothing of the bytes that it was made of', () => {
    const copy = bytes.slice();
    const other = createDeepEmbedder(copy, tokenizer);
    copy.fill(0);
    expect(other.embedSync('a b', 'query')).toEqual(embedder.embedSync('a b', 'query'));
  });

  it('may begin anywhere in a buffer', () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const other = createDeepEmbedder(shifted.subarray(3), tokenizer);
    expect(other.embedSync('a b', 'query')).toEqual(embedder.embedSync('a b', 'query'));
  });
});

describe('a deep model file', () => {
  it('is refused when any byte is wrong, or missing', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const damaged = bytes.slice();
        damaged[at]! ^= difference;
        expect(() => createDeepEmbedder(damaged, tokenizer)).toThrow(INVALID);
        expect(() => createDeepEmbedder(bytes.subarray(0, at), tokenizer)).toThrow(INVALID);
      }),
    );
  });

  it('is refused with a tokenizer of another size', () => {
    expect(() => createDeepEmbedder(bytes, tokenizerOf('abcdef'))).toThrow(INVALID);
  });

  it('is refused where a section is missing', () => {
    for (const name of ['words', 'positions', 'norm.bias', '1.down.weights', '0.qkv.scales', '1.norm2.weight']) {
      expect(() => createDeepEmbedder(makeTestModel({}, name).bytes, tokenizer)).toThrow(INVALID);
    }
  });

  it.each([
    { kind: 'static-table' },
    { vocabulary: 10 },
    { dimensions: 96 },
    { dimensions: 63 },
    { layers: 3 },
    { layers: 0 },
    { layers: 1e9 },
    { heads: 4 },
    { feedForward: 76 },
    { feedForward: '72' },
    { epsilon: 0 },
    { queryPrefix: [9] },
    { documentPrefix: 7 },
    { queryTokens: 4 },
    { documentTokens: 65 },
  ])('is refused where its header says %o', (facts) => {
    expect(() => createDeepEmbedder(makeTestModel(facts).bytes, tokenizer)).toThrow(INVALID);
  });
});
