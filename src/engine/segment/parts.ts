import type { Section } from '../codec/encode-image.ts';
import type { SegmentMemory } from '../codec/segment-memory.ts';
import type { QuantisedVector } from '../dense/quantise.ts';
import type { VectorQuery } from '../dense/vector-index.ts';
import type { DocumentTags, FilterExpression } from '../filter/expression.ts';
import type { View } from '../filter/view.ts';
import type { NumberedTerms, TermLists } from '../lexical/numbered-terms.ts';

/**
 * What a segment asks of its parts. Each has a builder, which is given the documents one by one as they come and then
 * the order in which they shall lie, and a reader over the memory of the finished segment. Document numbers are places
 * in that order. Ties are broken by `keys.ranks` (uint32 a document: its place by key), which the segment itself writes.
 */

/** `order[place]` = number of the document, counted as they were added. */
export type DocumentOrder = Uint32Array;

/** Builds one part of a segment. */
export interface PartBuilder<Added> {
  add(added: Added): void;
  /** No use after this. */
  finish(order: DocumentOrder): readonly Section[];
}

/** Documents of a segment that were replaced or removed since it was built. */
export interface RemovedDocuments {
  /** Address of a bitmap in the memory of the segment: byte d >> 3, bit d & 7; set = removed. */
  readonly address: number;
  /** How many bits are set: 0 means that the bitmap need not be looked at. Grows, never shrinks. */
  readonly count: number;
}

/** A segment as its parts see it when they are opened. Scratch is reserved then, once. */
export interface SegmentSpace {
  readonly size: number;
  readonly space: SegmentMemory;
  readonly removed: RemovedDocuments;
}

export interface SegmentLexicalRequest {
  /** Different terms in ascending order; contributions are added in this order. */
  readonly terms: readonly string[];
  /** One for each term: taken over all segments. */
  readonly idfs: Float64Array;
  readonly limit: number;
  readonly view: View;
  /** Documents of this segment wanted beside the best; those outside the view are left out. */
  readonly also: readonly number[];
}

export interface SegmentLexicalCandidate {
  readonly doc: number;
  /** Σ idf · impact over the terms that the document holds. */
  readonly score: number;
  /** Σ idf over the terms that the document holds. */
  readonly heldIdf: number;
  /** Bit f is set when field f holds one of the terms. */
  readonly fields: number;
}

export interface SegmentLexicalResult {
  /** Best first; ties by `keys.ranks`. */
  readonly best: readonly SegmentLexicalCandidate[];
  /** Those of `also` that lie in the view, in the order given, whether or not they are among the best. */
  readonly also: readonly SegmentLexicalCandidate[];
  /** Documents of the view that hold one of the terms. */
  readonly total: number;
}

export interface LexicalPart {
  /** Documents of the view that hold the term. */
  documentFrequency(term: string, view: View): number;
  search(request: SegmentLexicalRequest): SegmentLexicalResult;
}

export interface SegmentDenseRequest {
  readonly limit: number;
  readonly view: View;
  readonly floor?: number | undefined;
}

export interface SegmentDenseCandidate {
  readonly doc: number;
  readonly score: number;
}

export interface DensePart {
  readonly dimensions: number;
  /** Best first; ties by `keys.ranks`. */
  search(query: VectorQuery, request: SegmentDenseRequest): readonly SegmentDenseCandidate[];
  scores(query: VectorQuery, docs: readonly number[]): Float32Array;
  /** A view on one document's vector. */
  vector(doc: number): QuantisedVector;
}

export interface FilterPart {
  /** Tags that documents of the segment carry, removed ones included. */
  readonly tagKeys: readonly string[];
  /** Tags that documents of a view carry. */
  tagKeysOf(view: View): readonly string[];
  /** Good until a document of the segment is removed or some dozens of others were made. */
  view(expression: FilterExpression | undefined): View;
  tags(doc: number): DocumentTags;
}

/** The builders of one segment's parts; all but the dense are given every document. */
export interface PartBuilders {
  readonly lexical: PartBuilder<TermLists | NumberedTerms>;
  readonly filter: PartBuilder<DocumentTags>;
  readonly dense: PartBuilder<QuantisedVector> | undefined;
  /**
   * The order in which the documents that were added shall lie. Asked once, before the builders finish.
   * @param ranks for each document its place by key
   */
  order(ranks: Uint32Array): DocumentOrder;
}

/** The parts of an open segment. */
export interface OpenParts {
  readonly lexical: LexicalPart;
  readonly filter: FilterPart;
  readonly dense: DensePart | undefined;
}

/** Makes the parts of segments; the same for all segments of an index. */
export interface PartMaker {
  readonly dimensions: number | undefined;
  builders(): PartBuilders;
  open(segment: SegmentSpace): OpenParts;
}
