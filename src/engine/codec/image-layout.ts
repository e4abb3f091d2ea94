/**
 * One segment as one flat image. Numbers are little-endian; header and sections start at multiples of 64 and are padded
 * with zeros, so that kernels and typed arrays work on the image in place.
 *
 *    0  8 bytes   magic "TSCINDEX"
 *    8  uint32    version of this layout
 *   12  uint32    XXH32 of the header from byte 16 on
 *   16  uint32    length of the header, entries included
 *   20  uint32    number of entries
 *   24  uint32    length of the whole image
 *   28  uint32    number of documents
 *   32  32 bytes  zero
 *   64  entries   64 bytes each: name (UTF-8, padded with zeros to 48), start, length, XXH32 of the content, zero
 *       sections  each at its start, counted from the start of the image
 */
export const MAGIC: readonly number[] = [0x54, 0x53, 0x43, 0x49, 0x4e, 0x44, 0x45, 0x58];
export const FORMAT_VERSION = 1;
export const ALIGNMENT = 64;
export const FIXED_HEADER = 64;
export const ENTRY_BYTES = 64;
export const NAME_BYTES = 48;

/** The part of the header that its checksum guards. */
export const CHECKED_FROM = 16;

/** Offsets of the uint32s of the header. */
export const VERSION_AT = 8;
export const CHECKSUM_AT = 12;
export const HEADER_LENGTH_AT = 16;
export const ENTRY_COUNT_AT = 20;
export const IMAGE_LENGTH_AT = 24;
export const DOCUMENT_COUNT_AT = 28;

/** An image and its scratch share one WebAssembly memory, which ends at 4 GiB. */
export const MAX_IMAGE_BYTES: number = 3 * 2 ** 30;

/** `offset` rounded up to the alignment of sections. */
export function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
