import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP } from './digest-planes.ts';
import { TestMemory } from './test-memory.ts';

const memory = new TestMemory();

const planes = fc
  .array(fc.array(fc.constantFrom(0, 0, 1, 127, 128, 255), { minLength: 64, maxLength: 64 }), { maxLength: 6 })
  .map((blocks) => blocks.flat());

describe('markPresent', () => {
  it('sets the bits of bytes that are not zero, and clears the others', () => {
    fc.assert(
      fc.property(planes, (all) => {
        memory.clear();
        const bits = memory.reserve(all.length / 8);
        memory.kernels.markPresent(memory.bytes(all), all.length, bits);
        const bytes = new Uint8Array(memory.buffer, bits, all.length / 8);
        expect(all.map((_, i) => (bytes[i >> 3]! >> (i & 7)) & 1)).toEqual(all.map((byte) => Number(byte > 0)));
      }),
    );
  });
});

describe('markGreatest', () => {
  it('writes the greatest byte of each group', () => {
    fc.assert(
      fc.property(planes, (all) => {
        memory.clear();
        const greatest = memory.reserve(all.length / GROUP);
        memory.kernels.markGreatest(memory.bytes(all), all.length, greatest);
        const groups = Array.from({ length: all.length / GROUP }, (_, i) => all.slice(GROUP * i, GROUP * (i + 1)));
        expect([...new Uint8Array(memory.buffer, greatest, groups.length)]).toEqual(
          groups.map((one) => Math.max(...one)),
        );
      }),
    );
  });
});
