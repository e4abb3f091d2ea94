import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeImage } from './encode-image.ts';
import { openImage } from './open-image.ts';
import { createSegmentMemory, SegmentMemory } from './segment-memory.ts';

const image = encodeImage(
  [
    { name: 'a.first', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'a.empty', bytes: new Uint8Array(0) },
    { name: 'b.long', bytes: new Uint8Array(300).fill(7) },
  ],
  5,
);

describe('an image', () => {
  it('gives back its sections at multiples of 64', () => {
    const opened = openImage(image);
    expect(opened.documents).toBe(5);
    expect([...opened.section('a.first')]).toEqual([1, 2, 3]);
    expect(opened.section('a.empty')).toHaveLength(0);
    expect(opened.section('b.long')).toEqual(new Uint8Array(300).fill(7));
    for (const { start } of opened.sections) expect(start % 64).toBe(0);
    expect(() => opened.verify()).not.toThrow();
  });

  it('lies at the start of a memory with zeroed, aligned scratch behind it', () => {
    const memory = createSegmentMemory({ length: image.byteLength, documents: 5 });
    new Uint8Array(memory.buffer).set(image);
    const space = new SegmentMemory(memory);
    const first = space.reserve(10);
    const second = space.reserve(64);
    expect(first).toBeGreaterThanOrEqual(image.byteLength);
    expect(first % 64).toBe(0);
    expect(second).toBe(first + 64);
    expect(() => space.reserve(2 ** 31)).toThrow(RangeError);
    expect(space.image.bytes).toEqual(image);
  });

  it('refuses foreign bytes, other versions and missing sections, each with its code', () => {
    expect(() => openImage(new Uint8Array(100))).toThrow(expect.objectContaining({ code: 'INDEX_FOREIGN' }));
    const newer = image.slice();
    newer[8] = 2;
    expect(() => openImage(newer)).toThrow(expect.objectContaining({ code: 'INDEX_VERSION' }));
    expect(() => openImage(image).section('c')).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
  });

  it('refuses names that are given twice, empty or too long', () => {
    const bytes = new Uint8Array(1);
    expect(() =>
      encodeImage(
        [
          { name: 'a', bytes },
          { name: 'a', bytes },
        ],
        0,
      ),
    ).toThrow(RangeError);
    expect(() => encodeImage([{ name: '', bytes }], 0)).toThrow(RangeError);
    expect(() => encodeImage([{ name: 'é'.repeat(25), bytes }], 0)).toThrow(RangeError);
  });

  it('is refused, or reads the same, after any bit was flipped or any tail cut off', () => {
    fc.assert(
      fc.property(fc.nat(image.byteLength * 8 - 1), fc.option(fc.nat(image.byteLength - 1)), (bit, cut) => {
        const changed = cut === null ? image.slice() : image.slice(0, cut);
        if (cut === null) changed[bit >> 3]! ^= 1 << (bit & 7);
        try {
          const opened = openImage(changed);
          opened.verify();
          expect([...opened.section('a.first')]).toEqual([1, 2, 3]);
          expect(opened.section('b.long')).toEqual(new Uint8Array(300).fill(7));
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^INDEX_/) });
        }
      }),
      { numRuns: 400 },
    );
  });
});
