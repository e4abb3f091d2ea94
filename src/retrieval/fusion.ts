import { isDeprecated, isNamedInPlaceOf, type Tool } from '../tools/index.ts';
import type { Candidate, CandidateSet } from './backend.ts';
import {
  DEEP_WEIGHTS,
  DEPRECATED_SHARE,
  type DenseWeights,
  EXAMPLED_DEEP_WEIGHTS,
  GROUP_WEIGHT,
  GUIDED_DEEP_WEIGHTS,
  GUIDED_WEIGHTS,
  STATIC_WEIGHTS,
} from './constants.ts';
import { isNamedFor } from './products/serves-product.ts';

/** A candidate with its fused score. */
export interface FusedCandidate extends Candidate {
  /** Share of the query's IDF mass that BM25F grants: 0 … 1. */
  readonly lexicalShare: number;
  /** What being named for a product of the request adds. */
  readonly named: number;
  /** What being deprecated takes from the score, or what being named in place of a deprecated tool gives: 0 for most. */
  readonly deprecation: number;
  readonly score: number;
}

/**
 * One order out of two legs: `BM25F / (most that the query could score) + Σ weight · cosine`.
 *
 * The lexical score is divided by what the query could score, not by the best score it got, so that a request in
 * another language than the tools keeps a lexical part near zero and meaning decides. The weights fall with the number
 * of distinct words: a long request dilutes one vector and gives the lexical leg more to hold on to. Ties: by id.
 * A product that the request names is taken out of it (`products/bare-request.ts`), and tools named for it are lifted.
 * A tool whose maker calls it deprecated keeps a part of its score only.
 * In a large catalog the source of a tool adds its own part (`hierarchy/group-likeness.ts`).
 * Candidates that the deep leg was not asked about come behind those that it was, in the order of the first leg.
 */
export function fuse(set: CandidateSet, terms: number): readonly FusedCandidate[] {
  const { reranked, countedTerms: termCount = terms } = set;
  if (reranked === undefined) return order(set, set.candidates, weightsOf(set, set.deep), termCount);
  const [judged, others] = [true, false].map((wanted) =>
    set.candidates.filter(({ tool }) => reranked.has(tool) === wanted),
  );
  const head = order(set, judged!, weightsOf(set, true), termCount);
  const tail = order(set, others!, weightsOf(set, false), termCount);
  // Scores of other weights: pushed below the others, so that they fall down the list.
  const above = Math.max(0, (tail[0]?.score ?? 0) - (head.at(-1)?.score ?? 0));
  return [...head, ...tail.map((candidate) => ({ ...candidate, score: candidate.score - above }))];
}

/** What each leg's cosine is multiplied by, for a candidate of this set and a request of so many terms. */
export function meaningWeights(
  set: CandidateSet,
  tool: Tool,
  terms: number,
): { readonly first: number; readonly deep: number } {
  const { deep, reranked, countedTerms: termCount = terms } = set;
  const weights = weightsOf(set, deep && (reranked === undefined || reranked.has(tool)));
  const faded = fadedBy(weights, set, termCount);
  return { first: faded * weights.first, deep: faded * weights.deep };
}

/** What its source adds to the score of a candidate. */
export function groupScore({ group = 0 }: Pick<Candidate, 'group'>): number {
  return GROUP_WEIGHT * group;
}

/** The cosine of the first leg that counts for a candidate. */
export function firstCosine({ guided, cosine }: Pick<Candidate, 'guided' | 'cosine'>): number {
  return guided ?? cosine;
}

/** The same of the deep leg. */
export function deepCosineOf({ deepGuided, deepCosine }: Pick<Candidate, 'deepGuided' | 'deepCosine'>): number {
  return deepGuided ?? deepCosine;
}

function weightsOf({ guided, candidates }: CandidateSet, deep: boolean): DenseWeights {
  if (guided === true) return deep ? GUIDED_DEEP_WEIGHTS : GUIDED_WEIGHTS;
  if (!deep) return STATIC_WEIGHTS;
  const exampled = candidates.filter(({ tool }) => tool.examples.length > 0).length;
  return 2 * exampled > candidates.length ? EXAMPLED_DEEP_WEIGHTS : DEEP_WEIGHTS;
}

/** What is left of both weights for a request of so many terms. */
function fadedBy({ fullTerms, fade, bare }: DenseWeights, { products }: CandidateSet, termCount: number): number {
  const whole = products === undefined ? 1 : bare;
  return whole * Math.min(1, (fullTerms / Math.max(1, termCount)) ** fade);
}

function order(
  set: CandidateSet,
  candidates: readonly Candidate[],
  weights: DenseWeights,
  termCount: number,
): readonly FusedCandidate[] {
  const { queryIdf, products = [] } = set;
  const { first, deep } = weights;
  const faded = fadedBy(weights, set, termCount);
  const isNamed = (tool: Tool): boolean => products.some((product) => isNamedFor(tool, product));
  const scored = candidates.map((candidate): FusedCandidate => {
    const lexicalShare = queryIdf === 0 ? 0 : candidate.lexical / queryIdf;
    const meaning = first * firstCosine(candidate) + deep * deepCosineOf(candidate);
    // A long request names a product by the way.
    const named = isNamed(candidate.tool) ? faded * weights.named : 0;
    const full = lexicalShare + faded * meaning + named + groupScore(candidate);
    const deprecation = full > 0 && isDeprecated(candidate.tool) ? (DEPRECATED_SHARE - 1) * full : 0;
    return { ...candidate, lexicalShare, named, deprecation, score: full + deprecation };
  });
  return succeed(scored).sort((a, b) => b.score - a.score || (a.tool.id < b.tool.id ? -1 : 1));
}

/** A tool that a deprecated one names in its place answers the same requests: it gets at least what that one had. */
function succeed(candidates: readonly FusedCandidate[]): FusedCandidate[] {
  const retired = candidates.filter(({ deprecation }) => deprecation < 0);
  return candidates.map((candidate) => {
    if (candidate.deprecation < 0) return candidate;
    const inherited = retired
      .filter(({ tool }) => isNamedInPlaceOf(candidate.tool, tool))
      .map(({ score, deprecation }) => score - deprecation);
    const gain = Math.max(0, ...inherited.map((score) => score - candidate.score));
    return gain === 0 ? candidate : { ...candidate, deprecation: gain, score: candidate.score + gain };
  });
}
