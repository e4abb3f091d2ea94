import { encodeImage, type Section } from '../codec/encode-image.ts';
import { DocumentTableBuilder, type RecordPlace } from './document-table.ts';
import { KeyTableBuilder } from './key-table.ts';
import type { PartBuilders, PartMaker } from './parts.ts';
import type { SegmentDocument } from './types.ts';

/** Builds one segment of documents that come one by one; it keeps of them what its parts need, not the documents. */
export class SegmentBuilder {
  readonly #parts: PartBuilders;
  readonly #dimensions: number | undefined;
  readonly #keys = new KeyTableBuilder();
  readonly #documents = new DocumentTableBuilder();
  #size = 0;

  constructor(maker: PartMaker) {
    this.#parts = maker.builders();
    this.#dimensions = maker.dimensions;
  }

  get size(): number {
    return this.#size;
  }

  /** @param place where the document's record lies; of no use in an index that keeps its documents in memory. */
  add(document: SegmentDocument, place: RecordPlace = NO_PLACE): void {
    checkVector(document, this.#dimensions);
    this.#keys.add(document.key);
    this.#documents.add(document.hash, place);
    this.#parts.lexical.add(document.numbered ?? document.terms);
    this.#parts.filter.add(document.tags);
    if (document.vector !== undefined) this.#parts.dense?.add(document.vector);
    this.#size++;
  }

  /** The sections of the segment's image and the order of the documents in it. No use of the builder after this. */
  finish(): { readonly sections: readonly Section[]; readonly order: Uint32Array } {
    const order = this.#parts.order(this.#keys.ranks());
    const sections = [
      ...this.#keys.finish(order),
      ...this.#documents.finish(order),
      ...this.#parts.filter.finish(order),
      ...this.#parts.lexical.finish(order),
      ...(this.#parts.dense?.finish(order) ?? []),
    ];
    return { sections, order };
  }

  /** As {@link SegmentBuilder.finish}, joined to an image. */
  finishImage(): { readonly image: Uint8Array; readonly order: Uint32Array } {
    const { sections, order } = this.finish();
    return { image: encodeImage(sections, this.#size), order };
  }
}

const NO_PLACE: RecordPlace = { start: 0, length: 0 };

function checkVector({ key, vector }: SegmentDocument, dimensions: number | undefined): void {
  if (vector?.values.length === dimensions) return;
  throw new RangeError(
    `Document ${JSON.stringify(key)} has ${vector?.values.length ?? 'no'} dimensions in an index of ${dimensions ?? 'none'}.`,
  );
}
