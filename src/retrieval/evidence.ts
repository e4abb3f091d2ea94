import type { FusedCandidate } from './fusion.ts';
import { OPERATIONS, type Operation, operationOf } from './operations/operation.ts';

/**
 * What speaks for and against an answer, as numbers for a logistic model. Order and meaning are part of the trained
 * model: change them only together with `verdict-model.ts`.
 */
export interface RequestFacts {
  readonly query: string;
  /** Distinct analysed terms. */
  readonly terms: number;
  /** Tools the caller may see. */
  readonly size: number;
  /** The deep leg took part: more to go by, and another model to weigh it. */
  readonly deep: boolean;
  /** How much the request is like what tools do at all, by the best of the models that read it. */
  readonly likeness: number;
  /** The request names products, and no tool that the caller may see serves any of them. */
  readonly unserved: boolean;
  /** The request asks a product for what none of its tools does: see `actions/unoffered.ts`. */
  readonly unoffered: boolean;
  /** What `requestOperations` says of the request; empty without the deep leg. */
  readonly operations: readonly number[];
}

/** For "does any tool here fit?": looks at the ranking as a whole. */
export function answerEvidence(ranked: readonly FusedCandidate[], facts: RequestFacts): number[] {
  const [first] = ranked;
  if (first === undefined) return [];
  const best = ranked.slice(0, DEPTH);
  const cosines = best.map((candidate) => candidate.cosine);
  return [
    Math.max(...cosines),
    first.cosine,
    Math.max(...best.map((candidate) => candidate.coverage)),
    first.lexicalShare,
    gap(ranked, 1),
    gap(ranked, 4),
    Math.max(...cosines) - mean(cosines),
    ...requestEvidence(facts),
    exampled(best),
    standOut(ranked),
    facts.likeness,
    ...(facts.deep ? [...deepAnswerEvidence(best), ...operationEvidence(best, facts)] : []),
  ];
}

/** What the numbers of {@link hitEvidence} are, for people; the last three are there with the deep leg only. */
export const HIT_EVIDENCE: readonly string[] = [
  'similarity',
  'share of the words, by rarity',
  'word score',
  'lead over the best other',
  'comes first',
  'length of the request',
  'number of tools',
  'request in Cyrillic',
  'request in Chinese, Japanese or Korean',
  'product that no tool serves',
  'neighbours with example requests',
  'deep similarity',
  'deep lead over the best other',
  'asks for what the tool does',
];

/** For "is this the tool?": looks at one candidate among the others. */
export function hitEvidence(ranked: readonly FusedCandidate[], rank: number, facts: RequestFacts): number[] {
  const candidate = ranked[rank]!;
  const others = ranked.slice(0, DEPTH).filter((_, other) => other !== rank);
  const rival = others.length === 0 ? undefined : Math.max(...others.map((other) => other.score));
  return [
    candidate.cosine,
    candidate.coverage,
    candidate.lexicalShare,
    // Above the strongest rival, or below it; a candidate alone is as far above as one can be.
    Math.max(-1, Math.min(1, candidate.score - (rival ?? candidate.score - 1))),
    rank === 0 ? 1 : 0,
    ...requestEvidence(facts),
    exampled(ranked.slice(0, DEPTH)),
    ...(facts.deep
      ? [candidate.deepCosine, candidate.deepCosine - strongest(others, deepOf), operationFit(candidate, facts)]
      : []),
  ];
}

/** The deep cosines, and whether both models have the same favourites. */
function deepAnswerEvidence(best: readonly FusedCandidate[]): number[] {
  const [first] = best;
  const cosines = best.map(deepOf);
  const favourite = strongest(best, deepOf);
  return [
    favourite,
    first!.deepCosine,
    favourite - mean(cosines),
    first!.deepCosine === favourite ? 1 : 0,
    first!.cosine === strongest(best, (candidate) => candidate.cosine) ? 1 : 0,
  ];
}

const deepOf = (candidate: FusedCandidate): number => candidate.deepCosine;

function strongest(some: readonly FusedCandidate[], figure: (candidate: FusedCandidate) => number): number {
  return some.length === 0 ? 0 : Math.max(...some.map(figure));
}

/** How many of the best count as the neighbourhood of an answer. */
const DEPTH = 10;

/** Cosines lie differently by script of the request, by its length and by the number of tools to be near to. */
function requestEvidence({ query, terms, size, unserved }: RequestFacts): number[] {
  return [
    Math.log(1 + terms),
    Math.log10(1 + size),
    /\p{Script=Cyrillic}/u.test(query) ? 1 : 0,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(query) ? 1 : 0,
    unserved ? 1 : 0,
  ];
}

/** Share of the candidates that carry example requests: these lift the cosines of what they fit and of what they do not. */
function exampled(best: readonly FusedCandidate[]): number {
  return mean(best.map(({ tool }) => (tool.examples.length > 0 ? 1 : 0)));
}

/**
 * How far the first stands out among the candidates of its own server: a request for something that the server cannot
 * do is about equally near to all that it can.
 */
function standOut(ranked: readonly FusedCandidate[]): number {
  const [first] = ranked;
  const siblings = ranked.slice(1, SIBLING_DEPTH).filter(({ tool }) => tool.source.name === first!.tool.source.name);
  return siblings.length === 0 ? 0 : first!.cosine - mean(siblings.map(({ cosine }) => cosine));
}

const SIBLING_DEPTH = 20;
/** Past it an operation is as good as certain, and what the model makes of odd requests should not outweigh the rest. */
const MOST_ODDS = 4;

/** Does the request ask for what the candidate does? 0 where its name has no verb that is known. */
function operationFit({ tool }: FusedCandidate, { operations }: RequestFacts): number {
  const operation = operationOf(tool);
  if (operation === undefined || operations.length === 0) return 0;
  return bounded(operations[OPERATIONS.indexOf(operation)]!);
}

/** The first's fit, the best fit among the first three, and whether anything is to be read or deleted at all. */
function operationEvidence(best: readonly FusedCandidate[], facts: RequestFacts): number[] {
  const fits = best.slice(0, 3).map((candidate) => operationFit(candidate, facts));
  const asked = (operation: Operation): number => bounded(facts.operations[OPERATIONS.indexOf(operation)] ?? 0);
  return [fits[0] ?? 0, Math.max(...fits), asked('read'), asked('delete')];
}

function bounded(odds: number): number {
  return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds));
}

function gap(ranked: readonly FusedCandidate[], rank: number): number {
  const other = ranked[Math.min(rank, ranked.length - 1)]!;
  return ranked[0]!.score - other.score;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
