import { encodeImage, type Section } from '../codec/encode-image.ts';
import { createSegmentMemory, SegmentMemory } from '../codec/segment-memory.ts';
import type { SegmentSpace } from '../segment/parts.ts';

/** A segment of these sections in memory, with documents that can be removed, for tests. */
export class TestSegment implements SegmentSpace {
  readonly size: number;
  readonly space: SegmentMemory;
  readonly removed: { readonly address: number; count: number };

  constructor(sections: readonly Section[], size: number) {
    const image = encodeImage(sections, size);
    const memory = createSegmentMemory({ length: image.byteLength, documents: size });
    new Uint8Array(memory.buffer).set(image);
    this.size = size;
    this.space = new SegmentMemory(memory);
    this.removed = { address: this.space.reserve(Math.ceil(size / 512) * 64), count: 0 };
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.space.memory.buffer);
  }

  remove(doc: number): void {
    const at = this.removed.address + (doc >> 3);
    const bit = 1 << (doc & 7);
    if ((this.bytes[at]! & bit) !== 0) return;
    this.bytes[at]! |= bit;
    this.removed.count++;
  }
}
