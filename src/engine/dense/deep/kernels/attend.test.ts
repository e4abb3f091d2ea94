import { describe, expect, it } from 'vitest';
import { ATTEND_SCRATCH_BYTES, HEAD_WIDTH, MAX_TOKENS } from './attend.ts';
import { randomNumbers, TestMemory } from './test-memory.ts';

const HEADS = 2;
const WIDTH = HEADS * HEAD_WIDTH;

/** Attention of one head by its definition. `qkv`: per token queries, keys and values of all heads. */
function naive(qkv: Float64Array, tokens: number, head: number): number[] {
  const at = (token: number, part: number, d: number): number =>
    qkv[token * 3 * WIDTH + part * WIDTH + head * HEAD_WIDTH + d]!;
  const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  return indices(tokens).flatMap((row) => {
    const weights = indices(tokens).map((column) => {
      const score = indices(HEAD_WIDTH).reduce((sum, d) => sum + at(row, 0, d) * at(column, 1, d), 0);
      return Math.exp(score / Math.sqrt(HEAD_WIDTH));
    });
    const total = weights.reduce((a, b) => a + b);
    return indices(HEAD_WIDTH).map((d) => weights.reduce((sum, w, token) => sum + w * at(token, 2, d), 0) / total);
  });
}

/** One after the other in the same scratch memory, as the encoder does it. */
function kernelFor(memory: TestMemory): (qkv: Float64Array, tokens: number, head: number) => number[] {
  const scratch = memory.floats(new Float32Array(ATTEND_SCRATCH_BYTES / 4));
  return (qkv, tokens, head) => {
    const out = memory.reserve(4 * tokens * WIDTH);
    const queries = memory.floats(qkv) + 4 * head * HEAD_WIDTH;
    memory.kernels.maskColumns(tokens, scratch);
    const keys = queries + 4 * WIDTH;
    memory.kernels.attend(queries, keys, keys + 4 * WIDTH, 12 * WIDTH, out, 4 * WIDTH, tokens, scratch);
    return Array.from({ length: tokens }, (_, t) => [...memory.readFloats(out + 4 * t * WIDTH, HEAD_WIDTH)]).flat();
  };
}

const numbers = (seed: number, tokens: number, size: number): Float64Array =>
  randomNumbers(seed, tokens * 3 * WIDTH).map((value) => Math.fround(size * value));

describe('attend', () => {
  it('is softmax(q · k / √32) · v for any number of tokens', () => {
    const memory = new TestMemory(32 * 2 ** 20);
    const kernel = kernelFor(memory);
    for (const tokens of [MAX_TOKENS, 1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 63]) {
      for (let head = 0; head < HEADS; head++) {
        const qkv = numbers(tokens, tokens, 3);
        const expected = naive(qkv, tokens, head);
        for (const [i, value] of kernel(qkv, tokens, head).entries()) expect(value).toBeCloseTo(expected[i]!, 5);
      }
    }
  });

  it('does not see the tokens of an earlier, longer text', () => {
    const used = kernelFor(new TestMemory());
    const short = numbers(2, 5, 3);
    const fresh = kernelFor(new TestMemory())(short, 5, 0);
    used(numbers(1, MAX_TOKENS, 40), MAX_TOKENS, 0);
    expect(used(short, 5, 0)).toEqual(fresh);
  });

  it('keeps to one token where its score is far above the others', () => {
    const qkv = numbers(3, 9, 1);
    for (let d = 0; d < HEAD_WIDTH; d++) {
      qkv[d] = 100;
      for (let token = 0; token < 9; token++) qkv[token * 3 * WIDTH + WIDTH + d] = token === 7 ? 100 : -100;
    }
    const values = qkv.subarray(7 * 3 * WIDTH + 2 * WIDTH, 7 * 3 * WIDTH + 2 * WIDTH + HEAD_WIDTH);
    expect(kernelFor(new TestMemory())(qkv, 9, 0).slice(0, HEAD_WIDTH)).toEqual([...values]);
  });
});
