import type { Section } from '../codec/encode-image.ts';
import { damaged } from '../codec/image-errors.ts';
import type { Image } from '../codec/open-image.ts';
import { littleEndianBytes, readUint32s } from '../dense/little-endian.ts';
import { GrowingNumbers } from '../lexical/growing-numbers.ts';
import { RECORD_ALIGNMENT } from './document-record.ts';
import type { DocumentOrder } from './parts.ts';

const HASH_BYTES = 8;

/** Where the record of a document lies among the records of its segment. */
export interface RecordPlace {
  /** A multiple of 16. */
  readonly start: number;
  readonly length: number;
}

/**
 * What a segment knows of its documents beside keys, terms, vectors and tags.
 *
 *   documents.hashes   8 bytes a document
 *   documents.starts   uint32 a document: start of its record, in units of 16 bytes
 *   documents.lengths  uint32 a document: bytes of its record
 */
export class DocumentTableBuilder {
  /** As two little-endian words each: a million small arrays would take twenty times the room. */
  readonly #hashes = new GrowingNumbers();
  readonly #starts = new GrowingNumbers();
  readonly #lengths = new GrowingNumbers();

  add(hash: Uint8Array, place: RecordPlace): void {
    if (hash.length !== HASH_BYTES) throw new RangeError(`A hash has ${HASH_BYTES} bytes, not ${hash.length}.`);
    for (let at = 0; at < HASH_BYTES; at += 4) {
      this.#hashes.push(hash[at]! | (hash[at + 1]! << 8) | (hash[at + 2]! << 16) | (hash[at + 3]! << 24));
    }
    this.#starts.push(place.start / RECORD_ALIGNMENT);
    this.#lengths.push(place.length);
  }

  finish(order: DocumentOrder): readonly Section[] {
    const hashes = new Uint32Array(2 * order.length);
    for (let place = 0; place < order.length; place++) {
      hashes[2 * place] = this.#hashes.at(2 * order[place]!);
      hashes[2 * place + 1] = this.#hashes.at(2 * order[place]! + 1);
    }
    const starts = order.map((added) => this.#starts.at(added));
    const lengths = order.map((added) => this.#lengths.at(added));
    return [
      { name: 'documents.hashes', bytes: littleEndianBytes(hashes) },
      { name: 'documents.starts', bytes: littleEndianBytes(starts) },
      { name: 'documents.lengths', bytes: littleEndianBytes(lengths) },
    ];
  }
}

/** Reads what {@link DocumentTableBuilder} has written. */
export class DocumentTable {
  readonly #hashes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint32Array;

  constructor(image: Image) {
    this.#hashes = image.section('documents.hashes');
    this.#starts = readUint32s(image.section('documents.starts'));
    this.#lengths = readUint32s(image.section('documents.lengths'));
    const { documents } = image;
    if (this.#hashes.length !== documents * HASH_BYTES || this.#starts.length !== documents) {
      throw damaged(`A segment of ${documents} documents places ${this.#starts.length}.`);
    }
  }

  hasHash(doc: number, hash: Uint8Array): boolean {
    const at = doc * HASH_BYTES;
    for (let i = 0; i < HASH_BYTES; i++) if (this.#hashes[at + i] !== hash[i]) return false;
    return true;
  }

  place(doc: number): RecordPlace {
    return { start: this.#starts[doc]! * RECORD_ALIGNMENT, length: this.#lengths[doc]! };
  }

  /** Documents in the order of their records. */
  byStart(): Uint32Array {
    const starts = this.#starts;
    return Uint32Array.from(starts, (_, doc) => doc).sort((a, b) => starts[a]! - starts[b]!);
  }
}
