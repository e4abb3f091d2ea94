import { isSet } from '../filter/sees.ts';
import type { View } from '../filter/view.ts';
import type { SegmentTerm } from './scan-plan.ts';
import type { SegmentPostings } from './segment-postings.ts';

/** All documents of a view that hold a term, and their exact scores, by document. */
export interface AllScores {
  readonly docs: readonly number[];
  readonly scores: Float64Array;
}

/**
 * Scores everything, posting by posting. For requests that a scan has no room for: with very many terms, or with more
 * near ties for the last places than it can keep.
 */
export function scoreAll(
  postings: SegmentPostings,
  terms: readonly SegmentTerm[],
  { ranges, bits }: View,
  memory: Uint8Array,
): AllScores {
  const scores = new Float64Array(postings.documentCount);
  const touched = new Uint8Array(postings.documentCount);
  const docs: number[] = [];
  const add = (posting: number, doc: number, idf: number): void => {
    if (bits !== undefined && !isSet(memory, bits, doc)) return;
    scores[doc]! += postings.contribution(posting, doc, idf);
    if (touched[doc] === 1) return;
    touched[doc] = 1;
    docs.push(doc);
  };
  for (const { number, idf } of terms) {
    for (let i = 0; i < ranges.length; i += 2) {
      eachPosting(postings, number, ranges[i]!, ranges[i + 1]!, (posting, doc) => add(posting, doc, idf));
    }
  }
  return { docs, scores };
}

function eachPosting(
  postings: SegmentPostings,
  term: number,
  from: number,
  to: number,
  visit: (posting: number, doc: number) => void,
): void {
  const { planeCount, planes, stride, starts, listDocuments } = postings;
  if (term < planeCount) {
    let posting = starts[term]! + postings.rank(term, from);
    for (let doc = from; doc < to; doc++) if (planes[term * stride + doc] !== 0) visit(posting++, doc);
    return;
  }
  const end = postings.lowerBound(term, to);
  for (let place = postings.lowerBound(term, from); place < end; place++) {
    visit(starts[planeCount]! + place, listDocuments[place]!);
  }
}
