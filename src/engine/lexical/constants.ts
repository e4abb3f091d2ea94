/** Everything that ranks in BM25F and is not the caller's (field weights and length normalisation are). */

/** Saturation of term frequency: 1.2 is the usual start; tool texts are short, so repeats say little. */
export const K1 = 1.2;

/** The fields in which a document matched are reported as bits of one 32-bit number. */
export const MAX_FIELDS = 31;
