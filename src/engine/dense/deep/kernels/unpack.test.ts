import { describe, expect, it } from 'vitest';
import { packWords } from '../pack.ts';
import { randomNumbers, TestMemory } from './test-memory.ts';
import { WORD_BLOCK } from './unpack.ts';

describe('unpack', () => {
  it('gives each number times the scale of its block', () => {
    const memory = new TestMemory();
    const blocks = 3;
    const numbers = Int8Array.from(randomNumbers(1, blocks * WORD_BLOCK), (value) => Math.floor(value * 8));
    const scales = randomNumbers(2, blocks);
    const out = memory.reserve(4 * numbers.length);
    memory.kernels.unpack(memory.bytes(packWords(numbers)), memory.floats(scales), out, blocks);
    expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 16 }, (_, i) => i - 8)));
    expect([...memory.readFloats(out, numbers.length)]).toEqual(
      [...numbers].map((number, i) => Math.fround(number * Math.fround(scales[Math.floor(i / WORD_BLOCK)]!))),
    );
  });
});
