import { littleEndianBytes } from '../dense/little-endian.ts';
import { bitmapBytes, POSTING_WORDS, SET_FORM } from './filter-layout.ts';

/** Documents of one value: pairs of start and end, and how many they hold. */
export interface DocumentSet {
  readonly ranges: Uint32Array;
  readonly count: number;
}

const ALIGNMENT = 64;
const WORD = 4;

/** Lays the sets of all values out, each in the form that takes least. */
export function writeSets(
  sets: readonly DocumentSet[],
  size: number,
): { readonly postings: Uint32Array; readonly sets: Uint8Array } {
  const postings = new Uint32Array(sets.length * POSTING_WORDS);
  let end = 0;
  for (const [value, { ranges, count }] of sets.entries()) {
    const lengths = [ranges.length * WORD, count * WORD, bitmapBytes(size)];
    const length = Math.min(...lengths);
    postings.set([lengths.indexOf(length), end, length], value * POSTING_WORDS);
    end += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
  }
  const bytes = new Uint8Array(end);
  for (const [value, { ranges, count }] of sets.entries()) {
    const [form, start] = postings.subarray(value * POSTING_WORDS);
    if (form === SET_FORM.bitmap) setBits(bytes.subarray(start!, start! + bitmapBytes(size)), ranges);
    else bytes.set(littleEndianBytes(form === SET_FORM.list ? listed(ranges, count) : ranges), start!);
  }
  return { postings, sets: bytes };
}

function listed(ranges: Uint32Array, count: number): Uint32Array {
  const docs = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) for (let doc = ranges[i]!; doc < ranges[i + 1]!; doc++) docs[at++] = doc;
  return docs;
}

/** Sets the bits of all documents of the ranges: bit d & 7 of byte d >> 3. */
export function setBits(bitmap: Uint8Array, ranges: ArrayLike<number>): void {
  for (let i = 0; i < ranges.length; i += 2) {
    let doc = ranges[i]!;
    const end = ranges[i + 1]!;
    for (; doc < end && (doc & 7) !== 0; doc++) bitmap[doc >> 3]! |= 1 << (doc & 7);
    const wholeTo = Math.max(doc, end & ~7);
    bitmap.fill(0xff, doc >> 3, wholeTo >> 3);
    for (doc = wholeTo; doc < end; doc++) bitmap[doc >> 3]! |= 1 << (doc & 7);
  }
}

/** Clears the bits of the documents from `doc` up to `end`. */
export function clearBits(bitmap: Uint8Array, doc: number, end: number): void {
  for (; doc < end && (doc & 7) !== 0; doc++) bitmap[doc >> 3]! &= ~(1 << (doc & 7));
  const wholeTo = Math.max(doc, end & ~7);
  bitmap.fill(0, doc >> 3, wholeTo >> 3);
  for (doc = wholeTo; doc < end; doc++) bitmap[doc >> 3]! &= ~(1 << (doc & 7));
}
