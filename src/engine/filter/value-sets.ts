import type { Image } from '../codec/open-image.ts';
import { readUint32s } from '../dense/little-endian.ts';
import { FILTER_SECTIONS, POSTING_WORDS, SET_FORM } from './filter-layout.ts';

/** The documents of one value: ranges, or the address of a bitmap. */
export type ValueSet = { readonly ranges: Uint32Array } | { readonly bits: number };

/** The documents of each value of a segment, read in place. */
export class ValueSets {
  readonly #postings: Uint32Array;
  readonly #sets: Uint8Array;

  constructor(image: Image) {
    this.#postings = readUint32s(image.section(FILTER_SECTIONS.postings));
    this.#sets = image.section(FILTER_SECTIONS.sets);
  }

  hasBits(value: number): boolean {
    return this.#postings[value * POSTING_WORDS] === SET_FORM.bitmap;
  }

  get(value: number): ValueSet {
    const [form, start, length] = this.#postings.subarray(value * POSTING_WORDS);
    if (form === SET_FORM.bitmap) return { bits: this.#sets.byteOffset + start! };
    const words = readUint32s(this.#sets.subarray(start, start! + length!));
    return { ranges: form === SET_FORM.ranges ? words : listedRanges(words) };
  }
}

function listedRanges(docs: Uint32Array): Uint32Array {
  const borders: number[] = [];
  for (const doc of docs) {
    if (borders.at(-1) === doc) borders[borders.length - 1] = doc + 1;
    else borders.push(doc, doc + 1);
  }
  return Uint32Array.from(borders);
}
