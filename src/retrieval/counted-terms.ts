import { FULL_TERMS } from './constants.ts';

/** From this part on of its words in other scripts that tools hold, a request is in a language of the catalog. */
const SPOKEN = 0.3;

/** A script that names of tools and of their parameters are in, whatever language their texts are in. */
const LATIN = /^[\u0000-\u024f]*$/;

/**
 * How long a request is to the lexical leg: words in another script that no tool holds give it nothing to hold on to, so
 * that they are no reason to trust meaning less. Where tools speak its language all words count: those that none holds are
 * told from the others by chance.
 * @param isHeld does any visible tool hold the term? Not asked where the length makes no difference.
 */
export function countedTerms(terms: readonly string[], isHeld: (term: string) => boolean): number {
  if (terms.length <= FULL_TERMS) return terms.length;
  const foreign = terms.filter((term) => !LATIN.test(term));
  const held = foreign.filter(isHeld).length;
  return held >= SPOKEN * foreign.length ? terms.length : terms.length - foreign.length + held;
}
