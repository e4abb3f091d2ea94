import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { float32, name, signed, unsigned, vector } from './encoding.ts';

/** Reads LEB128 as the specification defines it, digit by digit. */
function decode(bytes: readonly number[], isSigned: boolean): number {
  let value = 0n;
  for (const [i, byte] of bytes.entries()) value |= BigInt(byte & 0x7f) << BigInt(7 * i);
  const bits = 7 * bytes.length;
  return Number(isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}

describe('the numbers of the binary format', () => {
  it('are those of the specification', () => {
    expect([0, 1, 127, 128, 624_485].map(unsigned)).toEqual([[0], [1], [0x7f], [0x80, 1], [0xe5, 0x8e, 0x26]]);
    expect([0, 63, 64, -1, -64, -65, -123_456].map(signed)).toEqual([
      [0],
      [0x3f],
      [0xc0, 0],
      [0x7f],
      [0x40],
      [0xbf, 0x7f],
      [0xc0, 0xbb, 0x78],
    ]);
    expect(float32(-1.5)).toEqual([0, 0, 0xc0, 0xbf]);
  });

  it('come back, in five bytes at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (value) => {
        expect(decode(signed(value), true)).toBe(value);
        expect(decode(unsigned(value), false)).toBe(value >>> 0);
        expect(Math.max(signed(value).length, unsigned(value).length)).toBeLessThanOrEqual(5);
        // All but the last byte say that there is more.
        expect(
          signed(value)
            .map((byte) => byte >= 0x80)
            .lastIndexOf(true),
        ).toBe(signed(value).length - 2);
      }),
    );
  });
});

describe('containers', () => {
  it('begin with their length', () => {
    expect(name('é!')).toEqual([3, 0xc3, 0xa9, 0x21]);
    expect(vector([[1, 2], [], [3]])).toEqual([3, 1, 2, 3]);
  });
});
