import type { Candidate, CandidateSet } from './backend.ts';
import { DENSE_FADE, DENSE_FULL_TERMS, DENSE_WEIGHT } from './constants.ts';

/** A candidate with its fused score. */
export interface FusedCandidate extends Candidate {
  /** Share of the query's IDF mass that BM25F grants: 0 … 1. */
  readonly lexicalShare: number;
  readonly score: number;
}

/**
 * One order out of two legs: `BM25F / (most that the query could score) + weight · cosine`.
 *
 * The lexical score is divided by what the query could score, not by the best score it got, so that a request in
 * another language than the tools keeps a lexical part near zero and meaning decides. The weight falls with the number
 * of distinct words: a long request dilutes one vector and gives the lexical leg more to hold on to. Ties: by id.
 */
export function fuse(set: CandidateSet, termCount: number): readonly FusedCandidate[] {
  const weight = denseWeight(termCount);
  return set.candidates
    .map((candidate): FusedCandidate => {
      const lexicalShare = set.queryIdf === 0 ? 0 : candidate.lexical / set.queryIdf;
      return { ...candidate, lexicalShare, score: lexicalShare + weight * candidate.cosine };
    })
    .sort((a, b) => b.score - a.score || (a.tool.id < b.tool.id ? -1 : 1));
}

/** Weight of a cosine beside the lexical share for a request of so many distinct terms. */
export function denseWeight(termCount: number): number {
  return DENSE_WEIGHT * Math.min(1, (DENSE_FULL_TERMS / Math.max(1, termCount)) ** DENSE_FADE);
}
