import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestMemory } from './test-memory.ts';

const memory = new TestMemory();

describe('countPresent', () => {
  it('counts the documents of a range that are in both bitmaps', () => {
    const pairs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 700 });
    fc.assert(
      fc.property(pairs, fc.nat({ max: 700 }), fc.nat({ max: 700 }), (all, one, other) => {
        memory.clear();
        const [from, to] = [Math.min(one, other, all.length), Math.min(Math.max(one, other), all.length)];
        const padded = [...all, ...Array<[boolean, boolean]>(64).fill([true, true])];
        const [left, right] = [0, 1].map((side) => memory.bits(padded.map((pair) => pair[side]!)));
        const seen = all.slice(from, to);
        expect(memory.kernels.countPresent(left!, right!, from, to)).toBe(seen.filter(([a, b]) => a && b).length);
        expect(memory.kernels.countPresent(left!, left!, from, to)).toBe(seen.filter(([a]) => a).length);
      }),
    );
  });
});

describe('countListed', () => {
  it.each([511, 512, 513, 767, 768, 1501])('counts all of %i documents, which are fetched in parts', (length) => {
    memory.clear();
    const docs = Array.from({ length }, (_, i) => 3 * i + (i % 2));
    const seen = Array.from({ length: 3 * length }, (_, doc) => doc % 7 < 3);
    const list = memory.words(docs);
    const count = memory.kernels.countListed(list, list + 4 * length, memory.bits(seen));
    expect(count).toBe(docs.filter((doc) => seen[doc]).length);
  });

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
