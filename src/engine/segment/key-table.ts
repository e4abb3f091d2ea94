import { ToolscoutError } from '../../errors.ts';
import type { Section } from '../codec/encode-image.ts';
import { damaged } from '../codec/image-errors.ts';
import type { Image } from '../codec/open-image.ts';
import { littleEndianBytes, readUint32s } from '../dense/little-endian.ts';
import type { DocumentOrder, PartBuilder } from './parts.ts';
import { sortedByKey } from './sort-keys.ts';

/**
 * The keys of a segment.
 *
 *   keys.offsets  document d ─▶ its key is bytes offsets[d] … offsets[d + 1] - 1 of keys.bytes, UTF-8
 *   keys.order    rank r ─▶ document whose key is the r-th
 *   keys.ranks    document d ─▶ rank of its key, by which the other parts break ties
 */
export class KeyTableBuilder implements PartBuilder<string> {
  readonly #keys: string[] = [];
  #sorted: Uint32Array | undefined;

  add(key: string): void {
    // A lone surrogate has no UTF-8 form: two such keys would become one.
    if (key === '' || !key.isWellFormed()) {
      throw new RangeError(`A key is well-formed text and not empty: ${JSON.stringify(key)} is not.`);
    }
    this.#keys.push(key);
  }

  /** For each document, as they were added, its place by key. */
  ranks(): Uint32Array {
    const ranks = new Uint32Array(this.#keys.length);
    for (const [rank, added] of this.#byKey().entries()) ranks[added] = rank;
    return ranks;
  }

  finish(order: DocumentOrder): readonly Section[] {
    const keys = this.#keys;
    const sorted = this.#byKey().slice();
    const placeOf = new Uint32Array(keys.length);
    for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place;
    const ranks = new Uint32Array(keys.length);
    for (let rank = 0; rank < sorted.length; rank++) {
      const place = placeOf[sorted[rank]!]!;
      ranks[place] = rank;
      sorted[rank] = place;
    }
    const { offsets, bytes } = encodeKeys(keys, order);
    return [
      { name: 'keys.offsets', bytes: littleEndianBytes(offsets) },
      { name: 'keys.bytes', bytes },
      { name: 'keys.order', bytes: littleEndianBytes(sorted) },
      { name: 'keys.ranks', bytes: littleEndianBytes(ranks) },
    ];
  }

  #byKey(): Uint32Array {
    this.#sorted ??= sortedUnique(this.#keys);
    return this.#sorted;
  }
}

/** Reads what {@link KeyTableBuilder} has written. */
export class KeyTable {
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #order: Uint32Array;
  readonly #ranks: Uint32Array;

  constructor(image: Image) {
    this.#offsets = readUint32s(image.section('keys.offsets'));
    this.#bytes = image.section('keys.bytes');
    this.#order = readUint32s(image.section('keys.order'));
    this.#ranks = readUint32s(image.section('keys.ranks'));
    if (this.#offsets.length !== image.documents + 1 || this.#order.length !== image.documents) {
      throw damaged(`A segment of ${image.documents} documents has ${this.#order.length} keys.`);
    }
  }

  key(doc: number): string {
    const [start, end] = [this.#offsets[doc]!, this.#offsets[doc + 1]!];
    return this.#asciiKey(start, end) ?? decoder.decode(this.#bytes.subarray(start, end));
  }

  /** Short keys without other characters, which most are: a call of the decoder takes longer than reading them here. */
  #asciiKey(start: number, end: number): string | undefined {
    if (end - start > SHORT_KEY) return undefined;
    let key = '';
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at]!;
      if (byte > ASCII_END) return undefined;
      key += String.fromCharCode(byte);
    }
    return key;
  }

  /** The document that has the key. */
  find(key: string): number | undefined {
    const wanted = encoder.encode(key);
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const doc = this.#order[middle]!;
      const compared = this.#compare(doc, wanted);
      if (compared === 0) return doc;
      if (compared < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** Documents in the order of their keys. */
  get inOrder(): Uint32Array {
    return this.#order;
  }

  /** The place of a document in that order. */
  rank(doc: number): number {
    return this.#ranks[doc]!;
  }

  /** In place: a view for each step of a search would cost more than the search. */
  #compare(doc: number, wanted: Uint8Array): number {
    const start = this.#offsets[doc]!;
    const length = this.#offsets[doc + 1]! - start;
    const common = Math.min(length, wanted.length);
    for (let i = 0; i < common; i++) {
      const difference = this.#bytes[start + i]! - wanted[i]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}

/** Bytes. */
const SHORT_KEY = 32;
const ASCII_END = 127;
/** Keys lie here and there, and of several that are asked for their lengths in a row the machine reads many at once. */
const TOGETHER = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @throws ToolscoutError `CATALOG_INVALID` */
function sortedUnique(keys: readonly string[]): Uint32Array {
  const sorted = sortedByKey(keys);
  for (let rank = 1; rank < sorted.length; rank++) {
    const key = keys[sorted[rank]!]!;
    if (key !== keys[sorted[rank - 1]!]) continue;
    throw new ToolscoutError('CATALOG_INVALID', `Two documents have the key ${JSON.stringify(key)}.`, {
      next: 'Give every document a key of its own.',
      details: { key },
    });
  }
  return sorted;
}

function encodeKeys(keys: readonly string[], order: DocumentOrder): { offsets: Uint32Array; bytes: Uint8Array } {
  const offsets = new Uint32Array(keys.length + 1);
  // A unit takes three bytes at most; a pair of units takes four.
  let bytes = new Uint8Array(1024);
  let end = 0;
  for (let first = 0; first < order.length; first += TOGETHER) {
    const last = Math.min(first + TOGETHER, order.length);
    let units = 0;
    for (let place = first; place < last; place++) units += keys[order[place]!]!.length;
    if (end + 3 * units > bytes.length) {
      const wider = new Uint8Array(2 * bytes.length + 3 * units);
      wider.set(bytes);
      bytes = wider;
    }
    for (let place = first; place < last; place++) {
      const key = keys[order[place]!]!;
      end = encodeAscii(key, bytes, end) ?? end + encoder.encodeInto(key, bytes.subarray(end)).written;
      offsets[place + 1] = end;
    }
  }
  return { offsets, bytes: bytes.subarray(0, end) };
}

/** Short keys without other characters, as {@link KeyTable.key} reads them. @returns where the key ends, if it is one of these */
function encodeAscii(key: string, bytes: Uint8Array, start: number): number | undefined {
  if (key.length > SHORT_KEY) return undefined;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (unit > ASCII_END) return undefined;
    bytes[start + i] = unit;
  }
  return start + key.length;
}
