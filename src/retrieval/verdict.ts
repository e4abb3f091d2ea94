import { analyzeQuery } from '../text/index.ts';
import { analyzeTool } from './analysis.ts';
import { answerEvidence, HIT_EVIDENCE, hitEvidence, type RequestFacts } from './evidence.ts';
import type { FusedCandidate } from './fusion.ts';
import type { Refusal, Verdict } from './hit.ts';
import { probability } from './logistic-model.ts';
import { thresholdAt } from './size-thresholds.ts';
import { VERDICT_MODELS, type VerdictModel } from './verdict-model.ts';

/** Refusal thresholds, as multiples of the balanced one: strict refuses more, and loses more of what could be answered. */
const STRICTNESS: Readonly<Record<Refusal, number>> = { strict: 2, balanced: 1, never: 0 };

/**
 * From this probability on, a hit is called strong, and an answer that begins with it confident. Low, because a question
 * back has its price: of people's requests over 2,396 real tools, where the right tool comes first in three of five,
 * it leaves 11 % right and yet ambiguous, and three of four confident answers are right; from .3 on, 20 % and four of five.
 */
const STRONG_FROM = 0.18;
/**
 * Confidences of all candidates add up to how many of them are meant. A hit with a smaller share of that stands in a
 * crowd that the ranking does not tell apart. Over 2,396 and 2,489 real tools 2 of 247 confident answers by the table had
 * so little and 1 of 258 with the deep model, none of them right.
 */
const CROWD = 8;

/**
 * A tool that holds this share of what the request says is never refused, whatever the models think: they know little
 * of catalogs of three tools and of requests of one word.
 */
const WORDS_FIT_FROM = 0.6;

/**
 * Nor is an answer whose first hit is meant with this probability: a request can be like those that no tool does ("закрой
 * обращение": close the ticket) and its tool be plain all the same. Of the 720 far requests of the fit it lets one pass at
 * 100, 500 and all tools.
 */
export const FIRST_FITS_FROM = 0.6;
/**
 * Among fewer candidates a lead says little, and none at all where there is one: of 300 far requests over 1, 2, 3 and 5 tools
 * 0, 281, 283 and 283 would be refused by the table, where 300, 293, 289 and 284 are without that rule.
 */
const FIRST_AMONG = 5;

/**
 * In a catalog of fewer tools how rare a word is says nothing: of one tool, a word that it lacks weighs as much as five
 * that it has. There every word of the request counts the same, where that says more.
 */
const FEW_TOOLS = 10;

/** For each candidate the probability that it is the tool that the request means, 0 … 1. */
export function hitConfidences(ranked: readonly FusedCandidate[], facts: RequestFacts): number[] {
  const { hit } = modelOf(facts);
  return ranked.map((_, rank) => probability(hit, hitEvidence(ranked, rank, facts)));
}

/** From which confidence on a hit among these is strong. */
export function strongFrom(confidences: readonly number[]): number {
  return Math.max(STRONG_FROM, confidences.reduce((sum, one) => sum + one, 0) / CROWD);
}

/**
 * Likely meant. What is for none of the products that the request names, or does not do what it asks, is the nearest at most.
 * @param from see {@link strongFrom}
 */
export function isStrong(confidence: number, from: number, { unserved, unoffered }: RequestFacts): boolean {
  return confidence >= from && !unserved && !unoffered;
}

/** Cosines of one model say something else than those of two, so each tier has its own fit. */
function modelOf({ deep }: RequestFacts): VerdictModel {
  return deep ? VERDICT_MODELS.deep : VERDICT_MODELS.static;
}

/**
 * The verdict over a ranking by meaning (SPEC R6): `none` when probably nothing here fits or the product that is named
 * does not do what is asked, `confident` when the first
 * hit probably is the one, else `ambiguous`. Trained by `training/fit-verdict.ts`.
 * @param confidences of the candidates, where they are known already
 */
export function judge(
  ranked: readonly FusedCandidate[],
  facts: RequestFacts,
  refusal: Refusal,
  confidences: readonly number[] = hitConfidences(ranked, facts),
): Verdict {
  if (ranked.length === 0) return 'none';
  const weighed = weighAnswer(ranked, facts, refusal, confidences);
  if (facts.unoffered && refusal !== 'never') return 'none';
  if (lacksFit(weighed)) return 'none';
  return isStrong(weighed.first, weighed.strongFrom, facts) ? 'confident' : 'ambiguous';
}

/** Probably no tool fits, and neither the words nor the first hit speak against that. */
export function lacksFit({ fits, threshold, words, wordsFrom, first, firstFrom }: WeighedAnswer): boolean {
  return fits < threshold && words < wordsFrom && (firstFrom === undefined || first < firstFrom);
}

/** The figures that a verdict by meaning is made of. */
export interface WeighedAnswer {
  /** Probability that any tool here fits; below `threshold` the verdict is `none` … */
  readonly fits: number;
  readonly threshold: number;
  /** … unless some tool holds this share of the words, from `wordsFrom` on … */
  readonly words: number;
  readonly wordsFrom: number;
  /**
   * … or the first hit is the tool that is meant with this probability, from `firstFrom` on, where there are candidates enough to
   * say so. From `strongFrom` on it is confident.
   */
  readonly first: number;
  readonly firstFrom?: number;
  readonly strongFrom: number;
}

/** Weighs a ranking that is not empty. */
export function weighAnswer(
  ranked: readonly FusedCandidate[],
  facts: RequestFacts,
  refusal: Refusal,
  confidences: readonly number[],
): WeighedAnswer {
  const { answer, noneBelow } = modelOf(facts);
  return {
    fits: probability(answer, answerEvidence(ranked, facts)),
    threshold: thresholdAt(noneBelow, facts.size) * STRICTNESS[refusal],
    words: Math.max(...ranked.map((candidate) => shareOfWords(candidate, facts))),
    wordsFrom: WORDS_FIT_FROM,
    first: confidences[0]!,
    ...(ranked.length < FIRST_AMONG ? {} : { firstFrom: FIRST_FITS_FROM }),
    strongFrom: strongFrom(confidences),
  };
}

/** One thing that a confidence is made of. */
export interface HitFeature {
  readonly name: string;
  readonly value: number;
  /** What it adds to the log-odds: value times its fitted weight. */
  readonly effect: number;
}

/** What speaks for and against this candidate, in the order of the model. */
export function hitFeatures(ranked: readonly FusedCandidate[], rank: number, facts: RequestFacts): HitFeature[] {
  const { weights } = modelOf(facts).hit;
  return hitEvidence(ranked, rank, facts).map((value, i) => ({
    name: HIT_EVIDENCE[i]!,
    value,
    effect: value * weights[i]!,
  }));
}

/** How much of the request's words the tool holds, 0 … 1. */
function shareOfWords({ tool, coverage }: FusedCandidate, { query, size }: RequestFacts): number {
  if (size >= FEW_TOOLS) return coverage;
  const words = new Set(analyzeQuery(query).terms);
  const held = new Set(analyzeTool(tool).terms.flat());
  const share = words.size === 0 ? 0 : [...words].filter((word) => held.has(word)).length / words.size;
  return Math.max(coverage, share);
}
