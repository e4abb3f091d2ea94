import type { FilterExpression, SegmentDocument } from '../../engine/index.ts';
import type { RequiredWord } from '../filter.ts';

/** What an engine elsewhere says. `short`: some part of the index did not answer, so that there may be more. */
export type RemoteAnswer<Said> = Said & { readonly short: boolean };

/** A document as it was put in. */
export type RemoteDocument = SegmentDocument;

/** Of a document what its tool is made of, without what it is ranked by. */
export type StoredDocument = Pick<SegmentDocument, 'key' | 'hash' | 'tags' | 'payload'>;

export interface RemoteCandidateRequest {
  /** What the caller may see and has narrowed it to: statistics are of these documents and no others. */
  readonly scope: FilterExpression | undefined;
  /** Words that hits must hold beside; they leave the statistics as they are. */
  readonly must: readonly RequiredWord[];
  /** Different terms, ascending. */
  readonly terms: readonly string[];
  readonly vector: Float32Array | undefined;
  /** At most so many of each leg. */
  readonly limit: number;
  /** Documents in the scope when it was last looked at: small ones are compared exactly. */
  readonly about: number;
}

export interface RemoteCandidates {
  /** The best of both legs together, in no particular order, with or without some more. */
  readonly documents: readonly RemoteDocument[];
  /** Documents in the scope. */
  readonly count: number;
  /** How many of them hold each term. */
  readonly frequencies: readonly number[];
  /** How many hold any, and what is demanded. */
  readonly total: number;
}

/**
 * The seam to an engine that keeps the documents of `toIndexDocument` elsewhere. It finds candidates and counts; what they
 * score, and what is made of that, is decided here.
 * @throws ToolscoutError `INDEX_UNAVAILABLE` where no part of it answers
 */
export interface RemoteIndex {
  /** Lengths that the documents' terms are weighed with. */
  readonly averageLengths: readonly number[];
  /** Dimensions of the vectors; `undefined` in an index without. */
  readonly dimensions: number | undefined;
  /** How many documents a scope holds, and which tags they carry. */
  summary(
    scope: FilterExpression | undefined,
  ): Promise<RemoteAnswer<{ readonly count: number; readonly tagKeys: ReadonlySet<string> }>>;
  /** Documents with one of the look-up terms, the first by key. */
  find(
    scope: FilterExpression | undefined,
    lookups: readonly string[],
    limit: number,
  ): Promise<RemoteAnswer<{ readonly documents: readonly StoredDocument[] }>>;
  /** Does any document have the look-up term, or is there any at all? */
  holds(
    scope: FilterExpression | undefined,
    lookup: string | undefined,
  ): Promise<RemoteAnswer<{ readonly held: boolean }>>;
  /** The first documents by key, with the full count. `literal`: only those whose name holds it, ignoring case. */
  list(
    scope: FilterExpression | undefined,
    request: { readonly limit: number; readonly must?: readonly RequiredWord[]; readonly literal?: string },
  ): Promise<RemoteAnswer<{ readonly documents: readonly StoredDocument[]; readonly total: number }>>;
  /**
   * Every value of a tag with the number of documents that carry it; undefined where there are too many.
   * @param only of these values, each with its exact number; those that no document carries are left out
   */
  values(
    scope: FilterExpression | undefined,
    tag: string,
    only?: readonly string[],
  ): Promise<
    RemoteAnswer<{ readonly values: readonly { readonly value: string; readonly count: number }[] | undefined }>
  >;
  /** The mean cosine of a vector with those of all documents that carry a value of a tag, for each value that any carries. */
  means(
    scope: FilterExpression | undefined,
    request: { readonly vector: Float32Array; readonly tag: string; readonly values: readonly string[] },
  ): Promise<RemoteAnswer<{ readonly means: ReadonlyMap<string, number> }>>;
  candidates(request: RemoteCandidateRequest): Promise<RemoteAnswer<RemoteCandidates>>;
}
