import { describe, expect, it } from 'vitest';
import { Xxh32, xxh32 } from './checksum.ts';

describe('xxh32', () => {
  // Expected values from the Python package xxhash 3.x.
  it.each([
    ['', 0x02cc5d05],
    ['a', 0x550d7456],
    ['abc', 0x32d153ff],
    ['0123456789abcdef', 0xc2c45b69],
    ['0123456789abcdefX', 0x658e4f53],
  ])('equals the reference implementation for %j', (text, expected) => {
    expect(xxh32(new TextEncoder().encode(text))).toBe(expected);
  });

  it('equals it for many stripes, every byte value and a tail, wherever the bytes lie in their buffer', () => {
    const content = Uint8Array.from({ length: 1284 }, (_, i) => (i < 1280 ? i % 256 : 'tail'.charCodeAt(i - 1280)));
    const shifted = new Uint8Array(1287);
    shifted.set(content, 3);
    expect(xxh32(content)).toBe(0xbfefb2ea);
    expect(xxh32(shifted.subarray(3))).toBe(0xbfefb2ea);
  });
});

describe('Xxh32', () => {
  const content = Uint8Array.from({ length: 100 }, (_, i) => (i * 37) % 256);

  it('gives for pieces what the whole gives, wherever the last one ends', () => {
    for (let length = 0; length <= content.length; length++) {
      const checksum = new Xxh32();
      for (let start = 0; start < length; start += 32)
        checksum.add(content.subarray(start, Math.min(length, start + 32)));
      expect(checksum.digest()).toBe(xxh32(content.subarray(0, length)));
    }
  });

  it('refuses a piece behind one that was the last', () => {
    const checksum = new Xxh32();
    checksum.add(content.subarray(0, 15));
    expect(() => checksum.add(content.subarray(15))).toThrow(RangeError);
  });
});
