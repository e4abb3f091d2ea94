/** Most tokens of a directory, whatever the window. About 400 names, or 130 names with a description. */
export const MAX_DIRECTORY_TOKENS = 4_000;
/** … and at most this share of the context window, in percent. */
export const DIRECTORY_WINDOW_SHARE = 2.5;

/** Characters of a tool's description in the directory. */
export const MAX_ENTRY_DESCRIPTION = 90;
/** Characters of a server's name. */
export const MAX_SERVER_LABEL = 48;

/**
 * What one server may take grows in steps of a sixth of an octave (8, 9, 10, 11, 13, 14, 16, …), so that most additions
 * to a catalog leave the share of all others where it was. Coarser steps leave more of the room empty: with a fourth,
 * 62 real servers fill 2,980 of 4,000 tokens, with a sixth 3,320.
 */
export const STEPS_PER_OCTAVE = 6;

/** Schemas exposed for one turn, and what they may cost together in tokens. */
export const MAX_HYDRATED = 4;
export const MAX_HYDRATED_TOKENS = 2_000;
/** Tools that a request names outright come beyond that number, up to this one. */
export const MAX_HYDRATED_NAMED = 12;
/**
 * Least probability of a hit to be exposed unasked. On requests over 2,396 real tools three of five turns then expose a
 * tool, 0.66 on average; two of three exposed ones are right, and three of four such turns have a right one.
 * An unneeded schema costs some 200 tokens, a needed one saves a search and its answer, some 500.
 */
export const HYDRATE_FROM = 0.3;
/** The same without an embedder, where the figure is the share of the request's words that the tool holds. */
export const HYDRATE_FROM_COVERAGE = 0.6;
