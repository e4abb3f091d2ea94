import { xxh32 } from '../dense/checksum.ts';
import {
  aligned,
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
  MAX_IMAGE_BYTES,
  NAME_BYTES,
  VERSION_AT,
} from './image-layout.ts';

/** A named part of an image. Its bytes are little-endian: see `littleEndianBytes`. */
export interface Section {
  /** `part.what`, for example `lexical.impacts`; at most 48 bytes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where a section lies in its image. */
export interface SectionPlace {
  readonly name: string;
  readonly start: number;
  readonly length: number;
  readonly checksum: number;
}

/** Joins sections, in the order given, to one image of `documents` documents. */
export function encodeImage(sections: readonly Section[], documents: number): Uint8Array {
  const { header, places, length } = encodeHeader(sections, documents);
  const image = new Uint8Array(length);
  image.set(header);
  for (const [i, { bytes }] of sections.entries()) image.set(bytes, places[i]!.start);
  return image;
}

/** The header alone, for those who write an image piece by piece and do not want it twice in memory. */
export function encodeHeader(
  sections: readonly Section[],
  documents: number,
): { readonly header: Uint8Array; readonly places: readonly SectionPlace[]; readonly length: number } {
  const headerLength = FIXED_HEADER + sections.length * ENTRY_BYTES;
  const places: SectionPlace[] = [];
  let end = headerLength;
  for (const { name, bytes } of sections) {
    if (places.some((place) => place.name === name)) throw new RangeError(`Section "${name}" is given twice.`);
    places.push({ name, start: end, length: bytes.byteLength, checksum: xxh32(bytes) });
    end = aligned(end + bytes.byteLength);
  }
  if (end > MAX_IMAGE_BYTES) throw new RangeError(`An image has at most ${MAX_IMAGE_BYTES} bytes, not ${end}.`);
  const header = new Uint8Array(headerLength);
  header.set(MAGIC);
  const view = new DataView(header.buffer);
  view.setUint32(VERSION_AT, FORMAT_VERSION, true);
  view.setUint32(HEADER_LENGTH_AT, headerLength, true);
  view.setUint32(ENTRY_COUNT_AT, sections.length, true);
  view.setUint32(IMAGE_LENGTH_AT, end, true);
  view.setUint32(DOCUMENT_COUNT_AT, documents, true);
  for (const [i, { name, start, length, checksum }] of places.entries()) {
    const encoded = new TextEncoder().encode(name);
    if (encoded.length === 0 || encoded.length > NAME_BYTES)
      throw new RangeError(`Section name "${name}" is too long.`);
    const at = FIXED_HEADER + i * ENTRY_BYTES;
    header.set(encoded, at);
    view.setUint32(at + NAME_BYTES, start, true);
    view.setUint32(at + NAME_BYTES + 4, length, true);
    view.setUint32(at + NAME_BYTES + 8, checksum, true);
  }
  view.setUint32(CHECKSUM_AT, xxh32(header.subarray(CHECKED_FROM)), true);
  return { header, places, length: end };
}
