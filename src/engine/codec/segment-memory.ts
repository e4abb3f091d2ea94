import { damaged } from './image-errors.ts';
import { aligned, MAX_IMAGE_BYTES } from './image-layout.ts';
import { type Image, type ImageSize, openImage } from './open-image.ts';

const PAGE = 65_536;
const MAX_PAGES = 65_536;

/**
 * Scratch behind an image: what the parts together may {@link SegmentMemory.reserve}. Untouched pages cost nothing. The
 * share of the image is for what is made of its planes.
 */
const SCRATCH_BYTES: number = 4 * 2 ** 20;
const SCRATCH_BYTES_PER_DOCUMENT = 64;
const SCRATCH_SHARE = 0.2;

/** A WebAssembly memory as far as it is used here; the language's own types know it only beside a browser's. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number; readonly maximum?: number }) => WasmMemory;
};

/**
 * The memory of one segment: its image at offset 0, scratch behind it. It never grows, so that every view on it stays
 * good: parts reserve their scratch once, when the segment is opened.
 */
export class SegmentMemory {
  readonly memory: WasmMemory;
  readonly image: Image;
  #reservedTo: number;

  /** The image must lie in `memory` already. @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED` */
  constructor(memory: WasmMemory) {
    this.memory = memory;
    this.image = openImage(new Uint8Array(memory.buffer));
    this.#reservedTo = aligned(this.image.bytes.byteLength);
  }

  /** Offset of `bytes` bytes of zeroed scratch, at a multiple of 64; never given back. */
  reserve(bytes: number): number {
    const at = this.#reservedTo;
    if (at + bytes > this.memory.buffer.byteLength) {
      throw new RangeError(`A segment has no ${bytes} bytes of scratch left behind byte ${at}.`);
    }
    this.#reservedTo = aligned(at + bytes);
    return at;
  }
}

/** A memory of at least so many bytes, all zero. */
export function createMemory(bytes: number): WasmMemory {
  return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
}

/** Memory for an image of this size and its scratch; the image is to be put at its start. */
export function createSegmentMemory({ length, documents }: ImageSize): WasmMemory {
  if (length > MAX_IMAGE_BYTES) throw damaged(`A segment claims ${length} bytes, more than it may have.`);
  const bytes = length + SCRATCH_BYTES + SCRATCH_BYTES_PER_DOCUMENT * documents + Math.ceil(length * SCRATCH_SHARE);
  const pages = Math.min(Math.ceil(bytes / PAGE), MAX_PAGES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}
