import type { RemoteDocument } from '../../retrieval/index.ts';
import { toHex } from './stored-document.ts';

/** Documents kept, some kilobytes each: the same ones are found over and over, and to fetch them is most of a search. */
const MAX_DOCUMENTS = 5_000;

/** A document as a search names it. */
export interface DocumentName {
  readonly id: string;
  readonly hash: string;
}

/** Documents that were fetched before, as they were under one hash of their content. */
export class DocumentCache {
  readonly #documents = new Map<string, { readonly hash: string; readonly document: RemoteDocument }>();

  get({ id, hash }: DocumentName): RemoteDocument | undefined {
    const known = this.#documents.get(id);
    if (known?.hash !== hash) return undefined;
    // Kept in the order of use, so that the least recently used is the first.
    this.#documents.delete(id);
    this.#documents.set(id, known);
    return known.document;
  }

  add(document: RemoteDocument): void {
    this.#documents.delete(document.key);
    this.#documents.set(document.key, { hash: toHex(document.hash), document });
    if (this.#documents.size > MAX_DOCUMENTS) this.#documents.delete(this.#documents.keys().next().value!);
  }
}
