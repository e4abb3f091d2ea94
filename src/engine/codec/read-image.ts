import { Xxh32 } from '../dense/checksum.ts';
import { type ImageHead, wrongChecksum } from './open-image.ts';
import { createSegmentMemory, SegmentMemory } from './segment-memory.ts';

/** Fills `target` with what an image has from `position` on. */
export type ReadBytes = (target: Uint8Array, position: number) => void;

/** A multiple of 16, small beside the caches of a processor. */
const PIECE_BYTES: number = 2 ** 18;

/**
 * Reads an image into memory of its own and compares all checksums, each piece as soon as it is read: it lies in the cache
 * then, while taking a large image from main memory once more takes longer than reading it did.
 * @param head of the image, see `imageSize`
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function readImage(head: ImageHead, read: ReadBytes): SegmentMemory {
  const memory = createSegmentMemory(head);
  const bytes = new Uint8Array(memory.buffer, 0, head.length);
  read(bytes.subarray(0, head.headerLength), 0);
  // Asks for the header alone.
  const space = new SegmentMemory(memory);
  for (const { name, start, length, checksum } of space.image.sections) {
    const found = new Xxh32();
    for (let at = start; at < start + length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, Math.min(at + PIECE_BYTES, start + length));
      read(piece, at);
      found.add(piece);
    }
    if (found.digest() !== checksum) throw wrongChecksum(name);
  }
  return space;
}
