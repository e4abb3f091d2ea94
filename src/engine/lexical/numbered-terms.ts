import type { TermDictionary } from './term-dictionary.ts';

/**
 * The terms of a document as numbers of a dictionary: whoever analyses millions of texts has them so, and no builder need
 * look them up again.
 */
export interface NumberedTerms {
  readonly dictionary: TermDictionary;
  /** Of all fields, one after the other. */
  readonly numbers: readonly number[];
  /** Where each field ends in `numbers`. */
  readonly ends: readonly number[];
}

/** One term list for each field. */
export type TermLists = readonly (readonly string[])[];

export function isNumbered(terms: TermLists | NumberedTerms): terms is NumberedTerms {
  return 'numbers' in terms;
}

export function termLists({ dictionary, numbers, ends }: NumberedTerms): TermLists {
  return ends.map((end, field) =>
    numbers.slice(field === 0 ? 0 : ends[field - 1], end).map((number) => dictionary.term(number)),
  );
}
