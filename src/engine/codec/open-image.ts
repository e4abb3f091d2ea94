import type { ToolscoutError } from '../../errors.ts';
import { xxh32 } from '../dense/checksum.ts';
import type { SectionPlace } from './encode-image.ts';
import { damaged, foreign, otherVersion } from './image-errors.ts';
import {
  CHECKED_FROM,
  CHECKSUM_AT,
  DOCUMENT_COUNT_AT,
  ENTRY_BYTES,
  ENTRY_COUNT_AT,
  FIXED_HEADER,
  FORMAT_VERSION,
  HEADER_LENGTH_AT,
  IMAGE_LENGTH_AT,
  MAGIC,
  NAME_BYTES,
  VERSION_AT,
} from './image-layout.ts';

/** An image whose header was right. The sections are checked by {@link Image.verify} only. */
export interface Image {
  /** Number of documents. */
  readonly documents: number;
  /** The image without what may lie behind it in the same memory. */
  readonly bytes: Uint8Array;
  readonly sections: readonly SectionPlace[];
  has(name: string): boolean;
  /** A view on a section, no copy; it starts at a multiple of 64. @throws ToolscoutError `INDEX_DAMAGED` if missing. */
  section(name: string): Uint8Array;
  /** Compares every section with its checksum. @throws ToolscoutError `INDEX_DAMAGED` naming the first that differs. */
  verify(): void;
}

/** What the first bytes of an image say about its size, before it is read. */
export interface ImageSize {
  readonly length: number;
  readonly documents: number;
}

/** The fixed part of a header: beside the size of the image that of the whole header. */
export interface ImageHead extends ImageSize {
  readonly headerLength: number;
}

/**
 * Reads the fixed part of a header (64 bytes), so that memory can be made before the image is read into it.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function imageSize(bytes: Uint8Array): ImageHead {
  if (bytes.byteLength < FIXED_HEADER || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw foreign(`${bytes.byteLength} bytes that do not start as a segment of an index.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(VERSION_AT, true);
  if (version !== FORMAT_VERSION) throw otherVersion('A segment', version, FORMAT_VERSION);
  const length = view.getUint32(IMAGE_LENGTH_AT, true);
  const documents = view.getUint32(DOCUMENT_COUNT_AT, true);
  // No document takes less than a byte: a bound on what a damaged header can make the reader allocate.
  if (documents > length) throw damaged(`A segment of ${length} bytes claims ${documents} documents.`);
  return { length, documents, headerLength: view.getUint32(HEADER_LENGTH_AT, true) };
}

/**
 * Opens an image at the start of `bytes` and holds on to them; bytes behind it are left alone.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openImage(bytes: Uint8Array): Image {
  const { length, documents, headerLength } = imageSize(bytes);
  if (length > bytes.byteLength) throw damaged(`A segment has ${bytes.byteLength} bytes where ${length} were written.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(ENTRY_COUNT_AT, true);
  if (headerLength > length || headerLength !== FIXED_HEADER + count * ENTRY_BYTES) {
    throw damaged(`The header of a segment claims ${count} sections in ${headerLength} bytes.`);
  }
  if (xxh32(bytes.subarray(CHECKED_FROM, headerLength)) !== view.getUint32(CHECKSUM_AT, true)) {
    throw damaged('The checksum of the header of a segment is wrong.');
  }
  const sections = new Map<string, SectionPlace>();
  for (let i = 0; i < count; i++) {
    const place = readEntry(bytes, FIXED_HEADER + i * ENTRY_BYTES);
    if (place.start + place.length > length) throw damaged(`Section "${place.name}" lies outside its segment.`);
    sections.set(place.name, place);
  }
  return new OpenImage(new Uint8Array(bytes.buffer, bytes.byteOffset, length), documents, sections);
}

class OpenImage implements Image {
  readonly bytes: Uint8Array;
  readonly documents: number;
  readonly #sections: ReadonlyMap<string, SectionPlace>;

  constructor(bytes: Uint8Array, documents: number, sections: ReadonlyMap<string, SectionPlace>) {
    this.bytes = bytes;
    this.documents = documents;
    this.#sections = sections;
  }

  get sections(): readonly SectionPlace[] {
    return [...this.#sections.values()];
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  section(name: string): Uint8Array {
    const place = this.#sections.get(name);
    if (place === undefined) throw damaged(`A segment has no section "${name}".`, { section: name });
    return this.bytes.subarray(place.start, place.start + place.length);
  }

  verify(): void {
    for (const { name, checksum } of this.#sections.values()) {
      if (xxh32(this.section(name)) !== checksum) throw wrongChecksum(name);
    }
  }
}

/** A section is not as it was written. */
export function wrongChecksum(section: string): ToolscoutError {
  return damaged(`The checksum of section "${section}" of a segment is wrong.`, { section });
}

function readEntry(bytes: Uint8Array, at: number): SectionPlace {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, ENTRY_BYTES);
  let nameLength = 0;
  while (nameLength < NAME_BYTES && bytes[at + nameLength] !== 0) nameLength++;
  // A copy, since decoders refuse shared memory.
  const name = new TextDecoder().decode(bytes.slice(at, at + nameLength));
  return {
    name,
    start: view.getUint32(NAME_BYTES, true),
    length: view.getUint32(NAME_BYTES + 4, true),
    checksum: view.getUint32(NAME_BYTES + 8, true),
  };
}
