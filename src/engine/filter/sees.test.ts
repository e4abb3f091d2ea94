import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSet, seenDocs, sees } from './sees.ts';

const SIZE = 200;
/** The bitmap begins behind something else. */
const BITS = 64;
const borders = fc.uniqueArray(fc.nat(SIZE), { maxLength: 8 }).map((list) => {
  const sorted = [...list].sort((a, b) => a - b);
  return Uint32Array.from(sorted.length % 2 === 0 ? sorted : sorted.slice(1));
});
const noise = fc.uint8Array({ minLength: BITS + SIZE / 8, maxLength: BITS + SIZE / 8 });
const bitOf = (memory: Uint8Array, doc: number): boolean =>
  ((memory[BITS + Math.floor(doc / 8)]! >> (doc % 8)) & 1) === 1;

describe('what a view shows', () => {
  it('is within its ranges, and where it has a bitmap, set in it', () => {
    fc.assert(
      fc.property(borders, noise, fc.boolean(), (ranges, memory, hasBits) => {
        const view = { ranges, count: 0, ...(hasBits ? { bits: BITS } : {}) };
        const documents = Array.from({ length: SIZE }, (_, doc) => doc);
        const isInside = (doc: number): boolean => {
          for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= doc && doc < ranges[i + 1]!) return true;
          return false;
        };
        const inside = documents.filter(isInside);
        const set = documents.filter((doc) => bitOf(memory, doc));
        expect(documents.filter((doc) => sees(view, memory, doc))).toEqual(
          hasBits ? inside.filter((doc) => bitOf(memory, doc)) : inside,
        );
        expect(documents.filter((doc) => isSet(memory, BITS, doc))).toEqual(set);
      }),
    );
  });

  it('is listed in full, in order', () => {
    fc.assert(
      fc.property(borders, noise, fc.boolean(), (ranges, memory, hasBits) => {
        // Whole bytes without a bit are passed over at once.
        memory.fill(0, BITS + 2, BITS + 9);
        const view = { ranges, ...(hasBits ? { bits: BITS } : {}) };
        const seen = Array.from({ length: SIZE }, (_, doc) => doc).filter((doc) =>
          sees({ ...view, count: 0 }, memory, doc),
        );
        expect([...seenDocs({ ...view, count: seen.length }, memory)]).toEqual(seen);
      }),
    );
  });
});
