import type { FieldOptions } from '../types.ts';
import { K1 } from './constants.ts';

/** What one term weighs in one document. */
export interface WeighedTerm {
  /** Frequency over all fields, by their weights and lengths; the `w` of BM25F. */
  readonly weight: number;
  /** Bit f is set when field f holds the term. */
  readonly fields: number;
}

/**
 * The part of BM25F that depends on nothing but the document, where usual lengths are fixed: for engines that keep
 * documents elsewhere and are told by this how much each term counts. Scores made of it are those of `LexicalIndex`.
 */
export function weighTerms(
  terms: readonly (readonly string[])[],
  fields: readonly FieldOptions[],
  averageLengths: readonly number[],
): ReadonlyMap<string, WeighedTerm> {
  const weighed = new Map<string, WeighedTerm>();
  for (const [f, { weight, lengthNormalisation: b }] of fields.entries()) {
    const list = terms[f]!;
    const counts = new Map<string, number>();
    for (const term of list) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const known = weighed.get(term);
      const added = (weight * count) / (1 - b + (b * list.length) / averageLengths[f]!);
      weighed.set(term, { weight: (known?.weight ?? 0) + added, fields: (known?.fields ?? 0) | (1 << f) });
    }
  }
  return weighed;
}

/** What a term that weighs so much adds to a score, for each unit of its idf: 0 … 1. */
export function impactOf(weight: number): number {
  return weight / (K1 + weight);
}

/** The idf of a term that so many of the documents hold. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}
