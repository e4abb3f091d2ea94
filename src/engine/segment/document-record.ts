import { damaged } from '../codec/image-errors.ts';
import { xxh32 } from '../dense/checksum.ts';
import type { DocumentTags } from '../filter/expression.ts';
import type { NumberedTerms } from '../lexical/numbered-terms.ts';
import { TermJson } from './term-json.ts';
import type { SegmentDocument } from './types.ts';

/**
 * A document as bytes, from which everything else about it can be built again. Numbers are little-endian.
 *
 *    0  uint32   length of the record, padding left out
 *    4  uint32   XXH32 of the record from byte 8 on
 *    8  8 bytes  hash of the content
 *   16  uint32   length of the payload
 *   20  uint32   length of the key
 *   24  uint32   length of the rest
 *   28  uint32   length of the vector; 0 = none
 *   32  float64  scale of the vector
 *   40  payload · key (UTF-8) · rest (JSON [tags, terms]) · vector (int8)
 *
 * Records are padded with zeros to multiples of 16.
 */
const HEADER_BYTES = 40;
const CHECKED_FROM = 8;

/** Records start at multiples of this, so that a uint32 reaches 64 GiB. */
export const RECORD_ALIGNMENT = 16;

/** Bytes at the start of a record that tell its length: see {@link recordLength}. */
export const RECORD_PREFIX_BYTES = 8;

/** A record of its own. Whoever needs each only until the next takes a {@link RecordEncoder}. */
export function encodeDocument(document: SegmentDocument): Uint8Array {
  own ??= new RecordEncoder();
  return own.encode(document).slice();
}

let own: RecordEncoder | undefined;

/** Writes one record after the other into the same bytes. */
export class RecordEncoder {
  #bytes = new Uint8Array(FIRST_BYTES);
  #terms: TermJson | undefined;

  /** Valid until the next is encoded. */
  encode(document: SegmentDocument): Uint8Array {
    const { key, hash, payload, vector, tags, numbered } = document;
    const payloadEnd = HEADER_BYTES + payload.length;
    this.#makeRoom(payloadEnd);
    this.#bytes.set(payload, HEADER_BYTES);
    const keyEnd = this.#write(key, payloadEnd);
    const restEnd =
      numbered === undefined
        ? this.#write(JSON.stringify([tags, document.terms]), keyEnd)
        : this.#writeNumbered(numbered, this.#write(`[${JSON.stringify(tags)},`, keyEnd));
    const vectorLength = vector?.values.length ?? 0;
    const length = restEnd + vectorLength;
    const padded = paddedLength(length);
    this.#makeRoom(padded);
    const record = this.#bytes.subarray(0, padded);
    if (vector !== undefined) {
      record.set(new Uint8Array(vector.values.buffer, vector.values.byteOffset, vectorLength), restEnd);
    }
    record.fill(0, length);
    const view = new DataView(record.buffer);
    view.setUint32(0, length, true);
    record.set(hash, 8);
    view.setUint32(16, payload.length, true);
    view.setUint32(20, keyEnd - payloadEnd, true);
    view.setUint32(24, restEnd - keyEnd, true);
    view.setUint32(28, vectorLength, true);
    view.setFloat64(32, vector?.scale ?? 0, true);
    view.setUint32(4, xxh32(record.subarray(CHECKED_FROM, length)), true);
    return record;
  }

  /** @returns where the text ends */
  #write(text: string, at: number): number {
    this.#makeRoom(at + 3 * text.length);
    return at + encoder.encodeInto(text, this.#bytes.subarray(at)).written;
  }

  /** The lists as `JSON.stringify` would write them, and the bracket that closes the rest. */
  #writeNumbered({ dictionary, numbers, ends }: NumberedTerms, start: number): number {
    if (this.#terms?.dictionary !== dictionary) this.#terms = new TermJson(dictionary);
    const json = this.#terms;
    this.#makeRoom(start + json.measure(numbers) + 3 * ends.length + 2);
    const bytes = this.#bytes;
    let at = start;
    let from = 0;
    bytes[at++] = OPEN;
    for (const end of ends) {
      bytes[at++] = OPEN;
      if (end > from) {
        at = json.copy(numbers, from, end, bytes, at);
        // In place of the comma after the last term.
        bytes[at - 1] = CLOSE;
      } else {
        bytes[at++] = CLOSE;
      }
      bytes[at++] = COMMA;
      from = end;
    }
    if (ends.length > 0) at--;
    bytes[at++] = CLOSE;
    bytes[at++] = CLOSE;
    return at;
  }

  #makeRoom(length: number): void {
    if (length <= this.#bytes.length) return;
    const wider = new Uint8Array(2 * length);
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

const FIRST_BYTES = 4096;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

/** Length of a record without its padding, as its first bytes claim. */
export function recordLength(prefix: Uint8Array): number {
  return new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength).getUint32(0, true);
}

/** Length with padding. */
export function paddedLength(length: number): number {
  return Math.ceil(length / RECORD_ALIGNMENT) * RECORD_ALIGNMENT;
}

/** @throws ToolscoutError `INDEX_DAMAGED` */
export function decodeDocument(record: Uint8Array): SegmentDocument {
  const { view, payloadEnd, keyEnd, restEnd, length } = readLayout(record);
  const [tags, terms] = JSON.parse(decoder.decode(record.subarray(keyEnd, restEnd))) as [DocumentTags, string[][]];
  const document = {
    key: decoder.decode(record.subarray(payloadEnd, keyEnd)),
    hash: copyOf(record.subarray(8, 16)),
    terms,
    tags,
    payload: copyOf(record.subarray(HEADER_BYTES, payloadEnd)),
  };
  if (restEnd === length) return document;
  const values = new Int8Array(copyOf(record.subarray(restEnd, length)).buffer);
  return { ...document, vector: { values, scale: view.getFloat64(32, true) } };
}

/** The payload alone: a view, no copy. @throws ToolscoutError `INDEX_DAMAGED` */
export function decodePayload(record: Uint8Array): Uint8Array {
  return record.subarray(HEADER_BYTES, readLayout(record).payloadEnd);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Not `slice`, which shares the memory where the bytes are a Node Buffer. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function readLayout(record: Uint8Array): {
  view: DataView;
  payloadEnd: number;
  keyEnd: number;
  restEnd: number;
  length: number;
} {
  if (record.length < HEADER_BYTES)
    throw damaged(`A document has ${record.length} bytes where ${HEADER_BYTES} are least.`);
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const length = view.getUint32(0, true);
  const payloadEnd = HEADER_BYTES + view.getUint32(16, true);
  const keyEnd = payloadEnd + view.getUint32(20, true);
  const restEnd = keyEnd + view.getUint32(24, true);
  if (length > record.length || restEnd + view.getUint32(28, true) !== length) {
    throw damaged(`A document of ${record.length} bytes claims ${length}.`);
  }
  if (xxh32(record.subarray(CHECKED_FROM, length)) !== view.getUint32(4, true)) {
    throw damaged('The checksum of a document is wrong.');
  }
  return { view, payloadEnd, keyEnd, restEnd, length };
}
