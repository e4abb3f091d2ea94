import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestMemory } from './test-memory.ts';

const memory = new TestMemory();

describe('countPresent', () => {
  it('counts bytes that are not zero, and with a bitmap those whose bit is set', () => {
    const present = fc.array(fc.tuple(fc.constantFrom(0, 0, 1, 127, 128, 255), fc.boolean()), {
      minLength: 16,
      maxLength: 16,
    });
    fc.assert(
      fc.property(fc.array(present, { maxLength: 20 }), (groups) => {
        memory.clear();
        const all = groups.flat();
        const plane = memory.bytes(all.map(([byte]) => byte));
        const bits = memory.bits(all.map(([, seen]) => seen));
        const count = (bitmap: number): number => memory.kernels.countPresent(plane, all.length, bitmap);
        expect(count(0)).toBe(all.filter(([byte]) => byte > 0).length);
        expect(count(bits)).toBe(all.filter(([byte, seen]) => byte > 0 && seen).length);
      }),
    );
  });
});

describe('countListed', () => {
  it('counts documents whose bit is set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.boolean()), { maxLength: 300 }), (all) => {
        memory.clear();
        const seen = Array<boolean>(2000).fill(true);
        let doc = -1;
        const docs = all.map(([gap, isSeen]) => {
          doc += 1 + gap;
          seen[doc] = isSeen;
          return doc;
        });
        const list = memory.words(docs);
        const count = memory.kernels.countListed(list, list + 4 * docs.length, memory.bits(seen));
        expect(count).toBe(all.filter(([, isSeen]) => isSeen).length);
      }),
    );
  });
});
