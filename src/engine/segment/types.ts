import type { QuantisedVector } from '../dense/quantise.ts';
import type { VectorCandidate, VectorQuery } from '../dense/vector-index.ts';
import type { DocumentTags, FilterExpression } from '../filter/expression.ts';
import type { NumberedTerms, TermLists } from '../lexical/numbered-terms.ts';
import type { DocId, LexicalResult } from '../types.ts';

/** A document as the builders take it: analysed, embedded, with all that searches and answers need of it. */
export interface SegmentDocument {
  /** The caller's key; unique in an index, well-formed Unicode, not empty. */
  readonly key: string;
  /** Eight bytes of a hash over everything else: equal hashes mean that nothing has to be done. */
  readonly hash: Uint8Array;
  /** One term list per field, in the order of the index's fields. */
  readonly terms: TermLists;
  /** The same as `terms`, where they were numbered: taken in their place by all to whom it is less work. */
  readonly numbered?: NumberedTerms;
  /** Absent in an index without vectors; there either all documents have one or none has. */
  readonly vector?: QuantisedVector;
  readonly tags: DocumentTags;
  /** What the caller wants back for a found document; the engine never looks into it. */
  readonly payload: Uint8Array;
}

/** Number of a document in an {@link EngineIndex}: good until the index changes. */
export type DocRef = DocId;

/** What one caller may see of an index. Take it anew for each search: making the same one again is cheap. */
export interface IndexView {
  /** Documents in it. */
  readonly count: number;
}

export interface EngineLexicalRequest {
  /** Analysed query terms; repetitions count once. */
  readonly terms: readonly string[];
  /** At most this many candidates; ≥ 1. */
  readonly limit: number;
  readonly view: IndexView;
  /** See `LexicalRequest.also`. Documents outside the view are left out. */
  readonly also?: readonly DocRef[];
}

export interface EngineDenseRequest {
  /** At most this many candidates; ≥ 1. */
  readonly limit: number;
  readonly view: IndexView;
  /** Candidates below this cosine are left out. */
  readonly floor?: number;
}

/**
 * Many documents behind one search, in one or several segments. Statistics are those of the view, so that nothing a
 * caller may not see changes a score. Ties go by key, ascending in code points.
 */
export interface EngineIndex {
  /** Live documents. */
  readonly size: number;
  /** Another after every change, so that what was kept of documents by their number is known to be stale. */
  readonly version: number;
  /** Every tag that a live document carries. */
  readonly tagKeys: ReadonlySet<string>;
  /** Dimensions of the vectors; `undefined` in an index without. */
  readonly dimensions: number | undefined;
  view(filter?: FilterExpression): IndexView;
  /** Every tag that a document of the view carries. */
  tagKeysOf(view: IndexView): ReadonlySet<string>;
  /** The first documents of a view by key, at most `limit`, without any being scored. */
  list(view: IndexView, limit: number): readonly DocRef[];
  lexical(request: EngineLexicalRequest): LexicalResult;
  /** Best first. None in an index without vectors. */
  dense(query: VectorQuery, request: EngineDenseRequest): readonly VectorCandidate[];
  /** Cosines of these documents, in their order; 0 for documents without a vector and for a zero query. */
  denseScores(query: VectorQuery, docs: readonly DocRef[]): Float32Array;
  find(key: string): DocRef | undefined;
  key(doc: DocRef): string;
  tags(doc: DocRef): DocumentTags;
  /** The bytes given with the document; read from disk where the index lies there. */
  payload(doc: DocRef): Uint8Array;
}
