import { describe, expect, it } from 'vitest';
import { xxh32 } from '../dense/checksum.ts';
import { encodeImage } from './encode-image.ts';
import { imageSize } from './open-image.ts';
import { type ReadBytes, readImage } from './read-image.ts';

const long = Uint8Array.from({ length: 2 ** 19 + 21 }, (_, i) => (i * 31 + (i >> 8)) % 256);
const image = encodeImage(
  [
    { name: 'a.long', bytes: long },
    { name: 'b.empty', bytes: new Uint8Array(0) },
    { name: 'c.short', bytes: Uint8Array.of(1, 2, 3) },
  ],
  7,
);

const from =
  (source: Uint8Array): ReadBytes =>
  (target, position) =>
    target.set(source.subarray(position, position + target.length));

describe('readImage', () => {
  it('has all sections in memory, whatever pieces they came in', () => {
    const pieces: number[] = [];
    const read = from(image);
    const space = readImage(imageSize(image), (target, position) => {
      pieces.push(target.length);
      read(target, position);
    });
    expect(xxh32(space.image.bytes)).toBe(xxh32(image));
    expect(space.image.documents).toBe(7);
    expect(Math.max(...pieces)).toBeLessThan(long.length);
  });

  it('names the section of which a byte is another than was written', () => {
    for (const { name, start, length } of readImage(imageSize(image), from(image)).image.sections) {
      if (length === 0) continue;
      const changed = image.slice();
      changed[start + length - 1]! ^= 1;
      expect(() => readImage(imageSize(changed), from(changed))).toThrow(
        expect.objectContaining({ code: 'INDEX_DAMAGED', details: { section: name } }),
      );
    }
  });

  it('refuses an image that ends before it should', () => {
    const cut = image.subarray(0, image.length - 64);
    expect(() => readImage(imageSize(image), from(cut))).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
  });
});
