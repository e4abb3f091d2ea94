/**
 * The engine's seam. It knows documents, fields, terms and tags; it has never heard of tools. The plain scorer in
 * `lexical/` stands behind it as the oracle; a faster engine must give the same order and the same scores.
 */

/** Position of a document in one index. Valid for that index only. */
export type DocId = number & { readonly __brand: 'DocId' };

/** How one field counts in BM25F. */
export interface FieldOptions {
  readonly name: string;
  /** Multiplies the term frequency of this field; > 0. */
  readonly weight: number;
  /** Length normalisation, 0 (none) … 1 (full). */
  readonly lengthNormalisation: number;
}

/** A document after text analysis: one term list per field, in the order of the index's fields. */
export interface AnalyzedDocument {
  /** The caller's key; unique in an index. */
  readonly key: string;
  /** `terms[f]` = terms of field `f` with repetitions. Order has no meaning to the lexical score. */
  readonly terms: readonly (readonly string[])[];
}

export interface LexicalRequest {
  /** Analysed query terms; repetitions count once. */
  readonly terms: readonly string[];
  /** At most this many candidates; ≥ 1. */
  readonly limit: number;
  /** Only documents for which this is true are scored, counted or seen. */
  readonly allow?: (doc: DocId) => boolean;
  /**
   * Documents wanted beside the best, such as another leg's candidates: reported behind them, in the order given, also
   * with score 0. They do not count in `total` unless they match.
   */
  readonly also?: readonly DocId[];
}

export interface LexicalCandidate {
  readonly doc: DocId;
  readonly key: string;
  /** BM25F score; > 0 unless the document was asked for by `also`. */
  readonly score: number;
  /** Share of the query's IDF mass that the document holds, 0 … 1. Terms that no document has count in full. */
  readonly coverage: number;
  /** Bit f is set when field f holds at least one query term. */
  readonly fields: number;
}

export interface LexicalResult {
  /** Best first; ties by document order, so that equal input gives equal output. */
  readonly candidates: readonly LexicalCandidate[];
  /** Documents with a positive score, however many were asked for. */
  readonly total: number;
  /** IDF mass of the query, terms that no document has included: no score is above it. */
  readonly queryIdf: number;
}

/** A read-only view of an index: what retrieval is written against. */
export interface SearchIndex {
  readonly size: number;
  key(doc: DocId): string;
  lexical(request: LexicalRequest): LexicalResult;
}
