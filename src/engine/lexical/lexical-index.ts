import type {
  AnalyzedDocument,
  DocId,
  FieldOptions,
  LexicalCandidate,
  LexicalRequest,
  LexicalResult,
  SearchIndex,
} from '../types.ts';
import { checkFields } from './check-fields.ts';
import { K1 } from './constants.ts';
import { buildPostings, type Postings } from './postings.ts';
import { collectionStatistics, documentFrequency, type Statistics } from './statistics.ts';
import { topK } from './top-k.ts';

/** What the statistics of an index come from. */
export interface LexicalIndexOptions {
  /** Length that counts as usual, for each field; > 0. Where they are left out: the averages of the documents searched. */
  readonly averageLengths?: readonly number[] | undefined;
}

/**
 * Builds an index that scores with BM25F, exactly and without shortcuts (Robertson & Zaragoza, "The Probabilistic
 * Relevance Framework: BM25 and Beyond", 2009, section 3.6). Duplicate keys are refused.
 */
export function buildLexicalIndex(
  documents: readonly AnalyzedDocument[],
  fields: readonly FieldOptions[],
  { averageLengths }: LexicalIndexOptions = {},
): SearchIndex {
  checkFields(fields, averageLengths);
  return new LexicalIndex(buildPostings(documents, fields.length), fields, averageLengths);
}

/**
 *   score(d)  = Σ over query terms t of idf(t) · w(t,d) / (K1 + w(t,d))
 *   w(t,d)    = Σ over fields f of weight(f) · tf(t,d,f) / (1 - b(f) + b(f) · length(d,f) / averageLength(f))
 *   idf(t)    = ln(1 + (N - df + 0.5) / (df + 0.5))
 *
 * Invariant: between two requests the accumulators are zero. A request writes only to the documents it touched and
 * clears them again.
 */
class LexicalIndex implements SearchIndex {
  readonly #postings: Postings;
  readonly #fields: readonly FieldOptions[];
  readonly #averageLengths: readonly number[] | undefined;
  readonly #wholeCollection: Statistics;
  readonly #scores: Float64Array;
  readonly #heldIdf: Float64Array;
  readonly #matchedFields: Uint32Array;

  constructor(postings: Postings, fields: readonly FieldOptions[], averageLengths: readonly number[] | undefined) {
    this.#postings = postings;
    this.#fields = fields;
    this.#averageLengths = averageLengths;
    this.#wholeCollection = collectionStatistics(postings, undefined, averageLengths);
    this.#scores = new Float64Array(postings.keys.length);
    this.#heldIdf = new Float64Array(postings.keys.length);
    this.#matchedFields = new Uint32Array(postings.keys.length);
  }

  get size(): number {
    return this.#postings.keys.length;
  }

  key(doc: DocId): string {
    const key = this.#postings.keys[doc];
    if (key === undefined) throw new RangeError(`Document ${doc} is not in this index of ${this.size}.`);
    return key;
  }

  lexical(request: LexicalRequest): LexicalResult {
    const { limit, allow, also = [] } = request;
    if (!(limit >= 1)) throw new RangeError(`A search returns at least 1 candidate, not ${limit}.`);
    // `allow` is foreign code and may search this very index: it runs before the accumulators are touched.
    const statistics =
      allow === undefined ? this.#wholeCollection : collectionStatistics(this.#postings, allow, this.#averageLengths);
    // Adding in the order of the strings makes the last bit of a score independent of the query's word order and of the
    // numbers that terms happen to have in this index.
    const terms = [...new Set(request.terms)].sort();
    const touched: number[] = [];
    let queryIdf = 0;
    for (const term of terms) queryIdf += this.#scoreTerm(term, statistics, touched);
    const best = topK(touched, this.#scores, limit);
    const wanted = also.filter((doc) => !best.includes(doc) && statistics.allowed?.[doc] !== 0);
    const candidates = [...best, ...wanted].map((doc) => this.#candidate(doc, queryIdf));
    this.#clear(touched);
    return { candidates, total: touched.length, queryIdf };
  }

  /** Adds what `term` contributes to every document that holds it, and returns its idf. */
  #scoreTerm(term: string, statistics: Statistics, touched: number[]): number {
    const { termIds, offsets, docs, frequencies, lengths, fieldCount } = this.#postings;
    const { documentCount, averageLengths, allowed } = statistics;
    const termId = termIds.get(term);
    const start = termId === undefined ? 0 : offsets[termId]!;
    const end = termId === undefined ? 0 : offsets[termId + 1]!;
    const df = documentFrequency(this.#postings, statistics, start, end);
    const idf = Math.log(1 + (documentCount - df + 0.5) / (df + 0.5));
    for (let entry = start; entry < end; entry++) {
      const doc = docs[entry]!;
      if (allowed !== undefined && allowed[doc] === 0) continue;
      let weighted = 0;
      for (let f = 0; f < fieldCount; f++) {
        const tf = frequencies[entry * fieldCount + f]!;
        if (tf === 0) continue;
        const { weight, lengthNormalisation: b } = this.#fields[f]!;
        weighted += (weight * tf) / (1 - b + (b * lengths[doc * fieldCount + f]!) / averageLengths[f]!);
        this.#matchedFields[doc]! |= 1 << f;
      }
      if (this.#heldIdf[doc] === 0) touched.push(doc);
      this.#heldIdf[doc]! += idf;
      this.#scores[doc]! += (idf * weighted) / (K1 + weighted);
    }
    return idf;
  }

  #candidate(doc: number, queryIdf: number): LexicalCandidate {
    return {
      doc: doc as DocId,
      key: this.#postings.keys[doc]!,
      score: this.#scores[doc]!,
      coverage: queryIdf === 0 ? 0 : this.#heldIdf[doc]! / queryIdf,
      fields: this.#matchedFields[doc]!,
    };
  }

  #clear(touched: readonly number[]): void {
    for (const doc of touched) {
      this.#scores[doc] = 0;
      this.#heldIdf[doc] = 0;
      this.#matchedFields[doc] = 0;
    }
  }
}
