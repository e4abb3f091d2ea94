import { FULL_TERMS } from './constants.ts';

/** A script that names of tools and of their parameters are in, whatever language their texts are in. */
const LATIN = /^[\u0000-\u024f]*$/;

/**
 * How long a request is to the lexical leg: words in another script that no tool holds give it nothing to hold on to, so
 * that they are no reason to trust meaning less.
 * @param isHeld does any visible tool hold the term? Not asked where the length makes no difference.
 */
export function countedTerms(terms: readonly string[], isHeld: (term: string) => boolean): number {
  if (terms.length <= FULL_TERMS) return terms.length;
  return terms.filter((term) => LATIN.test(term) || isHeld(term)).length;
}
