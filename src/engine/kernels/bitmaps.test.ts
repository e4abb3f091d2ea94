import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestMemory } from './test-memory.ts';

const memory = new TestMemory();
const blocks = fc.array(
  fc.tuple(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.uint8Array({ minLength: 16, maxLength: 16 })),
  { maxLength: 9 },
);

describe('kernels on bitmaps', () => {
  it('combine two of them byte by byte, and leave what lies behind alone', () => {
    fc.assert(
      fc.property(blocks, (pairs) => {
        const left = pairs.flatMap(([bytes]) => [...bytes]);
        const right = pairs.flatMap(([, bytes]) => [...bytes]);
        const run = (kernel: 'andBits' | 'orBits' | 'clearBits' | 'invertBits'): Uint8Array => {
          memory.clear();
          const to = memory.bytes([...left, 0xa5]);
          const from = memory.bytes(right);
          if (kernel === 'invertBits') memory.kernels.invertBits(to, left.length);
          else memory.kernels[kernel](to, from, left.length);
          return new Uint8Array(memory.buffer, to, left.length + 1).slice();
        };
        const expected = (combine: (a: number, b: number) => number) =>
          Uint8Array.from([...left.map((byte, i) => combine(byte, right[i]!)), 0xa5]);
        expect(run('andBits')).toEqual(expected((a, b) => a & b));
        expect(run('orBits')).toEqual(expected((a, b) => a | b));
        expect(run('clearBits')).toEqual(expected((a, b) => a & ~b));
        expect(run('invertBits')).toEqual(expected((a) => ~a));
      }),
    );
  });

  it('unite many of them', () => {
    const many = fc.array(fc.uint8Array({ minLength: 192, maxLength: 192 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(many, fc.nat({ max: 4 }), fc.nat({ max: 7 }), (bitmaps, skipped, steps) => {
        memory.clear();
        const [offset, bytes] = [16 * skipped, 16 * steps];
        const addresses = bitmaps.map((bitmap) => memory.bytes(bitmap));
        const sources = memory.words(addresses);
        const expected = bitmaps[0]!.map((byte, i) =>
          i < offset || i >= offset + bytes ? byte : bitmaps.reduce((all, bitmap) => all | bitmap[i]!, 0),
        );
        memory.kernels.uniteBits(addresses[0]!, sources, sources + 4 * addresses.length, offset, bytes);
        expect(new Uint8Array(memory.buffer, addresses[0]!, 192)).toEqual(expected);
      }),
    );
  });

  it('count set bits', () => {
    fc.assert(
      fc.property(blocks, (pairs) => {
        memory.clear();
        const bytes = pairs.flatMap(([some]) => [...some]);
        const expected = bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
        expect(memory.kernels.countBits(memory.bytes([...bytes, 0xff]), bytes.length)).toBe(expected);
      }),
    );
  });
});
