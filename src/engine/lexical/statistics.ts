import type { DocId } from '../types.ts';
import type { Postings } from './postings.ts';

/** What BM25F needs to know about the collection that is searched. */
export interface Statistics {
  readonly documentCount: number;
  /** Average length of each field over those documents, or what was given in its place. */
  readonly averageLengths: readonly number[];
  /** Which documents they are; undefined when it is all of them. */
  readonly allowed: Uint8Array | undefined;
}

/**
 * Statistics of the documents that `allow` lets through, and of no other: a number that hidden documents had a part in
 * would tell of them through the ranking.
 */
export function collectionStatistics(
  postings: Postings,
  allow?: (doc: DocId) => boolean,
  averageLengths?: readonly number[],
): Statistics {
  const { fieldCount, lengths, keys } = postings;
  const allowed = allow === undefined ? undefined : new Uint8Array(keys.length);
  const totals = new Array<number>(fieldCount).fill(0);
  let documentCount = 0;
  for (let doc = 0; doc < keys.length; doc++) {
    if (allow !== undefined && allowed !== undefined) {
      if (!allow(doc as DocId)) continue;
      allowed[doc] = 1;
    }
    documentCount++;
    for (let f = 0; f < fieldCount; f++) totals[f]! += lengths[doc * fieldCount + f]!;
  }
  return { documentCount, averageLengths: averageLengths ?? totals.map((total) => total / documentCount), allowed };
}

/** How many of the collection's documents hold the term whose entries are given. */
export function documentFrequency(postings: Postings, statistics: Statistics, start: number, end: number): number {
  const { allowed } = statistics;
  if (allowed === undefined) return end - start;
  let count = 0;
  for (let entry = start; entry < end; entry++) count += allowed[postings.docs[entry]!]!;
  return count;
}
