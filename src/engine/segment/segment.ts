import { ToolscoutError } from '../../errors.ts';
import { damaged } from '../codec/image-errors.ts';
import { imageSize } from '../codec/open-image.ts';
import { createSegmentMemory, SegmentMemory, type WasmMemory } from '../codec/segment-memory.ts';
import { isSet, seenDocs, sees } from '../filter/sees.ts';
import type { View } from '../filter/view.ts';
import { DocumentTable, type RecordPlace } from './document-table.ts';
import { KeyTable } from './key-table.ts';
import type { OpenParts, PartMaker, RemovedDocuments } from './parts.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { SegmentDocument } from './types.ts';

/** Where a segment has its documents: in memory, or in a file that is read when one is asked for. */
export interface DocumentSource {
  payload(doc: number, place: RecordPlace): Uint8Array;
  document(doc: number, place: RecordPlace): SegmentDocument;
}

/**
 * An open segment: an image that never changes, and a bitmap of the documents that were removed since it was built.
 */
export class Segment {
  readonly size: number;
  readonly keys: KeyTable;
  readonly parts: OpenParts;
  readonly #documents: DocumentTable;
  readonly #source: DocumentSource;
  readonly #bytes: Uint8Array;
  readonly #removed: { readonly address: number; count: number };

  /** The image must lie in `space` and be sound: `SegmentMemory` checks the header, `readImage` or `image.verify()` the rest. */
  constructor(space: SegmentMemory, maker: PartMaker, source: DocumentSource) {
    this.size = space.image.documents;
    this.keys = new KeyTable(space.image);
    this.#documents = new DocumentTable(space.image);
    this.#source = source;
    this.#bytes = new Uint8Array(space.memory.buffer);
    this.#removed = { address: space.reserve(Math.ceil(this.size / 8)), count: 0 };
    this.parts = maker.open({ size: this.size, space, removed: this.#removed });
  }

  get removed(): RemovedDocuments {
    return this.#removed;
  }

  /** Documents that were not removed. */
  get live(): number {
    return this.size - this.#removed.count;
  }

  isRemoved(doc: number): boolean {
    return isSet(this.#bytes, this.#removed.address, doc);
  }

  remove(doc: number): void {
    if (this.isRemoved(doc)) return;
    this.#bytes[this.#removed.address + (doc >> 3)]! |= 1 << (doc & 7);
    this.#removed.count++;
  }

  /** The live document that has the key. */
  find(key: string): number | undefined {
    const doc = this.keys.find(key);
    return doc === undefined || this.isRemoved(doc) ? undefined : doc;
  }

  hasHash(doc: number, hash: Uint8Array): boolean {
    return this.#documents.hasHash(doc, hash);
  }

  isInView(doc: number, view: View): boolean {
    return sees(view, this.#bytes, doc);
  }

  /** The first documents of a view by key, `limit` at most. */
  listByKey(view: View, limit: number): readonly number[] {
    const most = Math.min(limit, view.count);
    // Walking all keys in order takes some `most * size / count` steps, going to the documents of the view `count`.
    return view.count * view.count < most * this.size
      ? this.#sortedByKey(view).slice(0, most)
      : this.#walkedByKey(view, most);
  }

  #sortedByKey(view: View): readonly number[] {
    const ranks = seenDocs(view, this.#bytes)
      .map((doc) => this.keys.rank(doc))
      .sort();
    return Array.from(ranks, (rank) => this.keys.inOrder[rank]!);
  }

  #walkedByKey(view: View, most: number): readonly number[] {
    const found: number[] = [];
    for (let rank = 0; rank < this.size && found.length < most; rank++) {
      const doc = this.keys.inOrder[rank]!;
      if (this.isInView(doc, view)) found.push(doc);
    }
    return found;
  }

  payload(doc: number): Uint8Array {
    return this.#named(doc, () => this.#source.payload(doc, this.#documents.place(doc)));
  }

  place(doc: number): RecordPlace {
    return this.#documents.place(doc);
  }

  document(doc: number): SegmentDocument {
    return this.#named(doc, () => this.#source.document(doc, this.#documents.place(doc)));
  }

  /** Damage is told with the key of the document: a checksum alone tells nobody what is lost. */
  #named<Result>(doc: number, read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ToolscoutError) || error.code !== 'INDEX_DAMAGED') throw error;
      const key = this.keys.key(doc);
      throw damaged(`The document ${JSON.stringify(key)} cannot be read: ${error.message}`, { ...error.details, key });
    }
  }

  /** Live documents, in the order in which a source reads them fastest. */
  liveDocs(): Uint32Array {
    return this.#documents.byStart().filter((doc) => !this.isRemoved(doc));
  }
}

/** Builds a segment in memory that keeps its documents. */
export function buildSegment(documents: readonly SegmentDocument[], maker: PartMaker): Segment {
  const builder = new SegmentBuilder(maker);
  for (const document of documents) builder.add(document);
  const { image, order } = builder.finishImage();
  const inOrder = Array.from(order, (added) => documents[added]!);
  return new Segment(new SegmentMemory(memoryOf(image)), maker, {
    payload: (doc) => inOrder[doc]!.payload,
    document: (doc) => inOrder[doc]!,
  });
}

function memoryOf(image: Uint8Array): WasmMemory {
  const memory = createSegmentMemory(imageSize(image));
  new Uint8Array(memory.buffer).set(image);
  return memory;
}
