import { answerEvidence, hitEvidence, type RequestFacts } from './evidence.ts';
import type { FusedCandidate } from './fusion.ts';
import type { Refusal, Verdict } from './hit.ts';
import { probability } from './logistic-model.ts';
import { VERDICT_MODELS, type VerdictModel } from './verdict-model.ts';

/** Refusal thresholds, as multiples of the balanced one: strict refuses more, and loses more of what could be answered. */
const STRICTNESS: Readonly<Record<Refusal, number>> = { strict: 2, balanced: 1, never: 0 };

/** From this probability on, one hit is called confident. */
const CONFIDENT_FROM = 0.6;
/** From this probability on, a hit is called strong. */
export const STRONG_FROM = 0.4;

/** Probability that this candidate is the tool that the request means, 0 … 1. */
export function hitConfidence(ranked: readonly FusedCandidate[], rank: number, facts: RequestFacts): number {
  return probability(modelOf(facts).hit, hitEvidence(ranked, rank, facts));
}

/** Cosines of one model say something else than those of two, so each tier has its own fit. */
function modelOf({ deep }: RequestFacts): VerdictModel {
  return deep ? VERDICT_MODELS.deep : VERDICT_MODELS.static;
}

/**
 * The verdict over a ranking by meaning (SPEC R6): `none` when probably nothing here fits, `confident` when the first
 * hit probably is the one, else `ambiguous`. Trained by `training/fit-verdict.ts`.
 */
export function judge(ranked: readonly FusedCandidate[], facts: RequestFacts, refusal: Refusal): Verdict {
  if (ranked.length === 0) return 'none';
  const { answer, noneBelow } = modelOf(facts);
  if (probability(answer, answerEvidence(ranked, facts)) < noneBelow * STRICTNESS[refusal]) return 'none';
  return hitConfidence(ranked, 0, facts) >= CONFIDENT_FROM ? 'confident' : 'ambiguous';
}
