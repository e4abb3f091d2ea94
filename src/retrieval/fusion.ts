import type { Candidate, CandidateSet } from './backend.ts';
import { DEEP_WEIGHTS, STATIC_WEIGHTS } from './constants.ts';

/** A candidate with its fused score. */
export interface FusedCandidate extends Candidate {
  /** Share of the query's IDF mass that BM25F grants: 0 … 1. */
  readonly lexicalShare: number;
  readonly score: number;
}

/**
 * One order out of two legs: `BM25F / (most that the query could score) + Σ weight · cosine`.
 *
 * The lexical score is divided by what the query could score, not by the best score it got, so that a request in
 * another language than the tools keeps a lexical part near zero and meaning decides. The weights fall with the number
 * of distinct words: a long request dilutes one vector and gives the lexical leg more to hold on to. Ties: by id.
 */
export function fuse(set: CandidateSet, termCount: number): readonly FusedCandidate[] {
  const { first, deep, fullTerms, fade } = set.deep ? DEEP_WEIGHTS : STATIC_WEIGHTS;
  const faded = Math.min(1, (fullTerms / Math.max(1, termCount)) ** fade);
  return set.candidates
    .map((candidate): FusedCandidate => {
      const lexicalShare = set.queryIdf === 0 ? 0 : candidate.lexical / set.queryIdf;
      const meaning = first * candidate.cosine + deep * candidate.deepCosine;
      return { ...candidate, lexicalShare, score: lexicalShare + faded * meaning };
    })
    .sort((a, b) => b.score - a.score || (a.tool.id < b.tool.id ? -1 : 1));
}
